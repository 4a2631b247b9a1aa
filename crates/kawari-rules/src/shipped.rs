//! The definitions in the folder `games`, compiled in.

macro_rules! definitions {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../games/", $name, ".toml")))),*]
    };
}

/// Name and text of each shipped definition.
pub const SHIPPED: &[(&str, &str)] = definitions![
    "checkshogi",
    "dobutsu",
    "euroshogi",
    "gorogoro",
    "hasami-kochi",
    "judkins",
    "kyotoshogi",
    "micro",
    "okisakishogi",
    "torishogi",
    "yarishogi",
];

/// Returns the text of a shipped definition. The case of the name is ignored.
pub fn shipped(name: &str) -> Option<&'static str> {
    let mut games = SHIPPED.iter();
    games.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, text)| text)
}
