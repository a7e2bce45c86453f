"""What goes wrong on 64 lanes and no rewrite mends."""
