"""`Idempotency-Key` on every POST of an account: done once, however often it comes.

The row of the key, whatever the request changes, and the answer are written in one transaction. Of
two requests that come together the second waits for the first at the row, and reads its answer; a
process that ends halfway leaves nothing. A refusal changes nothing, so nothing is kept of it.
"""

import hashlib
from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.exceptions import APIException

from casino_site.bodies import limit_of
from casino_site.contract.kept_answers import KEPT
from casino_site.contract.models import KeptAnswer
from casino_site.problems import PROBLEM_JSON
from engine.errors import Kind, Refusal
from games.api.keys import HEADER, key_in
from games.models import Player
from games.problems import problem_of

LARGEST = 256 * 1024
# Fields of the answer that say something of it, and not of the moment.
KEPT_HEADERS = ("Content-Type", "Location", "ETag")
View = Callable[..., HttpResponseBase]


class KeyReused(Refusal):
    code = "idempotency_key_reused"
    kind = Kind.CONFLICT
    template = "This key was used for another request."


class AnswerNotKept(Refusal):
    code = "idempotency_answer_not_kept"
    kind = Kind.CONFLICT
    template = "The request with this key was done; its answer is not kept."


class Asked(NamedTuple):
    """A request with a key."""

    player: Player
    key: str
    digest: str
    keeps: bool


class IdempotencyGate:
    """Middleware."""

    def __init__(self, inner: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.inner = inner

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.inner(request)

    def process_view(
        self, request: HttpRequest, view: View, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Answers a POST with a key; None leaves it to the view."""
        api = getattr(view, "cls", None)
        if request.method != "POST" or HEADER not in request.headers or api is None:
            return None
        try:
            asked = _asked(request, api)
            return None if asked is None else once(asked, lambda: view(request, *args, **kwargs))
        except Refusal as refusal:
            return _refused(refusal)


def once(asked: Asked, do: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer of `do`, or the one that is kept of it."""
    with transaction.atomic():
        row = _reserved(asked)
        if row is None:
            return _replayed(KeptAnswer.objects.get(player=asked.player, key=asked.key), asked)
        answer = do()
        render = getattr(answer, "render", None)
        if render is not None:
            render()
        if answer.status_code >= 400:
            transaction.set_rollback(True)
        elif asked.keeps and isinstance(answer, HttpResponse) and len(answer.content) <= LARGEST:
            row.status, row.body = answer.status_code, answer.content.decode()
            row.headers = {name: answer[name] for name in KEPT_HEADERS if name in answer}
            row.save()
        return answer


def _asked(request: HttpRequest, api: Any) -> Asked | None:
    """None where the request is nobody's, who then has no keys; or cannot be read."""
    view = api()
    view.request = asked = view.initialize_request(request)
    try:
        player = asked.user
    except APIException:
        return None  # the view says so
    if not isinstance(player, Player):
        return None
    key = key_in(request.headers[HEADER])
    assert key is not None
    body = _body_of(request)
    about = f"{request.get_full_path()}\n{request.content_type}\n".encode()
    digest = hashlib.sha256(about + body).hexdigest()
    return Asked(player, key, digest, not getattr(api, "answers_secrets", False))


def _body_of(request: HttpRequest) -> bytes:
    """The body, which the view can read again; one byte more than it may have, if it has more."""
    limit = max(limit_of(request.path), settings.LARGEST_FILE)
    body = request.read(limit + 1)
    request._body = body
    request._stream = BytesIO(body)
    return body


def _reserved(asked: Asked) -> KeptAnswer | None:
    """The row of this key, if nobody has one that is still good."""
    now = timezone.now()
    mine = KeptAnswer.objects.filter(player=asked.player, key=asked.key)
    mine.filter(made_at__lt=now - KEPT).delete()
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(
                player=asked.player, key=asked.key, digest=asked.digest, made_at=now
            )
    except IntegrityError:
        return None


def _replayed(row: KeptAnswer, asked: Asked) -> HttpResponse:
    if row.digest != asked.digest:
        raise KeyReused()
    if row.status is None:
        raise AnswerNotKept()
    answer = HttpResponse(row.body, status=row.status)
    for name, value in row.headers.items():
        answer[name] = value
    answer["Idempotency-Replayed"] = "true"
    answer["Cache-Control"] = "private, no-store"
    return answer


def _refused(refusal: Refusal) -> HttpResponse:
    document = problem_of(refusal)
    return JsonResponse(document, status=document["status"], content_type=PROBLEM_JSON)
