"""From the tokens of a criterion to its expression tree."""
