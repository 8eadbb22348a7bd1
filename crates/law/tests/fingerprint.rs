//! Which law is this? Its fingerprint follows what the sources say, and not how they are commented or laid out.

#[allow(dead_code)]
#[path = "../build.rs"]
mod build;

use build::without_comments;

#[test]
fn comments_and_blanks_do_not_count() {
    let bare = "fn a()->&'static str{\"x // y\"}";
    for source in [
        "//! A file.\n/// Says x.\nfn a() -> &'static str {\n    \"x // y\" // why\n}\n",
        "/* one /* in another */ */ fn a() -> &'static str { \"x // y\" }",
        "fn a() -> &'static str {\r\n \"x // y\" }",
    ] {
        assert_eq!(without_comments(source), without_comments(bare), "{source}");
    }
}

#[test]
fn everything_else_does() {
    for said in [
        r##"r#"a " /* b */"#"##,
        r#""a \" // b""#,
        r#"'"'"#,
        r"'\''",
        "'/'",
        "'static",
        "b\"// \"",
        "a/b",
        "return(r\"// a\")",
    ] {
        assert_eq!(without_comments(said), said);
        assert_eq!(without_comments(&format!("{said} // c")), said);
    }
    assert_eq!(without_comments("return r\"// a\"; // b"), "returnr\"// a\";");
    assert_ne!(without_comments("\"a b\""), without_comments("\"ab\""));
}
