use leptos::prelude::*;

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

    fn view(self) -> AnyView {
        match self {
            Self::Head(text) => view! { <th scope="row">{text}</th> }.into_any(),
            Self::Words(text) => view! { <td>{text}</td> }.into_any(),
            Self::Number(text, value) => {
                view! { <td class="number"><data value=value.to_string()>{text}</data></td> }
                    .into_any()
            }
        }
    }
}

/// A table that scrolls by itself where it is wider than the page.
pub(super) fn table(name: String, head: Vec<String>, rows: Vec<Vec<Cell>>) -> AnyView {
    let head: Vec<_> = head
        .into_iter()
        .map(|text| view! { <th scope="col">{text}</th> })
        .collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| view! { <tr>{row.into_iter().map(Cell::view).collect::<Vec<_>>()}</tr> })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
        </div>
    }
    .into_any()
}
