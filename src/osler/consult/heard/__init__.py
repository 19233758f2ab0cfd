"""A message before anybody answers it: who is spoken of, what it bids beside, what it asks of the open chart, what is doubted or known."""
