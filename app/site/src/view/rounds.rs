use charts::Lang;

use super::{fold::fold, markup::Markup};

/// Says which scenarios are shown, by their places in the batch of [`BATCH`].
pub(super) const SHOWN: &str = "data-shown";
/// Says which batch, by its place.
pub(super) const BATCH: &str = "data-batch";

/// Every round with what it was held to, the client's own figures beside ours, and the raw file to ask for.
pub(super) fn rounds(batch: usize, chosen: &[usize], lang: Lang) -> Markup {
    let shown: Vec<String> = chosen.iter().map(usize::to_string).collect();
    fold(
        "rounds",
        messages::every_round_with(lang),
        &[(BATCH, &batch.to_string()), (SHOWN, &shown.join(" "))],
    )
}
