"""Values and scales: as notes write them, in the limits of a laboratory, and whether they can be right."""
