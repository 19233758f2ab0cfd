"""Building the model that a role is mapped to, and refusing one that would take patient text off this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from osler.config import RoleSettings, Settings
from osler.core.agents.minds.prices import Price, price_of
from osler.core.outside import extra, is_loopback
from osler.errors import ConfigError, KeyMissing, PrivacyBlocked

if TYPE_CHECKING:
    import ssl

    import httpx2
    from pydantic import SecretStr
    from pydantic_ai.models import Model

Structure = Literal["native", "prompted"]
"""How a model gives typed output: by tool calls, or as JSON it was asked for in words."""

_HOSTS = {
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "openai-chat": "https://api.openai.com/v1",
}

_KEYS = {
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GOOGLE_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
}
_EXTRAS = {"anthropic": "anthropic", "google": "google", "openai-chat": "openai"}
"""What installs the client of a provider."""
_CHATTY_LOGGERS = ("openai", "anthropic", "google_genai", "google.genai", "httpx", "httpx2", "httpcore", "httpcore2")


@dataclass
class ModelHandle:
    """A model ready to be asked, and what must be known of it before it is."""

    name: str
    model: Model | None = None
    """None in a replay, where no model is ever asked."""
    hosted: bool = False
    """Whether what it is asked leaves this machine."""
    structure: Structure = "native"
    folds_system: bool = False
    """Whether it has no system role, so that the instruction goes into the first user turn."""
    streams: bool = True
    """Whether its replies can be followed while they are written; learnt when one cannot."""
    client: httpx2.AsyncClient | None = None
    price: Price | None = None
    """None where nobody knows it."""
    address: str = ""
    """Where it is served, if not at its provider."""

    @property
    def service(self) -> str:
        """Its name as a service: the same model at two addresses is two."""
        return f"{self.name} at {self.address}" if self.address else self.name

    def ready(self) -> Model:
        """The model itself."""
        if self.model is None:
            raise ConfigError(f"{self.name!r} was described but not built")
        return self.model

    async def close(self) -> None:
        """Close its connections."""
        if self.client is not None:
            await self.client.aclose()


def endpoint_of(mind: RoleSettings) -> str:
    """The address a model is served at."""
    return mind.base_url or _HOSTS[(mind.model or "").partition(":")[0]]


def describe_model(mind: RoleSettings) -> ModelHandle:
    """What must be known of a model such as `anthropic:claude-sonnet-5`, without anything to ask it with."""
    model = mind.model or ""
    provider, _, name = model.partition(":")
    if provider not in _HOSTS:
        raise ConfigError(f"{model!r} is not a language model")
    gemma = "gemma" in name.lower()
    return ModelHandle(
        name=model,
        hosted=mind.hosted,
        structure=mind.structure or ("prompted" if gemma else "native"),
        folds_system=gemma,
        price=price_of(mind),
        address=mind.base_url or "",
    )


def describe_for_replay(mind: RoleSettings) -> ModelHandle:
    """A model whose replies are recorded: it is not asked, but its replies are written in its library's types."""
    handle = describe_model(mind)
    with extra(_EXTRAS[handle.name.partition(":")[0]], needed_for=f"a replay of {handle.name}"):
        import pydantic_ai.messages  # noqa: F401
    return handle


def build_model(mind: RoleSettings, settings: Settings) -> ModelHandle:
    """A model ready to be asked, or PrivacyBlocked if asking it would take text off this machine."""
    handle = describe_model(mind)
    if handle.hosted and not settings.privacy.allow_hosted:
        raise PrivacyBlocked(
            f"{handle.name!r} is not declared local, and hosted models are not allowed",
            mend="set local = true beside its base_url if the server is yours, or privacy.allow_hosted = true, "
            "in your own configuration file; or use 'offline'",
        )
    if not settings.privacy.log_patient_text:
        _hush_client_libraries()
    provider, _, name = handle.name.partition(":")
    key = key_of(mind, settings)
    # A loopback address needs no proxy, whoever stands behind it.
    outside = handle.hosted and not is_loopback(mind.base_url)
    with extra(_EXTRAS[provider], needed_for=handle.name):
        handle.client = _http_client(settings.models.timeout_seconds, outside=outside)
        handle.model = _BUILDERS[provider](name, endpoint_of(mind), key, handle.client)
    return handle


def key_of(mind: RoleSettings, settings: Settings) -> str:
    """The key for a model's server. A provider's key goes to no server that was declared local."""
    provider = (mind.model or "").partition(":")[0]
    variable = mind.key or _KEYS[provider]
    if mind.key is not None:
        value = os.environ.get(mind.key)
        if value:
            return value
    elif mind.local:
        # Local servers ask for no key, but the client libraries insist on one.
        return "none"
    else:
        given: SecretStr | None = getattr(settings.models, variable.lower())
        if given is not None:
            return given.get_secret_value()
    raise KeyMissing(f"there is no key for {mind.model}", mend=f"set {variable} in the environment")


def _hush_client_libraries() -> None:
    # At debug level they log whole requests, and with them the patient's words.
    for name in _CHATTY_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)


def _http_client(timeout: float, *, outside: bool) -> httpx2.AsyncClient:
    import httpx2

    # A proxy from the environment or a redirect would carry a loopback request off this machine.
    return httpx2.AsyncClient(
        timeout=timeout, trust_env=outside, follow_redirects=False, verify=_certificates(trust_env=outside)
    )


@cache
def _certificates(*, trust_env: bool) -> ssl.SSLContext:
    """The certificates that are trusted, read once: for each client anew they take longer than a short request."""
    import httpx2

    return httpx2.create_ssl_context(trust_env=trust_env)


def _anthropic(name: str, url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    # The client sends the key as a bearer; other servers of this protocol look for it where it was from the first.
    headers = None if url == _HOSTS["anthropic"] else {"x-api-key": key}
    asking = AsyncAnthropic(api_key=key, base_url=url, http_client=client, default_headers=headers)
    return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=asking))


def _google(name: str, url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=key, base_url=url, http_client=client))


def _openai_chat(name: str, url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if url == _HOSTS["openai-chat"]:
        return OpenAIChatModel(name, provider=OpenAIProvider(api_key=key, base_url=url, http_client=client))
    # The older name of the length limit is the one that every server of this protocol knows.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    provider = OpenAICompatibleProvider(
        "openai-compatible", base_url=url, api_key=key, http_client=client, profile=profile
    )
    return OpenAIChatModel(name, provider=provider)


_BUILDERS: dict[str, Callable[[str, str, str, httpx2.AsyncClient], Model]] = {
    "anthropic": _anthropic,
    "google": _google,
    "openai-chat": _openai_chat,
}
