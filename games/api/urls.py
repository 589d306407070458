from django.urls import path

import games.api.token_schema
import games.identity  # noqa: F401 - registers the id converter
from games.api import accounts, casual, lessons, matches, records, reference, tokens

urlpatterns = [
    path("players/", accounts.PlayersView.as_view(), name="api-players"),
    path("tokens/", accounts.TokensView.as_view(), name="api-tokens"),
    path("me/", accounts.MeView.as_view(), name="api-me"),
    path("guests/", accounts.GuestsView.as_view(), name="api-guests"),
    path("me/keep/", accounts.KeepView.as_view(), name="api-keep"),
    path("me/data/", accounts.MyDataView.as_view(), name="api-my-data"),
    path("me/tokens/", tokens.MyTokensView.as_view(), name="api-my-tokens"),
    path("me/tokens/<str:key>/", tokens.MyTokenView.as_view(), name="api-my-token"),
    path("bots/", reference.BotsView.as_view(), name="api-bots"),
    path("rulesets/", reference.RulesetsView.as_view(), name="api-rulesets"),
    path("matches/", casual.MatchesView.as_view(), name="api-matches"),
    path("tables/", casual.LobbyView.as_view(), name="api-lobby"),
    path("tables/find/", casual.FindView.as_view(), name="api-find"),
    path("tables/<str:table>/", casual.TableView.as_view(), name="api-table"),
    path("tables/<str:table>/join/", casual.JoinView.as_view(), name="api-table-join"),
    path("tables/<str:table>/leave/", casual.LeaveView.as_view(), name="api-table-leave"),
    path("tables/<str:table>/here/", casual.HereView.as_view(), name="api-table-here"),
    path("tables/<str:table>/bots/", casual.FillView.as_view(), name="api-table-bots"),
    path("lessons/", lessons.LessonsView.as_view(), name="api-lessons"),
    path("lessons/<slug:key>/consider/", lessons.ConsiderView.as_view(), name="api-consider"),
    path("lessons/<slug:key>/try/", lessons.TryView.as_view(), name="api-lesson-try"),
    path("exhibition/", casual.ExhibitionView.as_view(), name="api-exhibition"),
    path("matches/<id:match_id>/", matches.MatchView.as_view(), name="api-match"),
    path("matches/<id:match_id>/events/", matches.EventsView.as_view(), name="api-match-events"),
    path("matches/<id:match_id>/export/", matches.ExportView.as_view(), name="api-match-export"),
    path("matches/<id:match_id>/record/", records.RecordView.as_view(), name="api-match-record"),
    path("matches/<id:match_id>/moves/", matches.MovesView.as_view(), name="api-match-moves"),
    path("matches/<id:match_id>/cut/", matches.CutView.as_view(), name="api-match-cut"),
    path("matches/<id:match_id>/resign/", matches.ResignView.as_view(), name="api-match-resign"),
    path("matches/<id:match_id>/hint/", casual.HintView.as_view(), name="api-hint"),
    path("matches/<id:match_id>/rematch/", casual.RematchView.as_view(), name="api-rematch"),
    path("matches/<id:match_id>/another/", casual.AnotherView.as_view(), name="api-another"),
    path("records/", records.RecordsView.as_view(), name="api-records"),
]
