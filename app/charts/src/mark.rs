/// The mark of the product, as an SVG path on a square of 16: a dagger whose blade ends as a daggerboard does.
pub const MARK: &str = "M7 1h2v3h4v2H9v7l-2 2V6H3V4h4z";
