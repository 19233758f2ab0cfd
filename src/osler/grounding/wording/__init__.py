"""The language of eligibility criteria: its lexicon, its shorthand, and what a term has to do with an entity's words."""
