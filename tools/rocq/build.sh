#!/bin/sh
# Compiles the theorem, and makes the program check_proof of it: build.sh [FOLDER]      (default: target/rocq)
# Debian: apt-get install coq ocaml-nox ocaml-findlib libzarith-ocaml-dev
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$source/../../target/rocq}
mkdir -p "$folder"
cp "$source"/*.v "$source"/*.ml "$folder"
cd "$folder"
for file in Rules Pairs Check Sets Symmetry Lines Pairs_sound Sound Extract; do
    coqc -q "$file.v"
done
ocamlfind ocamlopt -package zarith -linkpkg -inline 200 -w -a bits.ml checker.mli checker.ml check_proof.ml -o check_proof
