"""Everything in one source that a rule speaks about."""
