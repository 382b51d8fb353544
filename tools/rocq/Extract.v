(** Makes a program in OCaml of the checker. Numbers become those of the library Zarith. That their functions do what those of Coq do
    is trusted: most are chosen by Coq's own ExtrOcamlZBigInt, those on bits here, because they make the checker fast. *)

From Coq Require Import NArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Require Import Rules Check.

Extract Inlined Constant N.eqb => "Bits.equal".
Extract Inlined Constant N.ltb => "Bits.less".
Extract Inlined Constant N.leb => "Bits.at_most".
Extract Inlined Constant N.land => "Bits.both".
Extract Inlined Constant N.lor => "Bits.either".
Extract Inlined Constant N.ldiff => "Bits.without".
Extract Inlined Constant N.testbit => "Bits.has".

Extraction "checker.ml" check mnk cube cells.
