"""What a model costs, known before it is asked: configured, nothing where it is local, or from published price data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from osler.config import RoleSettings

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

_MILLION = 1_000_000
_PROVIDER_IDS = {"anthropic": "anthropic", "google": "google", "openai-chat": "openai"}


@dataclass(frozen=True)
class Price:
    """US dollars for a million tokens. One that was said holds; a published one gives way to the reply's own."""

    input_usd: float
    output_usd: float
    said: bool = True

    def of(self, input_tokens: int, output_tokens: int = 0) -> float:
        """What so many tokens cost."""
        return (self.input_usd * input_tokens + self.output_usd * output_tokens) / _MILLION


FREE = Price(0.0, 0.0)


def price_of(mind: RoleSettings) -> Price | None:
    """The price of a model, or None where nobody has said and nobody has published it."""
    if mind.input_usd is not None and mind.output_usd is not None:
        return Price(mind.input_usd, mind.output_usd)
    return FREE if mind.local else _published(mind.model or "")


def cost_of(response: ModelResponse, price: Price | None = None) -> float | None:
    """The price of a reply in US dollars, or None where no price is known."""
    if price is not None and price.said:
        return price.of(response.usage.input_tokens, response.usage.output_tokens)
    if response.usage.cost is not None:
        return float(response.usage.cost)
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None if price is None else price.of(response.usage.input_tokens, response.usage.output_tokens)


def _published(model: str) -> Price | None:
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        # The package comes with those that ask models: without it none is asked, and a recorded run is replayed.
        return None
    provider, _, name = model.partition(":")
    try:
        # A short request: some models cost more a token in a long one, which the reply's own price then says.
        found = calc_price(
            Usage(input_tokens=1000, output_tokens=1000), name, provider_id=_PROVIDER_IDS.get(provider, provider)
        )
    except (LookupError, ValueError):
        return None
    return Price(float(found.input_price) * 1000, float(found.output_price) * 1000, said=False)
