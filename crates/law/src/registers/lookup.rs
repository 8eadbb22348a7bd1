//! Which clause does a reader mean by `ii.5c`, `II 5 (c)`, `Law 7` or `Penalty A`?
