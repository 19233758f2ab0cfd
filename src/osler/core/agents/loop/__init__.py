"""How a mind works on a step: the turns, the budget, and the one way to run it."""
