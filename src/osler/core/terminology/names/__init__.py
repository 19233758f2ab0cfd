"""From the names of the bundled vocabularies to the tables that text is matched against."""
