//! The macro that defines the sections of a file.

/// Defines a section of a file: every key is optional and unknown keys are errors. The keys
/// are the names of the fields with hyphens.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $type:ty = $default:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name { $($(#[$fdoc])* pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self { Self { $($field: $default,)* } }
        }

        impl crate::section::Section for $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field),)*];
        }
    };
}
pub(crate) use section;

/// A section of a file.
pub(crate) trait Section: Default {
    /// Names of the fields, from which the keys follow.
    const FIELDS: &'static [&'static str];

    /// Returns the keys of the section.
    fn keys() -> impl Iterator<Item = String> {
        Self::FIELDS.iter().map(|field| field.replace('_', "-"))
    }
}
