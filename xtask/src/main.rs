//! Chores around the build: `cargo xtask tidy`.

use std::process::ExitCode;

#[allow(clippy::print_stdout, reason = "findings are the output")]
fn main() -> anyhow::Result<ExitCode> {
    let chore = std::env::args().nth(1);
    if chore.as_deref() != Some("tidy") {
        anyhow::bail!("there is one chore: cargo xtask tidy");
    }
    let found = xtask::tidy(&xtask::root())?;
    found.iter().for_each(|finding| println!("{finding}"));
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}
