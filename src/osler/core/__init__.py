"""What every capability shares: evidence, runs, agents, words, text and the patient."""
