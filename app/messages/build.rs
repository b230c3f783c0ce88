//! Compiles the two languages: whatever is wrong in them stops the build with all its errors.

use std::{env, error::Error, fs, path::Path, process::exit};

mod generate;

const FILES: [&str; 2] = ["en.ftl", "zh-Hans.ftl"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut texts = vec![];
    for file in FILES {
        println!("cargo::rerun-if-changed={file}");
        texts.push(fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?);
    }
    match generate::generate(FILES, [&texts[0], &texts[1]]) {
        Ok(code) => fs::write(Path::new(&env::var("OUT_DIR")?).join("texts.rs"), code)?,
        Err(errors) => {
            for error in errors {
                println!("cargo::error={error}");
            }
            exit(1);
        }
    }
    Ok(())
}
