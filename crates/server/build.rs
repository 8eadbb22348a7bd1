//! Which page goes into the binary? The one built from `web/`, or a plain one that says how to build it.

use std::{env, fs, path::PathBuf};

const PLAIN: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Jadoube</title>
<h1>The server runs, but the page was not built</h1>
<p>Build it once with npm, then build the server again:</p>
<pre>npm --prefix web ci
npm --prefix web run build
cargo build --release</pre>
<p>The interface for programs is there already: <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p>
</html>
";

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let built = here.join("../../web/dist");
    println!("cargo:rerun-if-changed={}", built.display());
    let page = if built.join("index.html").is_file() {
        built
    } else {
        let plain = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write")).join("page");
        fs::create_dir_all(&plain).expect("the output folder can be written");
        fs::write(plain.join("index.html"), PLAIN).expect("the output folder can be written");
        plain
    };
    println!("cargo:rustc-env=JADOUBE_PAGE={}", page.display());
}
