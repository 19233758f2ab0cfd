"""Who answers a message, and with what."""
