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
        lang.pick(
            "Every round: rules, the client's own figures, raw file",
            "逐轮明细：规则、客户端自报数值与原始文件",
        ),
        &[(BATCH, &batch.to_string()), (SHOWN, &shown.join(" "))],
    )
}
