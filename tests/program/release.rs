//! The metadata of the packages against `.github/workflows/release.yml`.

use std::fs;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Reads a file of the repository. Git may write `\r\n` on Windows.
fn read(name: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name);
    text.replace("\r\n", "\n")
}

/// Returns the text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no `{start}`")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no `{end}` after `{start}`")).0
}

/// Fills in a template of cargo-binstall.
fn expand(template: &str, target: &str) -> String {
    let is_windows = target.contains("windows");
    let text = template
        .replace("{ repo }", env!("CARGO_PKG_REPOSITORY"))
        .replace("{ name }", env!("CARGO_PKG_NAME"))
        .replace("{ version }", VERSION)
        .replace("{ target }", target)
        .replace("{ bin }", "kawari")
        .replace("{ binary-ext }", if is_windows { ".exe" } else { "" });
    assert!(!text.contains(['{', '}']), "unknown key in {text}");
    text
}

#[test]
fn binstall_finds_the_archives_of_the_release() {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let metadata = &manifest["package"]["metadata"]["binstall"];
    let workflow = read(".github/workflows/release.yml");
    let build = between(&workflow, "\n  build:\n", "\n  wheels:\n");
    let folder = between(build, "name=\"", "\"\n");
    let pack = between(build, " case ", " esac");
    let windows = between(pack, "*windows*) 7z a \"$name", "\" \"$name\" ;;");
    let others = between(pack, " *) tar czf \"$name", "\" \"$name\" ;;");

    let targets: Vec<&str> =
        build.split("{ target: ").skip(1).map(|rest| between(rest, "", ",")).collect();
    assert_eq!(targets.len(), 5, "{targets:?}");
    for target in targets {
        let folder = folder
            .replace("${GITHUB_REF_NAME//\\//-}", &format!("v{VERSION}"))
            .replace("${{ matrix.target }}", target);
        let own = metadata.get("overrides").and_then(|all| all.get(target));
        let value = |key: &str| {
            let value = own.and_then(|own| own.get(key)).unwrap_or(&metadata[key]);
            value.as_str().expect("text")
        };
        let (suffix, format) =
            if target.contains("windows") { (windows, "zip") } else { (others, "tgz") };
        assert_eq!(value("pkg-fmt"), format, "{target}");
        let repository = env!("CARGO_PKG_REPOSITORY");
        let url = format!("{repository}/releases/download/v{VERSION}/{folder}{suffix}");
        assert_eq!(expand(value("pkg-url"), target), url);
        let program = if target.contains("windows") { "kawari.exe" } else { "kawari" };
        assert_eq!(expand(value("bin-dir"), target), format!("{folder}/{program}"));
    }
}

/// maturin reads version and repository of the crate.
#[test]
fn packages_have_the_same_version_and_repository() {
    let json = |name: &str| -> serde_json::Value { serde_json::from_str(&read(name)).expect(name) };
    let npm = json("npm/package.json");
    assert_eq!(npm["version"], VERSION);
    assert_eq!(json("npm/package-lock.json")["version"], VERSION);
    let repository = env!("CARGO_PKG_REPOSITORY");
    assert_eq!(npm["repository"]["url"], format!("git+{repository}.git"));
    assert!(read("npm/README.md").contains(&format!("({repository})")));
    assert!(read("crates/kawari-python/pyproject.toml").contains("dynamic = [\"version\"]"));
}

/// The workflow checks that the repository is the one in which it runs.
#[test]
fn every_crate_has_the_metadata_of_the_workspace() {
    let mut manifests = vec!["Cargo.toml".to_owned()];
    let crates = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates"));
    for entry in crates.expect("the crates") {
        let name = entry.expect("a crate").file_name().into_string().expect("a name");
        manifests.push(format!("crates/{name}/Cargo.toml"));
    }
    for name in manifests {
        let manifest: toml::Table = read(&name).parse().expect("a manifest");
        let package = &manifest["package"];
        for key in ["version", "edition", "rust-version", "license", "repository"] {
            assert_eq!(package[key]["workspace"].as_bool(), Some(true), "{name}: {key}");
        }
        assert!(package["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
    }
}
