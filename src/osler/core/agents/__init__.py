"""How a step meets a mind: model roles, prompts, budgets, safe tools, traces and cost."""
