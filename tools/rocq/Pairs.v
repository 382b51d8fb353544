From Coq Require Import NArith List Bool.
Require Import Rules.
Definition pairs_hold (g : game) (p : position) (ends : list N) : bool := false.
