"""A header that gives CUDA's names HIP's meaning, for sources that stay as they are."""
