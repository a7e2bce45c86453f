"""What works on a warp."""
