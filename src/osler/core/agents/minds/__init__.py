"""The minds that carry a step out: language models over their protocols, and the offline policies."""
