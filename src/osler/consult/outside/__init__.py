"""What comes from outside a conversation: the ports, the web, a search."""
