"""How a question over a record is read, part by part: its words, its refusals, its kind and concept, its intent."""
