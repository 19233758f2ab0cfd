"""Search outside: a SearXNG-style endpoint, asked with names of the vocabularies and nothing else."""

from __future__ import annotations

import httpx

from osler.consult.outside.ports import Passage, PublicQuery, WebSearch
from osler.core.outside import trusted_certificates
from osler.errors import ServiceError

_SECONDS = 10.0
_MOST = 5


def searxng(url: str, *, transport: httpx.AsyncBaseTransport | None = None) -> WebSearch:
    """The search of an endpoint that answers `GET /search?q=…&format=json`."""

    async def search(query: PublicQuery) -> list[Passage]:
        try:
            certificates = trusted_certificates(trust_env=False)
            async with httpx.AsyncClient(
                timeout=_SECONDS, transport=transport, trust_env=False, verify=certificates
            ) as client:
                response = await client.get(f"{url.rstrip('/')}/search", params={"q": query.text, "format": "json"})
                response.raise_for_status()
                results = response.json().get("results", [])
        except (httpx.HTTPError, ValueError, AttributeError):
            raise ServiceError("the web search did not answer", mend="check [consult] search_url") from None
        return [
            Passage(
                id=str(item.get("url", "")),
                title=str(item.get("title", "")),
                text=str(item.get("content", "")),
                source="web",
            )
            for item in results[:_MOST]
            if item.get("content")
        ]

    return search
