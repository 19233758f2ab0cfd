"""The steps of a diagnosis, one file each."""
