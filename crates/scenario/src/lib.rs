//! Cases an arbiter can read, run against the laws.
