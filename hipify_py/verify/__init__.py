"""Ask a HIP compiler what it says of converted sources, and where that stands in the original ones."""
