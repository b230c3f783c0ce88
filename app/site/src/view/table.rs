use summary::{Figure, Scenario};

use super::markup::{Markup, node, scrolling, text, words};

/// A cell of a table.
pub(super) enum Cell {
    /// The name of its row.
    Head(String),
    /// The scenario of its row, with its name in the data.
    Scenario(String, String),
    /// Words.
    Words(String),
    /// A number as it is shown, and with every digit for programs; chosen, it shows its proof.
    Number(String, f64, Figure),
    /// A figure that is no single number; chosen, it shows its proof.
    Figure(String, Figure),
}

impl Cell {
    /// A number shown with two places.
    pub(super) fn two(value: f64, figure: Figure) -> Self {
        Self::Number(charts::label::two(value), value, figure)
    }

    /// The scenario that a row is of.
    pub(super) fn of(scenario: &Scenario) -> Self {
        Self::Scenario(scenario.to_string(), scenario.id.to_string())
    }

    fn view(self) -> Markup {
        match self {
            Self::Head(name) | Self::Scenario(name, _) => {
                node("th", &[("scope", "row")], vec![words(name)])
            }
            Self::Words(cell) => text("td", cell),
            Self::Number(shown, value, figure) => {
                let inside = reached(&figure, Some(value), shown);
                node("td", &[("class", "number")], vec![inside])
            }
            Self::Figure(shown, figure) => node("td", &[], vec![reached(&figure, None, shown)]),
        }
    }
}

/// A figure that shows its proof when it is chosen. Where the page is only read, as it came, nothing could answer: there it is
/// no button.
pub(super) fn chosen(figure: &Figure, value: Option<f64>, shown: impl AsRef<str>) -> Markup {
    made(figure, value, shown.as_ref(), None)
}

/// The same in a table: its table is the one stop, and arrow keys lead on to its figures.
fn reached(figure: &Figure, value: Option<f64>, shown: String) -> Markup {
    let by_arrows = cfg!(feature = "csr").then_some(("tabindex", "-1"));
    made(figure, value, &shown, by_arrows)
}

fn made(figure: &Figure, value: Option<f64>, shown: &str, more: Option<(&str, &str)>) -> Markup {
    let (name, value) = (figure.to_string(), value.map(|value| value.to_string()));
    let mut attributes = vec![("class", "figure")];
    attributes.extend(more);
    attributes.extend(value.as_deref().map(|value| ("value", value)));
    let tag = if cfg!(feature = "csr") {
        attributes.push(("name", &name));
        "button"
    } else if value.is_some() {
        "data"
    } else {
        "span"
    };
    node(tag, &attributes, vec![words(shown)])
}

/// A table that scrolls by itself where it is wider than the page; a short row is filled up with empty cells.
pub(super) fn table(name: &str, head: &[&str], rows: Vec<Vec<Cell>>) -> Markup {
    let columns = head.len();
    let row = |mut row: Vec<Cell>| {
        row.resize_with(columns, || Cell::Words(String::new()));
        let id = match row.first() {
            Some(Cell::Scenario(_, id)) => id.clone(),
            _ => String::new(),
        };
        let of = [("data-row", &*id)];
        let cells = row.into_iter().map(Cell::view).collect();
        node("tr", &of[..usize::from(!id.is_empty())], cells)
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
