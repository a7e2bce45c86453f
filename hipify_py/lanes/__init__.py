"""The width of a warp: find what assumes 32 lanes, keep it right on 64, and say what remains."""
