"""The Human Phenotype Ontology: its bundled files, compiled arrays and graph."""
