//! The page in the browser: checks the release, then puts the checked page in place of the one that came as HTML.

fn main() {
    site::load::start();
}
