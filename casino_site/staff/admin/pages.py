"""Pages of staff beside those of rows: one for every act, which asks for the reason."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.identity  # noqa: F401 - registers the id converter
from casino_site.staff.acts import (
    ACTS,
    REASON_LENGTH,
    ActKind,
    Asked,
    NoSuchSubject,
    do,
    subject_of,
)
from casino_site.staff.hints import hints_of
from casino_site.staff.models import Act
from engine.errors import Refusal
from games.accounts.callers import signed_in
from games.store import eventstore, stated
from games.texts import seen
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log


class ActForm(forms.Form):
    """The reason of an act, and what else it is told."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=REASON_LENGTH,
        validators=[seen],
        help_text=_("It is kept for ever. Write no name and no address into it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any, *, kind: ActKind, subject: Any) -> None:
        super().__init__(data)
        if "handle" in kind.fields:
            self.fields["handle"] = forms.CharField(label=_("New handle"), max_length=24)
        if "answer" in kind.fields:
            self.fields["answer"] = forms.CharField(
                label=_("Answer"), max_length=REASON_LENGTH, validators=[seen]
            )
        if "text" in kind.fields:
            texts = [(f"{version}/{field}", said) for version, field, said in texts_of(subject)]
            self.fields["text"] = forms.ChoiceField(label=_("What goes"), choices=texts)
        if kind.about is Act.About.EVENT:
            self.fields["reason"].help_text = _("It is a fact of the event: everybody reads it.")
        self.order_fields([*kind.fields, "reason"])

    def given(self) -> dict[str, Any]:
        found = dict(self.cleaned_data)
        if "text" in found:
            version, _slash, field = found.pop("text").partition("/")
            found |= {"version": int(version), "field": field}
        return found


def texts_of(tournament: Tournament) -> list[tuple[int, str, str]]:
    """What people typed into facts of the event, each once: the version, the field, the words."""
    rows = list(eventstore.rows_of(tournament_log.stream_of(tournament.pk)))
    found: dict[str, tuple[int, str, str]] = {}
    for row, data in zip(rows, stated.joined(rows), strict=True):
        for field, digest in stated.digests_in(row.type, row.data).items():
            if data[field] != stated.removed(digest):
                found.setdefault(digest, (row.version, field, f"{field}: {data[field]}"))
    return list(found.values())


def act_page(admin: AdminSite, request: HttpRequest, what: str, subject: UUID) -> HttpResponse:
    kind = ACTS.get(what)
    if kind is None:
        raise Http404
    try:
        row = subject_of(kind.about, subject)
    except NoSuchSubject as unknown:
        raise Http404(unknown.detail) from unknown
    form = ActForm(request.POST or None, kind=kind, subject=row)
    back = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    if request.method == "POST" and form.is_valid():
        given = form.given()
        asked = Asked(row, signed_in(request.user), given.pop("reason"), given, timezone.now())
        try:
            do(kind, asked)
        except Refusal as refused:
            form.add_error(None, f"{refused.detail} ({refused.code})")
        else:
            messages.success(request, _("Done, and in the list of acts."))
            return redirect(back)
    context = admin.each_context(request) | {
        "title": f"{kind.title}: {row}",
        "kind": kind,
        "form": form,
        "back": back,
    }
    return TemplateResponse(request, "staff/act.html", context)


def hints_page(admin: AdminSite, request: HttpRequest, subject: UUID) -> HttpResponse:
    """What players of an event have in common."""
    event = Tournament.objects.filter(pk=subject).first()
    if event is None:
        raise Http404
    context = admin.each_context(request) | {
        "title": _("What players of %(event)s share") % {"event": event},
        "hints": hints_of(event),
        "event": event,
    }
    return TemplateResponse(request, "staff/hints.html", context)


def urls(admin: AdminSite) -> list[URLPattern]:
    def act(request: HttpRequest, what: str, subject: UUID) -> HttpResponse:
        return act_page(admin, request, what, subject)

    def hints(request: HttpRequest, subject: UUID) -> HttpResponse:
        return hints_page(admin, request, subject)

    return [
        path("hints/<id:subject>/", admin.admin_view(hints), name="hints"),
        path("act/<str:what>/<id:subject>/", admin.admin_view(act), name="act"),
    ]
