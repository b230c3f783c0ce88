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
        lang.pick(
            "Ours is recomputed from the requests under the strict rules; the client's own figure stands beside it and is used for nothing. To check a round, ask its publisher for the raw file with this SHA-256. The same columns are in the files above.",
            "我们的数值由逐条请求按严格规则重算；客户端自报数值仅作对照，不参与任何计算。核查某一轮时，可向发布者索取具有该 SHA-256 的原始文件。同样的列也在上面的文件中。",
        ),
        &[(BATCH, &batch.to_string()), (SHOWN, &shown.join(" "))],
    )
}
