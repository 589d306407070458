"""Feeds (Atom): what is new in an event, and in the house. Who has it already is sent nothing."""

import hashlib
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _
from django.views.generic import View

from tournaments.models import Tournament
from tournaments.read import news
from tournaments.read.news import News
from tournaments.web.public.tournament_page import tournament_or_404


class _Newsfeed(Feed):  # type: ignore[type-arg]  # generic in the stubs alone
    feed_type = Atom1Feed

    def item_title(self, item: Any) -> str:
        return str(item.title)

    def item_description(self, item: Any) -> str:
        return linebreaks(item.text, autoescape=True) if item.text else ""

    def item_link(self, item: News) -> str:
        slug = item.tournament.slug
        if item.round_ is None:
            return reverse("tournament", args=[slug])
        address = reverse("tournament-rounds", args=[slug])
        return f"{address}?stage={item.round_.stage}&round={item.round_.number}"

    def item_guid(self, item: News) -> str:
        return f"urn:good-ten:event:{item.tournament.pk.hex}:{item.key}"

    def item_pubdate(self, item: News) -> datetime:
        return item.at

    def item_updateddate(self, item: News) -> datetime:
        return item.at


class _EventNews(_Newsfeed):
    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Tournament:
        return tournament_or_404(kwargs["slug"], None)

    def title(self, tournament: Tournament) -> str:
        return tournament.name

    def link(self, tournament: Tournament) -> str:
        return reverse("tournament", args=[tournament.slug])

    def feed_guid(self, tournament: Tournament) -> str:
        return f"urn:good-ten:event:{tournament.pk.hex}"

    def items(self, tournament: Tournament) -> list[News]:
        return news.of_event(tournament)


class _HouseNews(_Newsfeed):
    def title(self) -> str:
        return _("Good Ten: events")

    def link(self) -> str:
        return reverse("tournaments")

    def items(self) -> list[News]:
        return news.of_the_house()


class FeedView(View):
    """The feed of the house."""

    feed: _Newsfeed = _HouseNews()

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        made: HttpResponse = self.feed(request, **kwargs)
        tag = f'"{hashlib.sha256(made.content).hexdigest()[:32]}"'
        answer = get_conditional_response(request, etag=tag, response=made) or made
        answer["ETag"] = tag
        answer["Cache-Control"] = "no-cache"
        return answer


class EventFeedView(FeedView):
    """The feed of one event."""

    feed = _EventNews()
