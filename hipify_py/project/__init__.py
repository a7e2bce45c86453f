"""Many files: which there are, what they tell of one another, and what is written where."""
