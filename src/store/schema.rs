//! The migrations, each of which brings the schema one version on.

/// Append-only; `user_version` counts how many were applied. A change to what stands in rows is
/// made by `migrations.rs`.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/001_archive.sql"),
    include_str!("../../migrations/002_index.sql"),
    include_str!("../../migrations/003_comments.sql"),
    include_str!("../../migrations/004_common.sql"),
    include_str!("../../migrations/005_tags.sql"),
    include_str!("../../migrations/006_lines.sql"),
    include_str!("../../migrations/007_unread.sql"),
    include_str!("../../migrations/008_checksum.sql"),
    include_str!("../../migrations/009_opening.sql"),
    include_str!("../../migrations/010_titles.sql"),
    include_str!("../../migrations/011_portable.sql"),
    include_str!("../../migrations/012_sums.sql"),
    include_str!("../../migrations/013_derived.sql"),
    include_str!("../../migrations/014_middle_lines.sql"),
    include_str!("../../migrations/015_links.sql"),
    include_str!("../../migrations/016_misdated.sql"),
    include_str!("../../migrations/017_comments.sql"),
    include_str!("../../migrations/018_decision.sql"),
    include_str!("../../migrations/019_views_by_id.sql"),
    include_str!("../../migrations/020_players_behind.sql"),
    include_str!("../../migrations/021_nobody.sql"),
];

/// The version of the newest schema.
pub(super) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// The oldest version that has all that questions need. Whoever writes a migration that a question
/// relies on raises this to its number.
pub(super) const ASKED_FROM: u32 = 6;
