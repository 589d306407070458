"""What staff look at: every kind of row that says something of people or of play, and no secret."""

from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import ModelAdmin, action, display
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from casino_site.staff import record
from casino_site.staff.acts import acts_about
from casino_site.staff.admin.names import Meant, actor_in_words, names_of
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
    """`about` says of which kind of subject these rows are, where staff can act on them. Columns
    with times are shown by the reader's clock, and what a row means by an id by its name.
    """

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

    def meant(self, row: Any) -> dict[str, Meant]:
        """What the columns mean that hold an id."""
        return {}

    def get_list_display(self, request: HttpRequest) -> Any:
        return [self._shown(name) for name in super().get_list_display(request)]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [self._shown(name) for name in super().get_fields(request, obj)]

    def _shown(self, name: Any) -> Any:
        """The column that people read in the place of this one."""
        return next((own for own in (f"{name}_here", f"{name}_named") if hasattr(self, own)), name)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        page = super().get_changelist_instance(request)
        rows: list[Any] = list(page.result_list)
        names = names_of(meant for row in rows for meant in self.meant(row).values())
        for row in rows:
            row.names = names
        page.result_list = rows
        return page

    def named(self, row: Any, column: str) -> Any:
        """The name of what the column means; names of a whole page were read before."""
        meant = self.meant(row)[column]
        names = row.names if hasattr(row, "names") else names_of([meant])
        return names.get(meant) or _("no longer there")

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        subject = context.get("original")
        context["acts"] = acts_about(self.about, subject) if self.about and subject else []
        return super().render_change_form(request, context, *args, **kwargs)


class Players(LookOnly):
    about = Act.About.PLAYER
    list_display = ("handle", "kind", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("handle", "former_handles__handle")
    ordering = ("handle",)
    exclude = ("password", "session_salt", "seal")


def _name_of(column: str, title: Any) -> Any:
    """A column with the name of what another one means."""

    def show(self: LookOnly, row: Any) -> Any:
        return self.named(row, column)

    return display(description=title)(show)


class Facts(LookOnly):
    list_display = ("version", "stream", "type", "actor", "recorded_at")

    @display(description=_("of"))
    def stream_named(self, row: Event) -> Any:
        is_ladder = row.stream.startswith("ladder-")
        return _("ratings") if is_ladder else self.named(row, "stream")

    @display(description=_("what"))
    def type_named(self, row: Event) -> str:
        return row.type.replace("_", " ")

    @display(description=_("by"))
    def actor_named(self, row: Event) -> Any:
        meant = self.meant(row).get("actor")
        names = row.names if hasattr(row, "names") else names_of([meant] if meant else [])
        return actor_in_words(row.actor, names)

    def meant(self, row: Event) -> dict[str, Meant]:
        kind, _dash, id_ = row.stream.partition("-")
        who, colon, player = row.actor.partition(":")
        return {"stream": (kind, id_), **({"actor": (who, player)} if colon else {})}

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
    subject_named = _name_of("subject", _("what it is about"))
    actions = ("try_again",)

    def meant(self, row: StuckWork) -> dict[str, Meant]:
        return {"subject": (row.kind, row.subject.hex)}

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
    list_display = ("made_at", "kind", "subject", "words", "state", "reporter", "answer")
    subject_named = _name_of("subject", _("whom or what"))
    list_filter = ("state", "kind")
    list_select_related = ("reporter",)
    search_fields = ("words", "reporter__handle", "=subject")
    ordering = ("-state", "made_at")

    def meant(self, row: Report) -> dict[str, Meant]:
        return {"subject": (row.kind, row.subject.hex)}


class Acts(LookOnly):
    list_display = ("number", "at", "by", "what", "about", "subject", "reason")
    list_filter = ("what", "about")
    search_fields = ("subject", "by", "reason")
    ordering = ("-number",)
    subject_named = _name_of("subject", _("whom or what"))

    @display(description=_("who"))
    def by_named(self, row: Act) -> Any:
        return self.named(row, "by") if row.by else "manage.py"

    def meant(self, row: Act) -> dict[str, Meant]:
        who: dict[str, Meant] = {"by": ("player", row.by)} if row.by else {}
        return {"subject": (row.about, row.subject), **who}


def _looked_at(*columns: str, select: tuple[str, ...] = (), match: str = "") -> type[LookOnly]:
    """`match` is the column that means a table, which is called by who plays there."""
    named: dict[str, Any] = {
        "list_display": columns,
        "ordering": ("-pk",),
        "list_select_related": select,
    }
    if match:
        of = "pk" if match == "id" else f"{match}_id"
        named[f"{match}_named"] = _name_of(match, _("table of"))
        named["meant"] = lambda self, row: {match: ("match", getattr(row, of).hex)}
    return type("Looked", (LookOnly,), named)


LOOKED_AT: dict[type[models.Model], type[LookOnly]] = {
    Player: Players,
    Event: Facts,
    StatedText: Texts,
    StuckWork: StuckWorks,
    Report: Reports,
    Act: Acts,
    Tournament: Tournaments,
    Match: _looked_at("created_at", "id", "ruleset", "status", "finished_at", "reason", match="id"),
    Seat: _looked_at("number", "match", "player", "left_reason", select=("player",), match="match"),
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


def _local_time(field: "models.DateTimeField[Any, Any]") -> Any:
    """A column with a time, which the page shows by the reader's clock."""

    def show(self: LookOnly, row: Any) -> Any:
        at = getattr(row, field.attname)
        if at is None:
            return None
        return format_html(
            '<time datetime="{}" data-local>{}</time>', at.isoformat(), f"{at:%d %b %Y, %H:%M} UTC"
        )

    return display(description=field.verbose_name, ordering=field.name)(show)


def show(model: type[models.Model], looked: type[LookOnly]) -> None:
    """Has staff look at the rows of a model."""
    for column in model._meta.get_fields():
        if isinstance(column, models.DateTimeField):
            setattr(looked, f"{column.name}_here", _local_time(column))
    site.register(model, looked)


for model, looked in LOOKED_AT.items():
    show(model, looked)
