"""What an organiser writes about an event: a safe part of Markdown, as HTML."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong", "ul",
}  # fmt: skip
_READER = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")


def rendered(text: str) -> SafeString:
    """HTML with few tags and links that go nowhere but to the web and to mail; no images, since
    these would tell others who looks.
    """
    tokens = _READER.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):  # the page has larger ones of its own
            token.tag = "h3" if token.tag in ("h1", "h2") else "h4"
    html = _READER.renderer.render(tokens, _READER.options, {})
    cleaned = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(cleaned)  # noqa: S308 it is what nh3 leaves
