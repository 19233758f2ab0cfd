"""An eligibility criterion as an expression tree, and its three-valued evaluation with proof."""
