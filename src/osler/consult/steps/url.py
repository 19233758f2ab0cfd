"""UrlHandler (agent): what a linked page says to the user's question; videos go to the video port."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import cache
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from osler.consult.outside.ports import VideoInsight
from osler.consult.outside.web import PageFetcher
from osler.consult.record.called import words
from osler.core.agents import AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent

FALLBACK = "I was unable to retrieve that URL. Please try again or provide a different URL."
UNSUPPORTED_VIDEO = "{host} videos are not currently supported. Please provide a YouTube video URL for video analysis."
NO_VIDEO = "No service for video transcripts is configured, so this video cannot be read."
_SUPPORTED = {"youtube.com", "youtu.be", "youtube-nocookie.com"}
_UNSUPPORTED = {"vimeo.com": "Vimeo", "dailymotion.com": "Dailymotion", "tiktok.com": "TikTok", "twitch.tv": "Twitch"}
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")


class UrlInput(BaseModel):
    """The link and the message it came in."""

    url: str
    message: str


class UrlAnswer(BaseModel):
    """What the page says, in quotes of it."""

    title: str = ""
    quotes: list[str] = Field(default_factory=list)


@cache
def url_step() -> AgentStep[UrlInput, UrlAnswer]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "url_handler"),
        input_type=UrlInput,
        output_type=UrlAnswer,
        policy=_offline,
        tools=("fetch_page",),
        checks=[_quotes_are_there],
    )


def _offline(given: UrlInput) -> Generator[Call, ToolOutcome, UrlAnswer]:
    outcome = yield Call("fetch_page", {"url": given.url})
    if outcome.status != "success":
        return UrlAnswer()
    page = outcome.result
    asked = set(words(given.message.replace(given.url, " ")))
    sentences = [s.strip() for s in _SENTENCE.findall(page["text"]) if len(s.split()) > 4]
    ranked = sorted(sentences, key=lambda s: -len(asked & set(words(s))))
    chosen = ranked[:3] if asked and ranked and asked & set(words(ranked[0])) else sentences[:3]
    return UrlAnswer(title=page["title"], quotes=chosen)


def _quotes_are_there(answer: UrlAnswer, given: UrlInput, tools: ToolResults) -> Checked[UrlAnswer]:
    text = " ".join(" ".join(str(page["text"]).split()) for page in tools.of("fetch_page"))
    kept = [quote for quote in answer.quotes if " ".join(quote.split()) in text]
    rejected = [
        Rejection(path="quotes", reason="the page does not say this") for quote in answer.quotes if quote not in kept
    ]
    return Checked(answer.model_copy(update={"quotes": kept}), rejected)


def page_tool(fetch: PageFetcher) -> Tool:
    """Fetching as a tool."""

    async def fetch_page(url: str) -> dict[str, str]:
        """The text of a public web page."""
        page = await fetch(url)
        return {"url": page.url, "title": page.title, "text": page.text}

    return Tool(fetch_page, fallback=None)


def video_host(url: str) -> tuple[str, bool] | None:
    """The video service of a link and whether it is supported; None for other pages."""
    host = (urlsplit(url).hostname or "").lower().removeprefix("www.").removeprefix("m.")
    if host in _SUPPORTED:
        return "YouTube", True
    return (_UNSUPPORTED[host], False) if host in _UNSUPPORTED else None


async def about_video(url: str, message: str, video: VideoInsight | None) -> str | None:
    """The answer to a link of a video service, or None when it is none."""
    found = video_host(url)
    if found is None:
        return None
    name, supported = found
    if not supported:
        return UNSUPPORTED_VIDEO.format(host=name)
    return NO_VIDEO if video is None else await video(url, message)
