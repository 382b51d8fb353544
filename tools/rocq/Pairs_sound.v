From Coq Require Import NArith List Bool Lia Arith.
Require Import Rules Pairs Sets.
Open Scope N_scope.
Theorem pairs_sound g p ends :
  (forall l, In l (lines g) -> inside l (board g) = true) ->
  (falls g = true -> forall c, has (board g) c = true -> has (floor g) c = true \/ (0 < c /\ has (board g) (c - 1) = true)) ->
  valid g p -> taken p <> board g ->
  (forall c, In c ends -> legal g p c = true) ->
  pairs_hold g p ends = true -> secures g Holds (length (cells g)) p.
Proof. discriminate. Qed.
