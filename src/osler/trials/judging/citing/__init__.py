"""What the sentences that a model cites say, and whether they bear its verdict out."""
