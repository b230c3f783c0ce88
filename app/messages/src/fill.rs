use std::fmt::{Display, Write};

/// A number that the wording of a text depends on.
pub trait Count: Display + Copy {
    /// The number, to be compared.
    fn count(self) -> u64;
}

impl Count for u32 {
    fn count(self) -> u64 {
        self.into()
    }
}

impl Count for u64 {
    fn count(self) -> u64 {
        self
    }
}

impl Count for usize {
    fn count(self) -> u64 {
        self as u64
    }
}

/// `template` with `values` in the places of `{0}` to `{9}`; one function for all texts, since each copy would be in the page.
pub(crate) fn fill(template: &str, values: &[&dyn Display]) -> String {
    let mut pieces = template.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (place, rest) = piece.split_once('}').unwrap_or_default();
        if let Some(value) = place
            .parse()
            .ok()
            .and_then(|place: usize| values.get(place))
        {
            // Writing to a String cannot fail.
            let _ = write!(filled, "{value}");
        }
        filled.push_str(rest);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_their_places_in_any_order_and_more_than_once() {
        assert_eq!(fill("{1} of {0}, {1}", &[&"all", &2]), "2 of all, 2");
        assert_eq!(fill("", &[]), "");
    }

    #[test]
    fn what_a_value_says_is_not_read_as_a_place() {
        assert_eq!(fill("a{0}b{1}", &[&"{1}", &"}"]), "a{1}b}");
    }
}
