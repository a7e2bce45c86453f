"""What is done about warp code: by `--warp 32` and by `--warp native`."""
