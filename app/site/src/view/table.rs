use super::markup::{Markup, node, scrolling, text, words};

/// A cell of a table.
pub(super) enum Cell {
    /// The name of its row.
    Head(String),
    /// Words.
    Words(String),
    /// A number as it is shown, and with every digit for programs.
    Number(String, f64),
}

impl Cell {
    /// A number shown with two places.
    pub(super) fn two(value: f64) -> Self {
        Self::Number(charts::label::two(value), value)
    }

    fn view(self) -> Markup {
        match self {
            Self::Head(name) => node("th", &[("scope", "row")], vec![words(name)]),
            Self::Words(cell) => text("td", cell),
            Self::Number(shown, value) => {
                let data = node("data", &[("value", &value.to_string())], vec![words(shown)]);
                node("td", &[("class", "number")], vec![data])
            }
        }
    }
}

/// A table that scrolls by itself where it is wider than the page; a short row is filled up with empty cells.
pub(super) fn table(name: &str, head: &[&str], rows: Vec<Vec<Cell>>) -> Markup {
    let columns = head.len();
    let row = |mut row: Vec<Cell>| {
        row.resize_with(columns, || Cell::Words(String::new()));
        node("tr", &[], row.into_iter().map(Cell::view).collect())
    };
    let rows = rows.into_iter().map(row).collect();
    let head = head
        .iter()
        .map(|&column| node("th", &[("scope", "col")], vec![words(column)]))
        .collect();
    let head = node("thead", &[], vec![node("tr", &[], head)]);
    // Two or three columns share the width of a phone; more of them scroll.
    let class: &[(&str, &str)] = if columns <= 3 {
        &[("class", "pair")]
    } else {
        &[]
    };
    scrolling(
        name,
        node("table", class, vec![head, node("tbody", &[], rows)]),
    )
}
