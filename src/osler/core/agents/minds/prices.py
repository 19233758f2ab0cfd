"""What a reply cost, by the price data that comes with the client libraries; None where no price is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse


def cost_of(response: ModelResponse) -> float | None:
    """The price of a reply in US dollars, or None."""
    if response.usage.cost is not None:
        return float(response.usage.cost)
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
