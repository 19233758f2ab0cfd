"""An eligibility text taken apart into single criteria."""
