//! Containers: the only room that knows compression.
