"""What the values of a function are."""
