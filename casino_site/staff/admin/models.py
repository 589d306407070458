"""What staff look at: every kind of row that says something of people or of play, and no secret."""

from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import ModelAdmin, action
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino_site.staff import record
from casino_site.staff.acts import acts_about
from casino_site.staff.admin.site import site
from casino_site.staff.models import Act, Report
from games.accounts.callers import signed_in
from games.jobs import stuck_work
from games.models import Event, Match, Player, Seat, StatedText, StuckWork
from tournaments.models import (
    Entrant,
    Ladder,
    Member,
    Pairing,
    RatedMatch,
    Rating,
    Round,
    Stage,
    Tournament,
)

Rows = "QuerySet[Any]"


class LookOnly(ModelAdmin):  # type: ignore[type-arg]
    """`about` says of which kind of subject these rows are, where staff can act on them."""

    about: ClassVar[Act.About | None] = None
    change_form_template = "staff/look.html"
    list_per_page = 50
    show_full_result_count = False
    actions: Any = ()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["acts"] = acts_about(self.about) if self.about else []
        return super().render_change_form(request, context, *args, **kwargs)


class Players(LookOnly):
    about = Act.About.PLAYER
    list_display = ("handle", "kind", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("handle", "former_handles__handle")
    ordering = ("handle",)
    exclude = ("password", "session_salt", "seal")


class Facts(LookOnly):
    list_display = ("stream", "version", "type", "actor", "recorded_at")
    search_fields = ("=stream", "=actor", "=type")
    ordering = ("-id",)
    exclude = ("secret", "command_digest")


class Tournaments(LookOnly):
    about = Act.About.EVENT
    list_display = ("name", "state", "organiser", "entered", "hidden", "created_at")
    list_filter = ("state", "hidden")
    list_select_related = ("organiser",)
    search_fields = ("name", "slug", "organiser__handle")
    ordering = ("-id",)


class Texts(LookOnly):
    """What people typed into facts, and where it stands."""

    list_display = ("text", "stream")
    search_fields = ("text", "=stream")
    ordering = ("-id",)
    exclude = ("salt",)


class StuckWorks(LookOnly):
    list_display = ("kind", "subject", "failures", "error", "failed_at", "next_try_at")
    actions = ("try_again",)

    @action(description=_("Try again"), permissions=["view"])
    def try_again(self, request: HttpRequest, queryset: "QuerySet[StuckWork]") -> None:
        now, staff = timezone.now(), signed_in(request.user)
        subjects = [(work.kind, work.subject.hex) for work in queryset]
        with transaction.atomic():
            count = stuck_work.try_again(queryset, now)
            for kind, subject in subjects:
                record.record(
                    Act.What.TRY_AGAIN,
                    Act.About.WORK,
                    subject,
                    by=staff,
                    reason=str(StuckWork.Kind(kind).label),
                    now=now,
                )
        said = ngettext("The next sweep tries it.", "The next sweep tries all %(count)d.", count)
        self.message_user(request, said % {"count": count}, messages.SUCCESS)


class Reports(LookOnly):
    """The queue: the oldest that is open first."""

    about = Act.About.REPORT
    list_display = ("made_at", "kind", "words", "state", "reporter", "answer")
    list_filter = ("state", "kind")
    list_select_related = ("reporter",)
    search_fields = ("words", "reporter__handle", "=subject")
    ordering = ("-state", "made_at")


class Acts(LookOnly):
    list_display = ("number", "at", "who", "what", "about", "subject", "reason")
    list_filter = ("what", "about")
    search_fields = ("subject", "by", "reason")
    ordering = ("-number",)


def _looked_at(*columns: str, select: tuple[str, ...] = ()) -> type[LookOnly]:
    named: dict[str, Any] = {
        "list_display": columns,
        "ordering": ("-pk",),
        "list_select_related": select,
    }
    return type("Looked", (LookOnly,), named)


LOOKED_AT: dict[type[models.Model], type[LookOnly]] = {
    Player: Players,
    Event: Facts,
    StatedText: Texts,
    StuckWork: StuckWorks,
    Report: Reports,
    Act: Acts,
    Tournament: Tournaments,
    Match: _looked_at("id", "ruleset", "status", "created_at", "finished_at", "reason"),
    Seat: _looked_at("match", "number", "player", "left_reason", select=("match", "player")),
    Entrant: _looked_at("tournament", "number", "name", "state", "place", select=("tournament",)),
    Member: _looked_at("tournament", "player", "plays", select=("tournament", "player")),
    Stage: _looked_at("tournament", "number", "format", "completed", select=("tournament",)),
    Round: _looked_at("tournament", "stage", "number", select=("tournament",)),
    Pairing: _looked_at(
        "tournament", "stage", "round", "number", "decided", select=("tournament",)
    ),
    Ladder: _looked_at("key", "version"),
    Rating: _looked_at("ladder", "player", select=("ladder", "player")),
    RatedMatch: _looked_at("ladder", "match", "tournament", select=("ladder",)),
}
for model, looked in LOOKED_AT.items():
    site.register(model, looked)
