//! What a browser remembers, so that an older state that comes back is noticed.

use std::collections::BTreeMap;

/// What this browser remembers of a report: the highest number of a release seen, by the key that signed it.
///
/// By key, since whoever steals one could publish a very high number and make the true next release look old.
pub type Memory = BTreeMap<String, u32>;

/// Stands for a key where a release is not signed.
pub const UNSIGNED: &str = "-";

/// What came of comparing a report with what this browser saw of it before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remembered {
    /// Nothing older came back.
    Fine,
    /// A later release, of this number, was here before.
    Later(u32),
    /// Releases of this report were signed by this key before, and this one is not signed.
    WasSigned(String),
    /// This browser keeps nothing, so nobody would notice.
    Blind,
}

impl Remembered {
    /// Compares a report's `newest` release, signed by `key`, and has `memory` keep it.
    pub fn of(memory: &mut Memory, key: &str, newest: u32) -> Self {
        let before = memory.get(key).copied().unwrap_or_default();
        memory.insert(key.into(), before.max(newest));
        if before > newest {
            return Self::Later(before);
        }
        let signed = memory.keys().find(|known| *known != UNSIGNED);
        match signed {
            Some(signed) if key == UNSIGNED => Self::WasSigned(signed.clone()),
            _ => Self::Fine,
        }
    }

    /// Compares a report's `newest` release where an older one is shown, so that nobody knows whose the newest is.
    pub fn behind(memory: &Memory, newest: u32) -> Self {
        match memory.values().max() {
            Some(&before) if before > newest => Self::Later(before),
            _ => Self::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_state_and_a_signature_that_is_gone_are_noticed() {
        let mut memory = Memory::new();
        let mut seen = |key: &str, newest| Remembered::of(&mut memory, key, newest);
        assert_eq!(seen(UNSIGNED, 1), Remembered::Fine);
        assert_eq!(seen("RWa", 2), Remembered::Fine);
        assert_eq!(seen("RWa", 3), Remembered::Fine);
        assert_eq!(seen("RWa", 2), Remembered::Later(3));
        assert_eq!(seen(UNSIGNED, 3), Remembered::WasSigned("RWa".into()));
        // A stolen key's number does not make the next key's releases look old.
        assert_eq!(seen("RWa", 999), Remembered::Fine);
        assert_eq!(seen("RWb", 4), Remembered::Fine);
        assert_eq!(seen("RWa", 4), Remembered::Later(999));
        assert_eq!(Remembered::behind(&memory, 4), Remembered::Later(999));
        assert_eq!(Remembered::behind(&memory, 999), Remembered::Fine);
    }
}
