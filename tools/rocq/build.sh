#!/bin/sh
# Proves the theorem, and compiles the checker that it is about: build.sh [FOLDER]
# The program is FOLDER/check_proof, by default target/rocq/check_proof.
# Debian: apt-get install coq ocaml-nox ocaml-findlib libzarith-ocaml-dev
set -eu
source=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$source/../../target/rocq}
mkdir -p "$folder"
cp "$source"/*.v "$source"/*.ml "$folder"
cd "$folder"
rm -f check_proof
for file in Rules Pairs Check Sets Symmetry Lines Weights Pairs_sound; do
    coqc -q $file.v
done
# Sound.v prints on which axioms the theorem rests.
axioms=$(coqc -q Sound.v)
if [ "$axioms" != "Closed under the global context" ]; then
    echo "the theorem is not proved without axioms: $axioms" >&2
    exit 1
fi
coqc -q Extract.v
# Warnings are about code that Coq wrote.
ocamlfind ocamlopt -w -a -inline 200 -package zarith -linkpkg bits.ml checker.mli checker.ml check_proof.ml -o check_proof
echo "accepted_is_true is proved without axioms; the checker is $(pwd)/check_proof"
