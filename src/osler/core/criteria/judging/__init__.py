"""Whether a patient meets a tree: three-valued, with proof."""
