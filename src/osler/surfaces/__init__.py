"""Where Osler meets people and programs: parse, authorise, render; no clinical logic."""
