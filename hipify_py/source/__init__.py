"""C++ as data: what can be known of a source from its text and its tree alone."""
