"""What a step is: its agent file, its prompts, its types, its checks, and untrusted text inside them."""
