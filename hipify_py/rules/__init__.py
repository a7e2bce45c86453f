"""Rules: read from TOML, checked, compiled, kept, and looked up."""
