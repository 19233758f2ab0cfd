"""The words of a criterion and what they are to its reader."""
