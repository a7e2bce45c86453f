"""The messages that say what became of warp code. Edits of warp code bear the first."""

KEPT = "W000"  # it was kept within 32 lanes
WIDENED = "W036"  # it works on whole wavefronts
