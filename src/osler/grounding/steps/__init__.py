"""One file a step: extraction, evaluation, the loop over both, and the validation of what came out."""
