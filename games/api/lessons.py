"""The guided table over REST: its positions, what can be played there, and what came of it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.rules.cards import parse_card
from games.api.serializers_of_documents import serializer_of
from games.api.shaped import ShapedField
from games.api.strict import StrictSerializer, check_fields
from games.casual import lessons
from games.casual.documents import LessonDocument, LessonList, OfferedDocument, TriedDocument
from games.casual.lessons import Lesson
from games.casual.refusals import UnknownLesson
from games.match import fields
from games.refusals import MalformedField

CARD = r"^[A2-9TJQK][cdhs]$"


class Considered(StrictSerializer):
    card = serializers.RegexField(CARD)
    loose = serializers.ListField(child=serializers.RegexField(CARD), required=False)
    builds = serializers.ListField(child=serializers.IntegerField(), required=False)


class TriedMove(StrictSerializer):
    told = frozenset({"text"})

    move = ShapedField(shape="GivenMove")


class LessonsView(APIView):
    @extend_schema(operation_id="lessons", responses=serializer_of(LessonList))
    def get(self, request: Request) -> Response:
        """The positions of the guided table, in their order."""
        found: LessonList = {"results": [_told(lesson) for lesson in lessons.LESSONS]}
        return Response(found)


class LearningView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def asked(self, key: str, request: Request) -> tuple[Lesson, dict[str, Any]]:
        lesson = lessons.lesson_of(key)
        if lesson is None:
            raise UnknownLesson()
        if not isinstance(request.data, dict):
            raise MalformedField(field="body")
        return lesson, request.data


class ConsiderView(LearningView):
    @extend_schema(
        operation_id="consider_lesson",
        request=Considered,
        responses=serializer_of(OfferedDocument),
    )
    def post(self, request: Request, key: str) -> Response:
        """The legal moves of a card with exactly these of the table, or why there is none."""
        lesson, content = self.asked(key, request)
        asked = Considered(data=content)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        chosen = (
            parse_card(given["card"]),
            lessons.cards_of(given.get("loose", [])),
            tuple(sorted({value for value in given.get("builds", []) if 1 <= value <= 14})),
        )
        moves, why = lessons.offered(lesson, *chosen)
        goes_with = lessons.lit(lesson, *chosen)
        found: OfferedDocument = {"moves": moves, "why": why, "goes_with": goes_with}
        return Response(found)


class TryView(LearningView):
    @extend_schema(
        operation_id="try_lesson", request=TriedMove, responses=serializer_of(TriedDocument)
    )
    def post(self, request: Request, key: str) -> Response:
        """What comes of a move in this position: nothing is kept."""
        lesson, content = self.asked(key, request)
        check_fields(content, TriedMove.known())
        result = lessons.tried(lesson, fields.move_in(content))
        effect = result.effect
        after = None if effect is None else lessons.view_json(lesson, effect.table, effect.hand)
        found: TriedDocument = {"why": result.why, "done": result.done, "after": after}
        return Response(found)


def _told(lesson: Lesson) -> LessonDocument:
    return {
        "key": lesson.key,
        "title": str(lesson.title),
        "text": str(lesson.text),
        "task": str(lesson.task),
        "deal": lessons.view_json(lesson),
    }
