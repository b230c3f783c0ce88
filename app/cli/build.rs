use std::path::PathBuf;

use clap::Args;

/// Check and verify all data, build the page with trunk, and write each report into it as HTML
#[derive(Args)]
pub(crate) struct Build {
    /// The folder of all releases
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The page's folder, made anew
    #[arg(long, value_name = "DIR", default_value = "dist")]
    dist: PathBuf,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        anyhow::bail!("{} {}", self.data.display(), self.dist.display())
    }
}
