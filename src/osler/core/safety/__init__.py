"""Red-flag rules and the matcher that respects what a note asserts."""
