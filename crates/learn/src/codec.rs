//! A node as bytes.
//!
//! `searched`, `legal`, then the edges until the bytes end. An edge is its move, `visits * 8 + flags` and the fields that
//! the flags announce. All whole numbers are varints of seven bits a byte, lowest first; values are little-endian
//! 32-bit floats. An edge that was played once takes six bytes.

use crate::graph::{Edge, NodeInfo};
use crate::proof::{PackedProof, proved_value};

/// A value follows (without a proof; otherwise the value is 0).
const VALUE: u64 = 1;
/// A proof follows instead of a value.
const PROOF: u64 = 2;
/// The number of tries and their result follow.
const TRIES: u64 = 4;

pub(crate) fn put(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Writes a node at the end of `bytes`.
pub(crate) fn encode(info: NodeInfo, edges: &[Edge], bytes: &mut Vec<u8>) {
    put(bytes, u64::from(info.searched));
    put(bytes, u64::from(info.legal));
    for edge in edges {
        let proved = edge.code != PackedProof::default();
        let mut flags = 0;
        if proved {
            flags |= PROOF;
        } else if edge.q.to_bits() != 0 {
            flags |= VALUE;
        }
        if edge.tries > 0 {
            flags |= TRIES;
        }
        put(bytes, u64::from(edge.mv));
        put(bytes, u64::from(edge.visits) << 3 | flags);
        if proved {
            bytes.extend(edge.code.0.to_le_bytes());
        } else if flags & VALUE != 0 {
            bytes.extend(edge.q.to_le_bytes());
        }
        if edge.tries > 0 {
            put(bytes, u64::from(edge.tries));
            bytes.extend(edge.result.to_le_bytes());
        }
    }
}

/// Reads a node; `None` if these bytes are none. `edges` is emptied first.
pub(crate) fn decode(bytes: &[u8], edges: &mut Vec<Edge>) -> Option<NodeInfo> {
    edges.clear();
    let mut bytes = Bytes(bytes);
    let info = NodeInfo { searched: bytes.number()?, legal: bytes.number()? };
    while !bytes.0.is_empty() {
        let mut edge = Edge { mv: bytes.number()?, ..Edge::default() };
        let packed: u64 = bytes.number()?;
        edge.visits = u32::try_from(packed >> 3).ok()?;
        if packed & PROOF != 0 {
            edge.code = PackedProof(i16::from_le_bytes(bytes.array()?));
            edge.q = proved_value(edge.proof()?);
        } else if packed & VALUE != 0 {
            edge.q = bytes.value()?;
        }
        if packed & TRIES != 0 {
            edge.tries = bytes.number()?;
            edge.result = bytes.value()?;
        }
        edges.push(edge);
    }
    Some(info)
}

pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    pub fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let mut n = 0u64;
        for shift in (0..).step_by(7) {
            let [byte] = self.array()?;
            let part = u64::from(byte & 0x7f);
            if shift > 56 {
                return None;
            }
            n |= part << shift;
            if byte < 0x80 {
                break;
            }
        }
        T::try_from(n).ok()
    }

    fn value(&mut self) -> Option<f32> {
        let value = f32::from_le_bytes(self.array()?);
        (-1.0..=1.0).contains(&value).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use plywood_rules::Proved;
    use proptest::prelude::*;

    use super::*;

    fn proof() -> impl Strategy<Value = Option<Proved>> {
        prop_oneof![
            Just(None),
            Just(Some(Proved::Draw)),
            (1..40u32).prop_map(|plies| Some(Proved::Win { plies })),
            (1..40u32).prop_map(|plies| Some(Proved::Loss { plies })),
        ]
    }

    fn edge() -> impl Strategy<Value = Edge> {
        let numbers = (any::<u16>(), any::<u32>(), any::<u16>(), -1.0f32..=1.0, -1.0f32..=1.0, proof());
        numbers.prop_map(|(mv, visits, tries, q, result, proof)| {
            let result = if tries > 0 { result } else { 0.0 };
            let mut edge = Edge { mv, visits, tries, q, result, ..Edge::default() };
            if let Some(proof) = proof {
                edge.prove(proof);
            }
            edge
        })
    }

    proptest! {
        #[test]
        fn a_node_reads_back(
            searched: u8,
            legal: u16,
            edges in proptest::collection::vec(edge(), 0..12),
        ) {
            let info = NodeInfo { legal, searched };
            let (mut bytes, mut back) = (Vec::new(), Vec::new());
            encode(info, &edges, &mut bytes);
            prop_assert_eq!(decode(&bytes, &mut back), Some(info));
            prop_assert_eq!(back, edges);
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode(&bytes, &mut Vec::new());
        }
    }

    #[test]
    fn an_edge_that_was_played_once_takes_six_bytes() {
        let edge = Edge { mv: 5, q: 0.5, visits: 1, ..Edge::default() };
        let mut bytes = Vec::new();
        encode(NodeInfo::default(), &[edge], &mut bytes);
        assert_eq!(bytes.len(), 2 + 6);
    }
}
