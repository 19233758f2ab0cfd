"""The person: who they are, what they can do and agree to, whether they smoke, their family and how long they may live."""
