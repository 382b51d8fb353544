(* Functions on bits for the extracted checker (Extract.v), whose own modules hide the one of Zarith. *)

let equal = Z.equal
let less = Z.lt
let at_most = Z.leq
let both = Z.logand
let either = Z.logor
let without a b = Z.logand a (Z.lognot b)
let has a c = Z.testbit a (Z.to_int c)
