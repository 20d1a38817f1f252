"""Addresses of tournaments under `/api/v1/`."""

from django.urls import path

from tournaments.api import (
    advising_views,
    board_views,
    calendar_views,
    challenge_views,
    file_views,
    ladder_views,
    link_views,
    list_views,
    own_views,
    round_views,
    views,
)

ONE = "tournaments/<str:tournament_id>/"
ROUND = f"{ONE}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

CHALLENGE = "challenges/<str:challenge_id>/"
CALENDAR = "clubs/<slug:slug>/calendar"

urlpatterns = [
    path(f"{CALENDAR}/", calendar_views.Calendar.as_view(), name="club-calendar"),
    path(f"{CALENDAR}.ics", calendar_views.CalendarFile.as_view(), name="club-calendar-file"),
    path(
        f"{CALENDAR}/<str:evening_id>/",
        calendar_views.CalendarEvening.as_view(),
        name="club-evening",
    ),
    path(
        "clubs/<slug:slug>/honours/",
        calendar_views.ClubHonours.as_view(),
        name="club-honours",
    ),
    path("challenges/", challenge_views.ChallengeList.as_view(), name="challenge-list"),
    path(CHALLENGE, challenge_views.ChallengeDetail.as_view(), name="challenge"),
    path(f"{CHALLENGE}tables/", challenge_views.ChallengeTables.as_view(), name="challenge-tables"),
    path(
        f"{CHALLENGE}tables/<int:table_id>/",
        challenge_views.HandEnteredTable.as_view(),
        name="challenge-table",
    ),
    path(f"{CHALLENGE}freeze/", challenge_views.ChallengeFreeze.as_view(), name="challenge-freeze"),
    path("tournaments/", views.TournamentList.as_view(), name="tournament-list"),
    path("tournaments/import/", file_views.Import.as_view(), name="tournament-import"),
    path(ONE, views.TournamentDetail.as_view(), name="tournament"),
    path(f"{ONE}entrants/", views.EntrantList.as_view(), name="tournament-entrants"),
    path(f"{ONE}entrants/<int:number>/", views.EntrantDetail.as_view(), name="tournament-entrant"),
    path(
        f"{ONE}entrants/preview/",
        list_views.EntrantPreview.as_view(),
        name="tournament-entrants-preview",
    ),
    path(
        f"{ONE}entrants/<int:number>/link/",
        views.EntrantLink.as_view(),
        name="tournament-entrant-link",
    ),
    path(
        f"{ONE}entrants/confirm/",
        views.EntrantsConfirm.as_view(),
        name="tournament-entrants-confirm",
    ),
    path(
        f"{ONE}entrants/remove/", views.EntrantsRemove.as_view(), name="tournament-entrants-remove"
    ),
    path(f"{ONE}sign-up/", own_views.Coming.as_view(), name="tournament-sign-up"),
    path(f"{ONE}me/", own_views.Mine.as_view(), name="tournament-me"),
    path(f"{ONE}adviser/", advising_views.Adviser.as_view(), name="tournament-adviser"),
    path(f"{ONE}rounds/", round_views.RoundList.as_view(), name="tournament-rounds"),
    path(ROUND, round_views.RoundDetail.as_view(), name="tournament-round"),
    path(f"{ROUND}redraw/", round_views.RoundRedraw.as_view(), name="tournament-redraw"),
    path(f"{ROUND}publish/", round_views.RoundPublish.as_view(), name="tournament-publish"),
    path(f"{ROUND}withdraw/", round_views.RoundWithdraw.as_view(), name="tournament-withdraw"),
    path(f"{ROUND}close/", round_views.RoundClose.as_view(), name="tournament-close"),
    path(f"{TABLE}result/", round_views.TableResult.as_view(), name="tournament-result"),
    path(f"{TABLE}confirm/", round_views.TableConfirm.as_view(), name="tournament-confirm"),
    path(f"{TABLE}question/", round_views.TableQuestion.as_view(), name="tournament-question"),
    path(f"{ONE}ladder/", ladder_views.LadderList.as_view(), name="tournament-ladder"),
    path(f"{ONE}ladder/day/", ladder_views.LadderDay.as_view(), name="tournament-ladder-day"),
    path(
        f"{TABLE}challenge/",
        ladder_views.LadderChallenge.as_view(),
        name="tournament-ladder-challenge",
    ),
    path(f"{TABLE}match/", round_views.TableMatchCall.as_view(), name="tournament-match"),
    path(f"{ONE}desk/", round_views.Desk.as_view(), name="tournament-desk"),
    path(f"{ONE}standings/", views.Standings.as_view(), name="tournament-standings"),
    path(f"{ONE}movement/", views.MovementCall.as_view(), name="tournament-movement"),
    path(f"{ONE}boards/", board_views.BoardList.as_view(), name="tournament-boards"),
    path(f"{ONE}boards/<int:board>/", board_views.BoardDetail.as_view(), name="tournament-board"),
    path(
        f"{TABLE}boards/<int:board>/",
        board_views.TableBoardCall.as_view(),
        name="tournament-table-board",
    ),
    path(
        f"{TABLE}boards/<int:board>/deal/",
        board_views.TableDeal.as_view(),
        name="tournament-table-deal",
    ),
    path(f"{ONE}pools/", views.Pools.as_view(), name="tournament-pools"),
    path(f"{ONE}bracket/", views.BracketCall.as_view(), name="tournament-bracket"),
    path(f"{ONE}log/", views.Log.as_view(), name="tournament-log"),
    path(f"{ONE}palmares/", views.Palmares.as_view(), name="tournament-palmares"),
    path(f"{ONE}timer/", views.Timer.as_view(), name="tournament-timer"),
    path(f"{ONE}webhooks/", views.Webhooks.as_view(), name="tournament-webhooks"),
    path(f"{ONE}links/", link_views.TournamentLinks.as_view(), name="tournament-links"),
    path(f"{ONE}links/<int:link_id>/", link_views.TournamentLink.as_view(), name="tournament-link"),
    path(f"{ONE}export/", file_views.Export.as_view(), name="tournament-export"),
]
