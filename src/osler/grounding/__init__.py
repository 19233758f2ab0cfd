"""Medical entities from criteria and notes, coded, or sent to expert review."""
