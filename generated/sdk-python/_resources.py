"""Every operation, by resource. Written from the contract by `npm run generate`."""

# ruff: noqa
# pyright: reportUnusedImport=false
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from . import models, requests
from ._delivery import Delivery
from ._model import Model
from ._pages import AsyncList, Page
from ._request import CallOptions, Operation, Pagination, Upload

if TYPE_CHECKING:
    from ._client import AsyncCaller, SyncCaller


SPEC_VERSION = "1.0.0-demo"
"""The version of the contract that this package was generated from."""

DEFAULT_BASE_URL = "http://127.0.0.1:3000/api/public/v1"
"""The first server that the contract names."""


_LIST_BUSINESSES = Operation(
    "listBusinesses",
    "GET",
    "/businesses",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_GET_BUSINESS = Operation(
    "getBusiness",
    "GET",
    "/businesses/{id}",
)
_LIST_COMPETITORS = Operation(
    "listCompetitors",
    "GET",
    "/businesses/{id}/competitors",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_CREATE_COMPETITOR = Operation(
    "createCompetitor",
    "POST",
    "/businesses/{id}/competitors",
)
_GET_COMPETITOR = Operation(
    "getCompetitor",
    "GET",
    "/competitors/{id}",
)
_DELETE_COMPETITOR = Operation(
    "deleteCompetitor",
    "DELETE",
    "/competitors/{id}",
)
_UPDATE_COMPETITOR = Operation(
    "updateCompetitor",
    "PATCH",
    "/competitors/{id}",
)
_LIST_ANALYSES = Operation(
    "listAnalyses",
    "GET",
    "/businesses/{id}/analyses",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_START_ANALYSIS = Operation(
    "startAnalysis",
    "POST",
    "/businesses/{id}/analyses",
)
_GET_ANALYSIS_SCHEDULE = Operation(
    "getAnalysisSchedule",
    "GET",
    "/businesses/{id}/analysis-schedule",
)
_SET_ANALYSIS_SCHEDULE = Operation(
    "setAnalysisSchedule",
    "PUT",
    "/businesses/{id}/analysis-schedule",
)
_GET_ANALYSIS = Operation(
    "getAnalysis",
    "GET",
    "/analyses/{id}",
)
_LIST_RECOMMENDATIONS = Operation(
    "listRecommendations",
    "GET",
    "/businesses/{id}/recommendations",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_GET_RECOMMENDATION = Operation(
    "getRecommendation",
    "GET",
    "/recommendations/{id}",
)
_UPDATE_RECOMMENDATION = Operation(
    "updateRecommendation",
    "PATCH",
    "/recommendations/{id}",
)
_LIST_REPORTS = Operation(
    "listReports",
    "GET",
    "/businesses/{id}/reports",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_GET_REPORT = Operation(
    "getReport",
    "GET",
    "/reports/{id}",
)
_LIST_REVIEWS = Operation(
    "listReviews",
    "GET",
    "/businesses/{id}/reviews",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_CREATE_REVIEWS = Operation(
    "createReviews",
    "POST",
    "/businesses/{id}/reviews",
)
_GET_REVIEW = Operation(
    "getReview",
    "GET",
    "/reviews/{id}",
)
_DELETE_REVIEW = Operation(
    "deleteReview",
    "DELETE",
    "/reviews/{id}",
)
_LIST_REVIEW_IMPORTS = Operation(
    "listReviewImports",
    "GET",
    "/businesses/{id}/review-imports",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_CREATE_REVIEW_IMPORT = Operation(
    "createReviewImport",
    "POST",
    "/businesses/{id}/review-imports",
    upload=True,
)
_GET_REVIEW_IMPORT = Operation(
    "getReviewImport",
    "GET",
    "/review-imports/{id}",
)
_LIST_REVIEW_REPLIES = Operation(
    "listReviewReplies",
    "GET",
    "/review-replies",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_DRAFT_REVIEW_REPLY = Operation(
    "draftReviewReply",
    "POST",
    "/review-replies",
)
_GET_REVIEW_REPLY = Operation(
    "getReviewReply",
    "GET",
    "/review-replies/{id}",
)
_UPDATE_REVIEW_REPLY = Operation(
    "updateReviewReply",
    "PATCH",
    "/review-replies/{id}",
)
_LIST_WEBHOOKS = Operation(
    "listWebhooks",
    "GET",
    "/webhooks",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_CREATE_WEBHOOK = Operation(
    "createWebhook",
    "POST",
    "/webhooks",
)
_GET_WEBHOOK = Operation(
    "getWebhook",
    "GET",
    "/webhooks/{id}",
)
_DELETE_WEBHOOK = Operation(
    "deleteWebhook",
    "DELETE",
    "/webhooks/{id}",
)
_UPDATE_WEBHOOK = Operation(
    "updateWebhook",
    "PATCH",
    "/webhooks/{id}",
)
_TEST_WEBHOOK = Operation(
    "testWebhook",
    "POST",
    "/webhooks/{id}/test",
)
_ROTATE_WEBHOOK_SECRET = Operation(
    "rotateWebhookSecret",
    "POST",
    "/webhooks/{id}/rotate-secret",
)
_GET_WEBHOOK_STATISTICS = Operation(
    "getWebhookStatistics",
    "GET",
    "/webhooks/{id}/statistics",
)
_LIST_WEBHOOK_DELIVERIES = Operation(
    "listWebhookDeliveries",
    "GET",
    "/webhooks/{id}/deliveries",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_RESEND_WEBHOOK_DELIVERIES = Operation(
    "resendWebhookDeliveries",
    "POST",
    "/webhooks/{id}/resend",
)
_GET_WEBHOOK_DELIVERY = Operation(
    "getWebhookDelivery",
    "GET",
    "/webhook-deliveries/{id}",
)
_RESEND_WEBHOOK_DELIVERY = Operation(
    "resendWebhookDelivery",
    "POST",
    "/webhook-deliveries/{id}/resend",
)
_LIST_WEBHOOK_EVENTS = Operation(
    "listWebhookEvents",
    "GET",
    "/webhook-events",
)
_LIST_EVENTS = Operation(
    "listEvents",
    "GET",
    "/events",
    pagination=Pagination("cursor", "data", "meta.page.next_cursor"),
)
_GET_ACCOUNT = Operation(
    "getAccount",
    "GET",
    "/account",
)
_GET_USAGE = Operation(
    "getUsage",
    "GET",
    "/usage",
)


class BusinessesResource:
    """Operations of ``businesses``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.BusinessListResponse, models.Business]:
        """
        List businesses

        Returns the businesses that the credential can access. Every account is bound to one business, so the list
        contains exactly that business.

        Start here: the `id` of the first item is the `{id}` of the other operations on a business. Newest first.

        ``GET /businesses`` · scope ``businesses:read``

        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_BUSINESSES,
            models.BusinessListResponse,
            models.Business,
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    def get(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BusinessResponse:
        """
        Get a business

        Returns the business with its review statistics: rating, number of reviews, change over the last 90 days, and
        response rate. `latest_analysis_id` is the ID of the latest completed analysis; it is null if there is none.

        ``GET /businesses/{id}`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _GET_BUSINESS,
            models.BusinessResponse,
            path={"id": business_id},
            options=options,
        )


class CompetitorsResource:
    """Operations of ``competitors``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.CompetitorListResponse, models.Competitor]:
        """
        List competitors of a business

        Returns the competitors of the business with their review statistics, and with the aspects that their customers
        praise or criticize most according to the latest completed analysis. Newest first.

        ``GET /businesses/{id}/competitors`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_COMPETITORS,
            models.CompetitorListResponse,
            models.Competitor,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    def create(
        self,
        business_id: str,
        body: requests.CreateCompetitorRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Create a competitor

        Adds a competitor to compare the business with. It has no reviews yet: import them with `createReviews`. The next
        analysis includes the competitor.

        A plan includes a maximum number of competitors (`capacities` of `getAccount`). Above it, the response is 429 with
        the path `quota.competitors`; waiting does not help, removing a competitor does.

        ``POST /businesses/{id}/competitors`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _CREATE_COMPETITOR,
            models.CompetitorResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    def get(
        self,
        competitor_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Get a competitor

        Returns a competitor with its review statistics.

        ``GET /competitors/{id}`` · scope ``businesses:read`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return self._caller.call(
            _GET_COMPETITOR,
            models.CompetitorResponse,
            path={"id": competitor_id},
            options=options,
        )

    def delete(
        self,
        competitor_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedCompetitorResponse:
        """
        Delete a competitor

        Deletes the competitor and its reviews. This cannot be undone. Existing analyses and reports keep what they state
        about the competitor.

        ``DELETE /competitors/{id}`` · scope ``reviews:write`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return self._caller.call(
            _DELETE_COMPETITOR,
            models.DeletedCompetitorResponse,
            path={"id": competitor_id},
            options=options,
        )

    def update(
        self,
        competitor_id: str,
        body: requests.UpdateCompetitorRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Update a competitor

        Changes the fields that are sent. Omitted fields keep their values. Existing analyses and reports keep the
        previous name.

        ``PATCH /competitors/{id}`` · scope ``reviews:write`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return self._caller.call(
            _UPDATE_COMPETITOR,
            models.CompetitorResponse,
            path={"id": competitor_id},
            body=body,
            options=options,
        )


class AnalysesResource:
    """Operations of ``analyses``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        status: Literal["queued", "running", "completed", "failed"] | None = None,
        created_after: datetime | str | None = None,
        created_before: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.AnalysisListResponse, models.Analysis]:
        """
        List analyses of a business

        Returns all analyses of the business in any status, newest first. `summary` is always an object; its three lists
        are empty until `status` is `completed`.

        ``GET /businesses/{id}/analyses`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param status: Return only analyses with this status.
        :param created_after: Return only analyses that were requested at or after this instant (RFC 3339).
        :param created_before: Return only analyses that were requested before this instant (RFC 3339).
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_ANALYSES,
            models.AnalysisListResponse,
            models.Analysis,
            path={"id": business_id},
            query={"status": status, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            options=options,
        )

    def start(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Start an analysis

        Queues an analysis of the reviews of the business and its competitors that were posted in the year before the
        request, and returns immediately. The operation has no request body. Poll the analysis with `getAnalysis`, or
        preferably wait for the webhook event `analysis.completed` or `analysis.failed`: exactly one of them is sent.

        Each analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report in
        addition to its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access
        token uses the grant instead, and returns it if the analysis fails. The service does not retry a failed analysis;
        resolve the reason and start another one.

        ``POST /businesses/{id}/analyses`` · scope ``analyses:write`` · counts against the quota ``analyses`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _START_ANALYSIS,
            models.AnalysisResponse,
            path={"id": business_id},
            options=options,
        )

    def get_schedule(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisScheduleResponse:
        """
        Get the analysis schedule

        Returns the analysis schedule: when the business is analyzed automatically, and when the next run is due. Without
        a schedule, `frequency` is `none`.

        ``GET /businesses/{id}/analysis-schedule`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _GET_ANALYSIS_SCHEDULE,
            models.AnalysisScheduleResponse,
            path={"id": business_id},
            options=options,
        )

    def set_schedule(
        self,
        business_id: str,
        body: requests.SetAnalysisScheduleRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisScheduleResponse:
        """
        Set the analysis schedule

        Replaces the analysis schedule of the business. Weekday and hour are in the time zone of the business (`timezone`),
        including daylight saving time: if the clocks skip the hour, the run starts at the next hour; if they repeat it,
        there is one run.

        - `weekly`: every week on `weekday` at `hour`
        - `monthly`: on the first `weekday` of every month at `hour`
        - `none`: never

        Each run starts an analysis like `startAnalysis`, with its report and events, and counts against the monthly quota
        `analyses` of the plan. If the quota is used up, the run is skipped, and `GET /events` contains an
        `analysis.skipped` event. If several runs were missed, one run replaces all of them.

        ``PUT /businesses/{id}/analysis-schedule`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _SET_ANALYSIS_SCHEDULE,
            models.AnalysisScheduleResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    def get(
        self,
        analysis_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Get an analysis

        Returns an analysis: `summary` has the main findings, `themes` the findings per aspect with verbatim quotes as
        evidence, `comparison` the comparison with each competitor, and `sample` the number of analyzed reviews.

        `status` changes from `queued` to `running` to `completed` or `failed`; the last two are final. After a failure,
        `failure.reason` contains the reason. `report_id` is null until the report is ready.

        ``GET /analyses/{id}`` · scope ``businesses:read``

        :param analysis_id: The ID of the analysis.
        """
        return self._caller.call(
            _GET_ANALYSIS,
            models.AnalysisResponse,
            path={"id": analysis_id},
            options=options,
        )


class RecommendationsResource:
    """Operations of ``recommendations``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        status: Literal["open", "planned", "done", "dismissed", "resolved"] | None = None,
        aspect: Literal["quality", "service", "price", "wait", "booking", "cleanliness", "ambience", "comfort", "location", "communication", "trust", "safety", "general"] | None = None,
        urgent: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.RecommendationListResponse, models.Recommendation]:
        """
        List recommendations for a business

        Returns the recommendations for the business, most important first: `open` and `planned` before the others, then
        by `priority`, then newest first. Each recommendation has a reason, quotes as evidence, and a metric that shows
        whether it worked. `score` is computed from `factors`, not set by a language model.

        A recommendation is the same record while later analyses confirm it, and becomes `resolved` when an analysis no
        longer finds the problem.

        ``GET /businesses/{id}/recommendations`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param status: Return only recommendations with this status.
        :param aspect: Return only recommendations about this aspect.
        :param urgent: If true, return only urgent recommendations; if false, only recommendations that are not urgent.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_RECOMMENDATIONS,
            models.RecommendationListResponse,
            models.Recommendation,
            path={"id": business_id},
            query={"status": status, "aspect": aspect, "urgent": urgent, "limit": limit, "cursor": cursor},
            options=options,
        )

    def get(
        self,
        recommendation_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.RecommendationResponse:
        """
        Get a recommendation

        Returns a recommendation, for example the one that the event `recommendation.created` names. Resolved
        recommendations can be read as well.

        ``GET /recommendations/{id}`` · scope ``businesses:read``

        :param recommendation_id: The ID of the recommendation.
        """
        return self._caller.call(
            _GET_RECOMMENDATION,
            models.RecommendationResponse,
            path={"id": recommendation_id},
            options=options,
        )

    def update(
        self,
        recommendation_id: str,
        body: requests.UpdateRecommendationRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.RecommendationResponse:
        """
        Update a recommendation

        Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and
        `dismissed` while they find the problem, and set the status to `resolved` when they no longer do. The status of a
        resolved recommendation cannot be changed (409); its note can.

        ``PATCH /recommendations/{id}`` · scope ``analyses:write`` · beta

        :param recommendation_id: The ID of the recommendation.
        """
        return self._caller.call(
            _UPDATE_RECOMMENDATION,
            models.RecommendationResponse,
            path={"id": recommendation_id},
            body=body,
            options=options,
        )


class ReportsResource:
    """Operations of ``reports``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.ReportListResponse, models.ReportSummary]:
        """
        List reports of a business

        Returns all reports of the business, newest first, without sections and files; `getReport` returns those.

        ``GET /businesses/{id}/reports`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REPORTS,
            models.ReportListResponse,
            models.ReportSummary,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    def get(
        self,
        report_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReportResponse:
        """
        Get a report

        Returns a report both as data (`sections`, with texts, quotes and chart data) and as files to open or print. The
        URLs in `files` are signed and require no credential. The same URL is returned for an hour and is valid for a day,
        so fetch the report again instead of storing a URL.

        The files are deleted 395 days after the report was created. The report itself remains, and `files_deleted_at` has
        the time.

        A report becomes visible when it is complete; the webhook event `report.generated` announces it.

        ``GET /reports/{id}`` · scope ``businesses:read``

        :param report_id: The ID of the report, as in `report_id` of its analysis or in the event `report.generated`.
        """
        return self._caller.call(
            _GET_REPORT,
            models.ReportResponse,
            path={"id": report_id},
            options=options,
        )


class ReviewsResource:
    """Operations of ``reviews``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        sort: Literal["newest", "oldest", "highest_rating", "lowest_rating"] | None = None,
        own: bool | None = None,
        competitor_id: str | None = None,
        source: Literal["google", "yelp", "tripadvisor", "facebook", "other"] | None = None,
        rating: int | None = None,
        language: str | None = None,
        aspect: Literal["quality", "service", "price", "wait", "booking", "cleanliness", "ambience", "comfort", "location", "communication", "trust", "safety", "general"] | None = None,
        polarity: Literal["positive", "negative", "mixed", "neutral"] | None = None,
        flag: Literal["health_safety", "hygiene", "legal_threat", "discrimination", "harassment", "threat", "minors", "wrong_charge", "abuse", "refund_request", "incentive", "prompt_injection"] | None = None,
        replied: bool | None = None,
        published_after: datetime | str | None = None,
        published_before: datetime | str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.ReviewListResponse, models.Review]:
        """
        List reviews of a business and its competitors

        Returns the stored reviews of the business and its competitors, with the labels that the engine assigned. Filters
        can be combined; a review has to match all of them. Newest first unless `sort` is set.

        The engine analyzes new reviews in the background, usually within seconds. Until then, their `labels_state` is
        `pending`, and the filters `aspect`, `polarity`, `flag` and `q` exclude them.

        ``GET /businesses/{id}/reviews`` · scope ``businesses:read`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param sort: The order of the list. `newest` and `oldest` sort by the time of publication or, if unknown, of the import.
        :param own: If true, return only reviews of the business; if false, only reviews of its competitors.
        :param competitor_id: Return only reviews of this competitor. The list is empty if the business does not track the competitor.
        :param source: Return only reviews that were posted on this site.
        :param rating: Return only reviews with this number of stars.
        :param language: Return only reviews in this language, given as an ISO 639-1 code.
        :param aspect: Return only reviews that mention this aspect. With `polarity`, return only reviews whose statement about the aspect
        :param polarity: Return only reviews with this overall polarity or, with `aspect`, with this polarity for the aspect.
        :param flag: Return only reviews with this flag.
        :param replied: If true, return only reviews that the owner has replied to; if false, only reviews that are known to have no reply.
        :param published_after: Return only reviews published at or after this instant (RFC 3339).
        :param published_before: Return only reviews published before this instant (RFC 3339).
        :param q: Return only reviews whose text contains all of these words in any inflected form: `wait` matches "waited" and
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEWS,
            models.ReviewListResponse,
            models.Review,
            path={"id": business_id},
            query={"sort": sort, "own": own, "competitor_id": competitor_id, "source": source, "rating": rating, "language": language, "aspect": aspect, "polarity": polarity, "flag": flag, "replied": replied, "published_after": published_after, "published_before": published_before, "q": q, "limit": limit, "cursor": cursor},
            options=options,
        )

    def create(
        self,
        business_id: str,
        body: requests.CreateReviewsRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CreatedReviewsResponse:
        """
        Import reviews

        Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. The response contains
        one result per item, in the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the
        invalid field and the reason. Rejected items do not prevent the others from being stored.

        A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. Fields that
        an item omits keep their stored values. If `source_id` is omitted, it is derived from date, stars and text; a
        review whose text changes is then a new review. New and changed reviews are labeled and the statistics updated in
        the background.

        A plan includes a maximum number of reviews (`capacities` of `getAccount`). A request that would exceed it stores
        nothing and returns 429 with the path `quota.reviews`.

        ``POST /businesses/{id}/reviews`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return self._caller.call(
            _CREATE_REVIEWS,
            models.CreatedReviewsResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    def get(
        self,
        review_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReviewResponse:
        """
        Get a review

        Returns a review, for example the source of a quote in an analysis.

        ``GET /reviews/{id}`` · scope ``businesses:read`` · beta

        :param review_id: The ID of the review, as in `review_id` of a quote.
        """
        return self._caller.call(
            _GET_REVIEW,
            models.ReviewResponse,
            path={"id": review_id},
            options=options,
        )

    def delete(
        self,
        review_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedReviewResponse:
        """
        Delete a review

        Deletes a review and everything that contains its text: its labels, its quotes in analyses, recommendations and
        reports (including files), drafts of replies to it, and stored responses with such drafts. Counts that include the
        review do not change. The PDF of a report that quoted the review is unavailable until it has been created again.

        This cannot be undone. A keyed hash of the review's identity is kept, so that later requests and imports do not
        store it again.

        ``DELETE /reviews/{id}`` · scope ``reviews:write`` · beta

        :param review_id: The ID of the review, as in `review_id` of a quote.
        """
        return self._caller.call(
            _DELETE_REVIEW,
            models.DeletedReviewResponse,
            path={"id": review_id},
            options=options,
        )

    def list_imports(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.ReviewImportListResponse, models.ReviewImport]:
        """
        List imports of reviews

        Returns the imports of review files of the business with their status and results, newest first. An import is
        listed for as long as the service keeps events.

        ``GET /businesses/{id}/review-imports`` · scope ``businesses:read`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEW_IMPORTS,
            models.ReviewImportListResponse,
            models.ReviewImport,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    def create_import(
        self,
        business_id: str,
        body: Upload,
        *,
        date_order: Literal["dmy", "mdy"] | None = None,
        options: CallOptions | None = None,
    ) -> models.ReviewImportResponse:
        """
        Import a file of reviews

        Uploads a file with any number of reviews, which a worker then imports. The response contains the import;
        `getReviewImport` returns its progress. The file is CSV with a header line, a JSON array, a JSON object that
        contains a list, or one JSON object per line (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The format is
        detected from the content, not from the media type. The usual column names in exports of Google Business Profile,
        Yelp and TripAdvisor are supported. The column `subject` names the reviewed business of a row: `own`, or the name
        or ID of a competitor. If the column is missing, all reviews are for your business.

        A row that cannot be stored is listed in `rejections` and does not prevent the others from being stored. Existing
        reviews are updated, so a file can be imported again. If a file cannot be read completely, the import is `failed`;
        the rows before the error stay stored. One import per account runs at a time, further imports wait in order, and
        up to two files can be uploaded at a time. The file is stored encrypted until its import has finished.

        The maximum file size is 1 GB (1,000,000,000 bytes) unless the operator configured another limit. A plan includes
        a maximum number of uploads per day in UTC (`review_imports` in `capacities` of `getAccount`); above it, the
        response is 429 with the path `quota.review_imports`.

        With an `Idempotency-Key`, files are compared by their SHA-256 hash: another file with the same key returns 409. A
        repeated upload is read and compared, and not imported again.

        ``POST /businesses/{id}/review-imports`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param date_order: The order of day and month in dates such as 03/04/2026. If omitted, rows with a date that is valid in both orders
        """
        return self._caller.call(
            _CREATE_REVIEW_IMPORT,
            models.ReviewImportResponse,
            path={"id": business_id},
            query={"date_order": date_order},
            body=body,
            options=options,
        )

    def get_import(
        self,
        review_import_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReviewImportResponse:
        """
        Get an import of reviews

        Returns the status of an import, the number of stored reviews, and the rejected rows. Poll every few seconds until
        `status` is `completed` or `failed`; a file of 100,000 rows takes some seconds.

        ``GET /review-imports/{id}`` · scope ``businesses:read`` · beta

        :param review_import_id: The ID of the import.
        """
        return self._caller.call(
            _GET_REVIEW_IMPORT,
            models.ReviewImportResponse,
            path={"id": review_import_id},
            options=options,
        )


class ReviewRepliesResource:
    """Operations of ``review_replies``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        status: Literal["draft", "approved", "rejected"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.ReplyDraftListResponse, models.ReplyDraft]:
        """
        List reply drafts

        Returns the drafts of the account, newest first. A draft is deleted 90 days after its last change.

        ``GET /review-replies`` · scope ``replies:write`` · beta

        :param status: Return only drafts with this status.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEW_REPLIES,
            models.ReplyDraftListResponse,
            models.ReplyDraft,
            query={"status": status, "limit": limit, "cursor": cursor},
            options=options,
        )

    def draft(
        self,
        body: requests.DraftReviewReplyRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Draft a reply to a review

        Writes one to three drafts of a public reply. The service publishes nothing: a person has to approve the draft and
        post it, so `requires_human_approval` is always true. Edit or reject the draft with `updateReviewReply`. It is
        deleted 90 days after its last change.

        A draft contains only statements that the review or your `facts` support; `claims` lists every concrete statement
        with its supporting quote. Read `warnings` before you approve a draft. Each request counts once against the
        monthly quota `reply_drafts`, regardless of the number of variants.

        ``POST /review-replies`` · scope ``replies:write`` · counts against the quota ``reply_drafts``
        """
        return self._caller.call(
            _DRAFT_REVIEW_REPLY,
            models.ReplyDraftResponse,
            body=body,
            options=options,
        )

    def get(
        self,
        reply_draft_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Get a reply draft

        Returns a draft with the review that it replies to, all variants, and the current text.

        ``GET /review-replies/{id}`` · scope ``replies:write`` · beta

        :param reply_draft_id: The ID of the draft.
        """
        return self._caller.call(
            _GET_REVIEW_REPLY,
            models.ReplyDraftResponse,
            path={"id": reply_draft_id},
            options=options,
        )

    def update(
        self,
        reply_draft_id: str,
        body: requests.UpdateReviewReplyRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Edit, reject or approve a reply draft

        Sets the text of a draft, its status, or both. If only the text changes, an approved or rejected draft becomes a
        `draft` again.

        Only a person can approve a draft: with an API key or an access token, the status `approved` is refused with 403.
        Approval does not publish the reply.

        ``PATCH /review-replies/{id}`` · scope ``replies:write`` · beta

        :param reply_draft_id: The ID of the draft.
        """
        return self._caller.call(
            _UPDATE_REVIEW_REPLY,
            models.ReplyDraftResponse,
            path={"id": reply_draft_id},
            body=body,
            options=options,
        )


class WebhooksDeliveriesResource:
    """Operations of ``webhooks.deliveries``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "in_progress", "waiting_retry", "succeeded", "dead_lettered", "canceled"] | None = None,
        event_type: Literal["analysis.completed", "analysis.failed", "report.generated", "recommendation.created", "webhook.test"] | None = None,
        created_after: datetime | str | None = None,
        created_before: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.WebhookDeliveryListResponse, models.WebhookDelivery]:
        """
        List deliveries of a webhook endpoint

        Returns the deliveries of the endpoint, newest first, each with its payload, all attempts, and a `hint` on the
        cause if it failed. Finished deliveries are kept for 30 days, dead letters for 90 days.

        ``GET /webhooks/{id}/deliveries`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        :param status: Return only deliveries with this status; `dead_lettered` returns deliveries that need attention.
        :param event_type: Return only deliveries of events of this type.
        :param created_after: Return only deliveries that were queued at or after this instant (RFC 3339).
        :param created_before: Return only deliveries that were queued before this instant (RFC 3339). If it is not after `created_after`, the list
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_WEBHOOK_DELIVERIES,
            models.WebhookDeliveryListResponse,
            models.WebhookDelivery,
            path={"id": webhook_id},
            query={"status": status, "event_type": event_type, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            options=options,
        )

    def resend_all(
        self,
        webhook_id: str,
        body: requests.ResendWebhookDeliveriesRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ResendWebhookDeliveriesResultResponse:
        """
        Resend many deliveries

        Resends past deliveries of the endpoint, for example after an outage of the receiver: deliveries that were queued
        at or after `since` and before `until`, with the given event types and statuses. With `dry_run`, deliveries are
        only counted. Each resend is a new delivery with the same event ID, so receivers that ignore events that they have
        already handled are not affected.

        Deliveries are queued in batches, oldest first, and the response is sent after the last batch. If a request is
        interrupted, only some of the deliveries have been queued. Retry the request with the same `Idempotency-Key` to
        continue where it stopped; without a key, it starts again from the beginning.

        The number of deliveries that an endpoint and an account can resend per hour (UTC) is limited. A request that
        reaches the limit keeps what it has queued and returns 429 with the path `rate.resends`; retry it with the same
        key after `Retry-After` seconds.

        ``POST /webhooks/{id}/resend`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _RESEND_WEBHOOK_DELIVERIES,
            models.ResendWebhookDeliveriesResultResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    def get(
        self,
        webhook_delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Get a delivery

        Returns a delivery with its payload and all attempts. `attempt_count`, `max_attempts` and `next_attempt_at` show
        what happens next; `hint` explains why the delivery failed and how to fix it.

        ``GET /webhook-deliveries/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_delivery_id: The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
        """
        return self._caller.call(
            _GET_WEBHOOK_DELIVERY,
            models.WebhookDeliveryResponse,
            path={"id": webhook_delivery_id},
            options=options,
        )

    def resend(
        self,
        webhook_delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Resend a delivery

        Creates a new delivery of the same event to the same endpoint, with a new delivery ID, the same event ID and the
        full number of attempts. Any past delivery can be resent, including dead letters. The operation has no request
        body. The resend counts against the hourly limit of resends.

        ``POST /webhook-deliveries/{id}/resend`` · scope ``webhooks:manage``

        :param webhook_delivery_id: The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
        """
        return self._caller.call(
            _RESEND_WEBHOOK_DELIVERY,
            models.WebhookDeliveryResponse,
            path={"id": webhook_delivery_id},
            options=options,
        )


class WebhooksEventsResource:
    """Operations of ``webhooks.events``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        after: str | None = None,
        type: Literal["analysis.completed", "analysis.failed", "report.generated", "recommendation.created", "webhook.test"] | None = None,
        wait: int | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookFeedEntryListResponse:
        """
        List webhook events as a feed

        Returns the webhook events of the account in order, oldest first: one entry per event and one per resend, kept for
        30 days. Use it to catch up after an outage, to forward events to a machine without a public URL, or to collect
        sample payloads.

        Unlike lists, the feed is read forward: handle the entries, store the `position` of the last one and pass it as
        `after`. With `wait`, the request stays open until an event occurs. An empty list means that there are no new
        entries yet.

        ``GET /webhook-events`` · scope ``webhooks:manage`` · beta

        :param after: Return only entries after this position: the `position` of the last entry that you handled. If omitted, the feed
        :param type: Return only events of this type.
        :param wait: Number of seconds to keep the request open if there are no entries. The response is sent as soon as an event occurs,
        """
        return self._caller.call(
            _LIST_WEBHOOK_EVENTS,
            models.WebhookFeedEntryListResponse,
            query={"after": after, "type": type, "wait": wait},
            options=options,
        )


class WebhooksResource:
    """Operations of ``webhooks``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller
        self.deliveries = WebhooksDeliveriesResource(caller)
        self.events = WebhooksEventsResource(caller)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.WebhookListResponse, models.Webhook]:
        """
        List webhook endpoints

        Returns the webhook endpoints of the account, newest first. Signing secrets are not included; they are only
        returned at creation and at each rotation.

        ``GET /webhooks`` · scope ``webhooks:manage``

        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_WEBHOOKS,
            models.WebhookListResponse,
            models.Webhook,
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    def create(
        self,
        body: requests.CreateWebhookRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecretResponse:
        """
        Register a webhook endpoint

        Registers an HTTPS URL and returns the signing secret. **The secret is returned only once**; store it securely. If
        `event_types` is omitted, the endpoint receives all types.

        The URL has to be public: private, loopback, link-local, reserved and internal host names and addresses are
        rejected with 400 and the path `body.url`. A host name is not resolved until the first delivery, which fails with
        `dns_failed` unless all its addresses are public. The same URL can be registered more than once, for example with
        different event types.

        An installation can require that the receiver confirms the URL. The receiver then gets a POST request with
        `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
        `{"challenge": "…"}`. Otherwise, the response is 400 with the path `body.url`. This setting is off by default.

        The number of endpoints of an account is limited; at the limit, the response is 409 `conflict`.

        ``POST /webhooks`` · scope ``webhooks:manage``
        """
        return self._caller.call(
            _CREATE_WEBHOOK,
            models.WebhookWithSecretResponse,
            body=body,
            options=options,
        )

    def get(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookResponse:
        """
        Get a webhook endpoint

        Returns a webhook endpoint, including when an attempt last succeeded and last failed.

        ``GET /webhooks/{id}`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _GET_WEBHOOK,
            models.WebhookResponse,
            path={"id": webhook_id},
            options=options,
        )

    def delete(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedWebhookResponse:
        """
        Delete a webhook endpoint

        Deletes the endpoint. Its unfinished deliveries become `canceled`, and its deliveries can no longer be read. This
        cannot be undone; to pause an endpoint, set `enabled` to false with `updateWebhook`.

        The response is 200 with a body rather than 204, because every response contains `meta`.

        ``DELETE /webhooks/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _DELETE_WEBHOOK,
            models.DeletedWebhookResponse,
            path={"id": webhook_id},
            options=options,
        )

    def update(
        self,
        webhook_id: str,
        body: requests.UpdateWebhookRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookResponse:
        """
        Update a webhook endpoint

        Changes the fields that are sent. Omitted fields and the signing secret keep their values. With `enabled: false`,
        deliveries are held and do not fail; they are sent when `enabled` is true again. Deliveries that are already
        queued go to the new `url`. Where receivers have to confirm the URL of a new endpoint, they also have to confirm a
        new `url`.

        ``PATCH /webhooks/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _UPDATE_WEBHOOK,
            models.WebhookResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    def test(
        self,
        webhook_id: str,
        body: requests.TestWebhookRequest | None = None,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Send a test event

        Queues an event for this endpoint only, regardless of the types that it subscribes to: a `webhook.test`, or an
        example of the type in the body. The event is signed, sent and retried like any other event. Use
        `getWebhookDelivery` to read the result.

        The IDs in the data of an example, other than `business_id`, do not exist, so reading them returns 404. An example
        is not in the feed of `listWebhookEvents`, and neither are its resends: readers of the feed would take it for an
        event that occurred.

        ``POST /webhooks/{id}/test`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _TEST_WEBHOOK,
            models.WebhookDeliveryResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    def rotate_secret(
        self,
        webhook_id: str,
        body: requests.RotateWebhookSecretRequest | None = None,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecretResponse:
        """
        Rotate the signing secret

        Replaces the signing secret and returns the new one. **The secret is returned only once.** By default, the
        previous secret stops signing immediately; a delivery that the receiver rejects because it still uses the previous
        secret succeeds on a retry. With `keep_previous_for`, deliveries are also signed with the previous secret in
        `webhook-signature` for that time, so that a receiver that verifies this header does not reject any of them.

        ``POST /webhooks/{id}/rotate-secret`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return self._caller.call(
            _ROTATE_WEBHOOK_SECRET,
            models.WebhookWithSecretResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    def get_statistics(
        self,
        webhook_id: str,
        *,
        interval: Literal["hour", "day"] | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookStatisticsResponse:
        """
        Get delivery statistics of a webhook endpoint

        Returns how many deliveries of the endpoint succeeded, failed and wait, per hour of the last 24 hours or per day of
        the last 30 days (UTC). A delivery is counted in the interval in which it was queued, and with its present status.
        Tests and resends are included. At most the latest 20,000 deliveries are counted.

        ``GET /webhooks/{id}/statistics`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        :param interval: Length of the intervals: `hour` for the last 24 hours, `day` for the last 30 days.
        """
        return self._caller.call(
            _GET_WEBHOOK_STATISTICS,
            models.WebhookStatisticsResponse,
            path={"id": webhook_id},
            query={"interval": interval},
            options=options,
        )


class UsageEventsResource:
    """Operations of ``usage_events``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        type: Literal["api.request", "api.refused", "key.issued", "key.revoked", "client.created", "client.secret_rotated", "client.deleted", "token.issued", "token.revoked", "token.reuse_detected", "webhook.created", "webhook.updated", "webhook.deleted", "webhook.secret_rotated", "webhook.tested", "webhook.disabled", "reviews.created", "review.deleted", "competitor.created", "competitor.updated", "competitor.deleted", "delivery.resent", "delivery.dead_lettered", "analysis.skipped", "quota.reached"] | None = None,
        operation_id: str | None = None,
        status: Literal["2xx", "3xx", "4xx", "5xx"] | None = None,
        caller: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        request_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.UsageEventListResponse, models.UsageEvent]:
        """
        List usage and account activity events

        Returns the API activity of the account, newest first: requests that were processed or refused, keys, clients and
        tokens that were issued or revoked, webhook endpoints that were changed, and quotas that were reached.
        `request_id` relates an event to the response that the caller received. Events are kept for 30 days.

        Only requests that can be attributed to an account are listed. Reading this list does not create an event.

        ``GET /events`` · scope ``businesses:read``

        :param type: Return only usage events of this type.
        :param operation_id: Return only usage events of requests to this operation.
        :param status: Return only usage events whose response status is in this class.
        :param caller: Return only usage events of the key or client with this ID.
        :param since: Return only usage events at or after this instant (RFC 3339).
        :param until: Return only usage events before this instant (RFC 3339). If it is not after `since`, the list is empty.
        :param request_id: Return only usage events of the request with this `X-Request-Id`.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_EVENTS,
            models.UsageEventListResponse,
            models.UsageEvent,
            query={"type": type, "operation_id": operation_id, "status": status, "caller": caller, "since": since, "until": until, "request_id": request_id, "limit": limit, "cursor": cursor},
            options=options,
        )


class AccountResource:
    """Operations of ``account``."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountResponse:
        """
        Get the account

        Returns the account of the credential: its plan, flags and business, the credential itself with its scopes and
        expiry, and all limits and quotas with their usage. Use it before a batch of metered requests to find out how many
        are left.

        The rate limits include this request. Reading the account does not count against a quota.

        ``GET /account`` · scope ``businesses:read``
        """
        return self._caller.call(
            _GET_ACCOUNT,
            models.AccountResponse,
            options=options,
        )

    def get_usage(
        self,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        interval: Literal["hour", "day", "month"] | None = None,
        group_by: Literal["operation", "status", "caller"] | None = None,
        options: CallOptions | None = None,
    ) -> models.UsageResponse:
        """
        Get request counts over time

        Returns the number of requests of the account per hour, day or month (UTC), in total or by operation, status or
        caller. Refused requests are included. The counts are aggregated per interval, so a long period is as fast to read
        as a short one. A request is counted within a second.

        | `interval` | kept for | maximum period | default period |
        |---|---|---|---|
        | `hour` | 35 days | 31 days | 24 hours |
        | `day` | 400 days | 366 days | 30 days |
        | `month` | 5 years | 5 years | 12 months |

        ``GET /usage`` · scope ``businesses:read``

        :param from_: Start of the period (RFC 3339), rounded down to the start of its interval. If it is not before `to`, the period is
        :param to: End of the period (RFC 3339), rounded up to the end of its interval. Default and maximum: now.
        :param interval: Length of the intervals.
        :param group_by: How to group the counts. If omitted, totals are returned.
        """
        return self._caller.call(
            _GET_USAGE,
            models.UsageResponse,
            query={"from": from_, "to": to, "interval": interval, "group_by": group_by},
            options=options,
        )


class Resources:
    """Every operation, by resource."""

    def __init__(self, caller: SyncCaller) -> None:
        self.businesses = BusinessesResource(caller)
        self.competitors = CompetitorsResource(caller)
        self.analyses = AnalysesResource(caller)
        self.recommendations = RecommendationsResource(caller)
        self.reports = ReportsResource(caller)
        self.reviews = ReviewsResource(caller)
        self.review_replies = ReviewRepliesResource(caller)
        self.webhooks = WebhooksResource(caller)
        self.usage_events = UsageEventsResource(caller)
        self.account = AccountResource(caller)


class AsyncBusinessesResource:
    """Operations of ``businesses``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.BusinessListResponse, models.Business]:
        """
        List businesses

        Returns the businesses that the credential can access. Every account is bound to one business, so the list
        contains exactly that business.

        Start here: the `id` of the first item is the `{id}` of the other operations on a business. Newest first.

        ``GET /businesses`` · scope ``businesses:read``

        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_BUSINESSES,
            models.BusinessListResponse,
            models.Business,
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def get(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BusinessResponse:
        """
        Get a business

        Returns the business with its review statistics: rating, number of reviews, change over the last 90 days, and
        response rate. `latest_analysis_id` is the ID of the latest completed analysis; it is null if there is none.

        ``GET /businesses/{id}`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _GET_BUSINESS,
            models.BusinessResponse,
            path={"id": business_id},
            options=options,
        )


class AsyncCompetitorsResource:
    """Operations of ``competitors``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.CompetitorListResponse, models.Competitor]:
        """
        List competitors of a business

        Returns the competitors of the business with their review statistics, and with the aspects that their customers
        praise or criticize most according to the latest completed analysis. Newest first.

        ``GET /businesses/{id}/competitors`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_COMPETITORS,
            models.CompetitorListResponse,
            models.Competitor,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def create(
        self,
        business_id: str,
        body: requests.CreateCompetitorRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Create a competitor

        Adds a competitor to compare the business with. It has no reviews yet: import them with `createReviews`. The next
        analysis includes the competitor.

        A plan includes a maximum number of competitors (`capacities` of `getAccount`). Above it, the response is 429 with
        the path `quota.competitors`; waiting does not help, removing a competitor does.

        ``POST /businesses/{id}/competitors`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _CREATE_COMPETITOR,
            models.CompetitorResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    async def get(
        self,
        competitor_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Get a competitor

        Returns a competitor with its review statistics.

        ``GET /competitors/{id}`` · scope ``businesses:read`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return await self._caller.call(
            _GET_COMPETITOR,
            models.CompetitorResponse,
            path={"id": competitor_id},
            options=options,
        )

    async def delete(
        self,
        competitor_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedCompetitorResponse:
        """
        Delete a competitor

        Deletes the competitor and its reviews. This cannot be undone. Existing analyses and reports keep what they state
        about the competitor.

        ``DELETE /competitors/{id}`` · scope ``reviews:write`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return await self._caller.call(
            _DELETE_COMPETITOR,
            models.DeletedCompetitorResponse,
            path={"id": competitor_id},
            options=options,
        )

    async def update(
        self,
        competitor_id: str,
        body: requests.UpdateCompetitorRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CompetitorResponse:
        """
        Update a competitor

        Changes the fields that are sent. Omitted fields keep their values. Existing analyses and reports keep the
        previous name.

        ``PATCH /competitors/{id}`` · scope ``reviews:write`` · beta

        :param competitor_id: The ID of the competitor.
        """
        return await self._caller.call(
            _UPDATE_COMPETITOR,
            models.CompetitorResponse,
            path={"id": competitor_id},
            body=body,
            options=options,
        )


class AsyncAnalysesResource:
    """Operations of ``analyses``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        status: Literal["queued", "running", "completed", "failed"] | None = None,
        created_after: datetime | str | None = None,
        created_before: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.AnalysisListResponse, models.Analysis]:
        """
        List analyses of a business

        Returns all analyses of the business in any status, newest first. `summary` is always an object; its three lists
        are empty until `status` is `completed`.

        ``GET /businesses/{id}/analyses`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param status: Return only analyses with this status.
        :param created_after: Return only analyses that were requested at or after this instant (RFC 3339).
        :param created_before: Return only analyses that were requested before this instant (RFC 3339).
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_ANALYSES,
            models.AnalysisListResponse,
            models.Analysis,
            path={"id": business_id},
            query={"status": status, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            options=options,
        )

    async def start(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Start an analysis

        Queues an analysis of the reviews of the business and its competitors that were posted in the year before the
        request, and returns immediately. The operation has no request body. Poll the analysis with `getAnalysis`, or
        preferably wait for the webhook event `analysis.completed` or `analysis.failed`: exactly one of them is sent.

        Each analysis counts against the monthly quota `analyses` of the plan. If the account was granted a report in
        addition to its plan (`report_grants` of `getAccount`), an analysis that is started with a live key or an access
        token uses the grant instead, and returns it if the analysis fails. The service does not retry a failed analysis;
        resolve the reason and start another one.

        ``POST /businesses/{id}/analyses`` · scope ``analyses:write`` · counts against the quota ``analyses`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _START_ANALYSIS,
            models.AnalysisResponse,
            path={"id": business_id},
            options=options,
        )

    async def get_schedule(
        self,
        business_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisScheduleResponse:
        """
        Get the analysis schedule

        Returns the analysis schedule: when the business is analyzed automatically, and when the next run is due. Without
        a schedule, `frequency` is `none`.

        ``GET /businesses/{id}/analysis-schedule`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _GET_ANALYSIS_SCHEDULE,
            models.AnalysisScheduleResponse,
            path={"id": business_id},
            options=options,
        )

    async def set_schedule(
        self,
        business_id: str,
        body: requests.SetAnalysisScheduleRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisScheduleResponse:
        """
        Set the analysis schedule

        Replaces the analysis schedule of the business. Weekday and hour are in the time zone of the business (`timezone`),
        including daylight saving time: if the clocks skip the hour, the run starts at the next hour; if they repeat it,
        there is one run.

        - `weekly`: every week on `weekday` at `hour`
        - `monthly`: on the first `weekday` of every month at `hour`
        - `none`: never

        Each run starts an analysis like `startAnalysis`, with its report and events, and counts against the monthly quota
        `analyses` of the plan. If the quota is used up, the run is skipped, and `GET /events` contains an
        `analysis.skipped` event. If several runs were missed, one run replaces all of them.

        ``PUT /businesses/{id}/analysis-schedule`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _SET_ANALYSIS_SCHEDULE,
            models.AnalysisScheduleResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    async def get(
        self,
        analysis_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Get an analysis

        Returns an analysis: `summary` has the main findings, `themes` the findings per aspect with verbatim quotes as
        evidence, `comparison` the comparison with each competitor, and `sample` the number of analyzed reviews.

        `status` changes from `queued` to `running` to `completed` or `failed`; the last two are final. After a failure,
        `failure.reason` contains the reason. `report_id` is null until the report is ready.

        ``GET /analyses/{id}`` · scope ``businesses:read``

        :param analysis_id: The ID of the analysis.
        """
        return await self._caller.call(
            _GET_ANALYSIS,
            models.AnalysisResponse,
            path={"id": analysis_id},
            options=options,
        )


class AsyncRecommendationsResource:
    """Operations of ``recommendations``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        status: Literal["open", "planned", "done", "dismissed", "resolved"] | None = None,
        aspect: Literal["quality", "service", "price", "wait", "booking", "cleanliness", "ambience", "comfort", "location", "communication", "trust", "safety", "general"] | None = None,
        urgent: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.RecommendationListResponse, models.Recommendation]:
        """
        List recommendations for a business

        Returns the recommendations for the business, most important first: `open` and `planned` before the others, then
        by `priority`, then newest first. Each recommendation has a reason, quotes as evidence, and a metric that shows
        whether it worked. `score` is computed from `factors`, not set by a language model.

        A recommendation is the same record while later analyses confirm it, and becomes `resolved` when an analysis no
        longer finds the problem.

        ``GET /businesses/{id}/recommendations`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param status: Return only recommendations with this status.
        :param aspect: Return only recommendations about this aspect.
        :param urgent: If true, return only urgent recommendations; if false, only recommendations that are not urgent.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_RECOMMENDATIONS,
            models.RecommendationListResponse,
            models.Recommendation,
            path={"id": business_id},
            query={"status": status, "aspect": aspect, "urgent": urgent, "limit": limit, "cursor": cursor},
            options=options,
        )

    async def get(
        self,
        recommendation_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.RecommendationResponse:
        """
        Get a recommendation

        Returns a recommendation, for example the one that the event `recommendation.created` names. Resolved
        recommendations can be read as well.

        ``GET /recommendations/{id}`` · scope ``businesses:read``

        :param recommendation_id: The ID of the recommendation.
        """
        return await self._caller.call(
            _GET_RECOMMENDATION,
            models.RecommendationResponse,
            path={"id": recommendation_id},
            options=options,
        )

    async def update(
        self,
        recommendation_id: str,
        body: requests.UpdateRecommendationRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.RecommendationResponse:
        """
        Update a recommendation

        Sets the status of a recommendation, your note about it, or both. Later analyses keep `planned`, `done` and
        `dismissed` while they find the problem, and set the status to `resolved` when they no longer do. The status of a
        resolved recommendation cannot be changed (409); its note can.

        ``PATCH /recommendations/{id}`` · scope ``analyses:write`` · beta

        :param recommendation_id: The ID of the recommendation.
        """
        return await self._caller.call(
            _UPDATE_RECOMMENDATION,
            models.RecommendationResponse,
            path={"id": recommendation_id},
            body=body,
            options=options,
        )


class AsyncReportsResource:
    """Operations of ``reports``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.ReportListResponse, models.ReportSummary]:
        """
        List reports of a business

        Returns all reports of the business, newest first, without sections and files; `getReport` returns those.

        ``GET /businesses/{id}/reports`` · scope ``businesses:read``

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REPORTS,
            models.ReportListResponse,
            models.ReportSummary,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def get(
        self,
        report_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReportResponse:
        """
        Get a report

        Returns a report both as data (`sections`, with texts, quotes and chart data) and as files to open or print. The
        URLs in `files` are signed and require no credential. The same URL is returned for an hour and is valid for a day,
        so fetch the report again instead of storing a URL.

        The files are deleted 395 days after the report was created. The report itself remains, and `files_deleted_at` has
        the time.

        A report becomes visible when it is complete; the webhook event `report.generated` announces it.

        ``GET /reports/{id}`` · scope ``businesses:read``

        :param report_id: The ID of the report, as in `report_id` of its analysis or in the event `report.generated`.
        """
        return await self._caller.call(
            _GET_REPORT,
            models.ReportResponse,
            path={"id": report_id},
            options=options,
        )


class AsyncReviewsResource:
    """Operations of ``reviews``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        business_id: str,
        *,
        sort: Literal["newest", "oldest", "highest_rating", "lowest_rating"] | None = None,
        own: bool | None = None,
        competitor_id: str | None = None,
        source: Literal["google", "yelp", "tripadvisor", "facebook", "other"] | None = None,
        rating: int | None = None,
        language: str | None = None,
        aspect: Literal["quality", "service", "price", "wait", "booking", "cleanliness", "ambience", "comfort", "location", "communication", "trust", "safety", "general"] | None = None,
        polarity: Literal["positive", "negative", "mixed", "neutral"] | None = None,
        flag: Literal["health_safety", "hygiene", "legal_threat", "discrimination", "harassment", "threat", "minors", "wrong_charge", "abuse", "refund_request", "incentive", "prompt_injection"] | None = None,
        replied: bool | None = None,
        published_after: datetime | str | None = None,
        published_before: datetime | str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.ReviewListResponse, models.Review]:
        """
        List reviews of a business and its competitors

        Returns the stored reviews of the business and its competitors, with the labels that the engine assigned. Filters
        can be combined; a review has to match all of them. Newest first unless `sort` is set.

        The engine analyzes new reviews in the background, usually within seconds. Until then, their `labels_state` is
        `pending`, and the filters `aspect`, `polarity`, `flag` and `q` exclude them.

        ``GET /businesses/{id}/reviews`` · scope ``businesses:read`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param sort: The order of the list. `newest` and `oldest` sort by the time of publication or, if unknown, of the import.
        :param own: If true, return only reviews of the business; if false, only reviews of its competitors.
        :param competitor_id: Return only reviews of this competitor. The list is empty if the business does not track the competitor.
        :param source: Return only reviews that were posted on this site.
        :param rating: Return only reviews with this number of stars.
        :param language: Return only reviews in this language, given as an ISO 639-1 code.
        :param aspect: Return only reviews that mention this aspect. With `polarity`, return only reviews whose statement about the aspect
        :param polarity: Return only reviews with this overall polarity or, with `aspect`, with this polarity for the aspect.
        :param flag: Return only reviews with this flag.
        :param replied: If true, return only reviews that the owner has replied to; if false, only reviews that are known to have no reply.
        :param published_after: Return only reviews published at or after this instant (RFC 3339).
        :param published_before: Return only reviews published before this instant (RFC 3339).
        :param q: Return only reviews whose text contains all of these words in any inflected form: `wait` matches "waited" and
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEWS,
            models.ReviewListResponse,
            models.Review,
            path={"id": business_id},
            query={"sort": sort, "own": own, "competitor_id": competitor_id, "source": source, "rating": rating, "language": language, "aspect": aspect, "polarity": polarity, "flag": flag, "replied": replied, "published_after": published_after, "published_before": published_before, "q": q, "limit": limit, "cursor": cursor},
            options=options,
        )

    async def create(
        self,
        business_id: str,
        body: requests.CreateReviewsRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.CreatedReviewsResponse:
        """
        Import reviews

        Stores up to 500 reviews of the business and its competitors, in a body of at most 256 KiB. The response contains
        one result per item, in the order of the request: `created`, `updated`, `unchanged`, or `rejected` with the
        invalid field and the reason. Rejected items do not prevent the others from being stored.

        A review is identified by its subject, `source` and `source_id`, so the same items can be sent again. Fields that
        an item omits keep their stored values. If `source_id` is omitted, it is derived from date, stars and text; a
        review whose text changes is then a new review. New and changed reviews are labeled and the statistics updated in
        the background.

        A plan includes a maximum number of reviews (`capacities` of `getAccount`). A request that would exceed it stores
        nothing and returns 429 with the path `quota.reviews`.

        ``POST /businesses/{id}/reviews`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        """
        return await self._caller.call(
            _CREATE_REVIEWS,
            models.CreatedReviewsResponse,
            path={"id": business_id},
            body=body,
            options=options,
        )

    async def get(
        self,
        review_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReviewResponse:
        """
        Get a review

        Returns a review, for example the source of a quote in an analysis.

        ``GET /reviews/{id}`` · scope ``businesses:read`` · beta

        :param review_id: The ID of the review, as in `review_id` of a quote.
        """
        return await self._caller.call(
            _GET_REVIEW,
            models.ReviewResponse,
            path={"id": review_id},
            options=options,
        )

    async def delete(
        self,
        review_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedReviewResponse:
        """
        Delete a review

        Deletes a review and everything that contains its text: its labels, its quotes in analyses, recommendations and
        reports (including files), drafts of replies to it, and stored responses with such drafts. Counts that include the
        review do not change. The PDF of a report that quoted the review is unavailable until it has been created again.

        This cannot be undone. A keyed hash of the review's identity is kept, so that later requests and imports do not
        store it again.

        ``DELETE /reviews/{id}`` · scope ``reviews:write`` · beta

        :param review_id: The ID of the review, as in `review_id` of a quote.
        """
        return await self._caller.call(
            _DELETE_REVIEW,
            models.DeletedReviewResponse,
            path={"id": review_id},
            options=options,
        )

    def list_imports(
        self,
        business_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.ReviewImportListResponse, models.ReviewImport]:
        """
        List imports of reviews

        Returns the imports of review files of the business with their status and results, newest first. An import is
        listed for as long as the service keeps events.

        ``GET /businesses/{id}/review-imports`` · scope ``businesses:read`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEW_IMPORTS,
            models.ReviewImportListResponse,
            models.ReviewImport,
            path={"id": business_id},
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def create_import(
        self,
        business_id: str,
        body: Upload,
        *,
        date_order: Literal["dmy", "mdy"] | None = None,
        options: CallOptions | None = None,
    ) -> models.ReviewImportResponse:
        """
        Import a file of reviews

        Uploads a file with any number of reviews, which a worker then imports. The response contains the import;
        `getReviewImport` returns its progress. The file is CSV with a header line, a JSON array, a JSON object that
        contains a list, or one JSON object per line (NDJSON), in UTF-8 or, with a byte order mark, UTF-16. The format is
        detected from the content, not from the media type. The usual column names in exports of Google Business Profile,
        Yelp and TripAdvisor are supported. The column `subject` names the reviewed business of a row: `own`, or the name
        or ID of a competitor. If the column is missing, all reviews are for your business.

        A row that cannot be stored is listed in `rejections` and does not prevent the others from being stored. Existing
        reviews are updated, so a file can be imported again. If a file cannot be read completely, the import is `failed`;
        the rows before the error stay stored. One import per account runs at a time, further imports wait in order, and
        up to two files can be uploaded at a time. The file is stored encrypted until its import has finished.

        The maximum file size is 1 GB (1,000,000,000 bytes) unless the operator configured another limit. A plan includes
        a maximum number of uploads per day in UTC (`review_imports` in `capacities` of `getAccount`); above it, the
        response is 429 with the path `quota.review_imports`.

        With an `Idempotency-Key`, files are compared by their SHA-256 hash: another file with the same key returns 409. A
        repeated upload is read and compared, and not imported again.

        ``POST /businesses/{id}/review-imports`` · scope ``reviews:write`` · beta

        :param business_id: The ID of the business. A credential can only access the business of its account.
        :param date_order: The order of day and month in dates such as 03/04/2026. If omitted, rows with a date that is valid in both orders
        """
        return await self._caller.call(
            _CREATE_REVIEW_IMPORT,
            models.ReviewImportResponse,
            path={"id": business_id},
            query={"date_order": date_order},
            body=body,
            options=options,
        )

    async def get_import(
        self,
        review_import_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReviewImportResponse:
        """
        Get an import of reviews

        Returns the status of an import, the number of stored reviews, and the rejected rows. Poll every few seconds until
        `status` is `completed` or `failed`; a file of 100,000 rows takes some seconds.

        ``GET /review-imports/{id}`` · scope ``businesses:read`` · beta

        :param review_import_id: The ID of the import.
        """
        return await self._caller.call(
            _GET_REVIEW_IMPORT,
            models.ReviewImportResponse,
            path={"id": review_import_id},
            options=options,
        )


class AsyncReviewRepliesResource:
    """Operations of ``review_replies``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        status: Literal["draft", "approved", "rejected"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.ReplyDraftListResponse, models.ReplyDraft]:
        """
        List reply drafts

        Returns the drafts of the account, newest first. A draft is deleted 90 days after its last change.

        ``GET /review-replies`` · scope ``replies:write`` · beta

        :param status: Return only drafts with this status.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_REVIEW_REPLIES,
            models.ReplyDraftListResponse,
            models.ReplyDraft,
            query={"status": status, "limit": limit, "cursor": cursor},
            options=options,
        )

    async def draft(
        self,
        body: requests.DraftReviewReplyRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Draft a reply to a review

        Writes one to three drafts of a public reply. The service publishes nothing: a person has to approve the draft and
        post it, so `requires_human_approval` is always true. Edit or reject the draft with `updateReviewReply`. It is
        deleted 90 days after its last change.

        A draft contains only statements that the review or your `facts` support; `claims` lists every concrete statement
        with its supporting quote. Read `warnings` before you approve a draft. Each request counts once against the
        monthly quota `reply_drafts`, regardless of the number of variants.

        ``POST /review-replies`` · scope ``replies:write`` · counts against the quota ``reply_drafts``
        """
        return await self._caller.call(
            _DRAFT_REVIEW_REPLY,
            models.ReplyDraftResponse,
            body=body,
            options=options,
        )

    async def get(
        self,
        reply_draft_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Get a reply draft

        Returns a draft with the review that it replies to, all variants, and the current text.

        ``GET /review-replies/{id}`` · scope ``replies:write`` · beta

        :param reply_draft_id: The ID of the draft.
        """
        return await self._caller.call(
            _GET_REVIEW_REPLY,
            models.ReplyDraftResponse,
            path={"id": reply_draft_id},
            options=options,
        )

    async def update(
        self,
        reply_draft_id: str,
        body: requests.UpdateReviewReplyRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ReplyDraftResponse:
        """
        Edit, reject or approve a reply draft

        Sets the text of a draft, its status, or both. If only the text changes, an approved or rejected draft becomes a
        `draft` again.

        Only a person can approve a draft: with an API key or an access token, the status `approved` is refused with 403.
        Approval does not publish the reply.

        ``PATCH /review-replies/{id}`` · scope ``replies:write`` · beta

        :param reply_draft_id: The ID of the draft.
        """
        return await self._caller.call(
            _UPDATE_REVIEW_REPLY,
            models.ReplyDraftResponse,
            path={"id": reply_draft_id},
            body=body,
            options=options,
        )


class AsyncWebhooksDeliveriesResource:
    """Operations of ``webhooks.deliveries``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "in_progress", "waiting_retry", "succeeded", "dead_lettered", "canceled"] | None = None,
        event_type: Literal["analysis.completed", "analysis.failed", "report.generated", "recommendation.created", "webhook.test"] | None = None,
        created_after: datetime | str | None = None,
        created_before: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.WebhookDeliveryListResponse, models.WebhookDelivery]:
        """
        List deliveries of a webhook endpoint

        Returns the deliveries of the endpoint, newest first, each with its payload, all attempts, and a `hint` on the
        cause if it failed. Finished deliveries are kept for 30 days, dead letters for 90 days.

        ``GET /webhooks/{id}/deliveries`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        :param status: Return only deliveries with this status; `dead_lettered` returns deliveries that need attention.
        :param event_type: Return only deliveries of events of this type.
        :param created_after: Return only deliveries that were queued at or after this instant (RFC 3339).
        :param created_before: Return only deliveries that were queued before this instant (RFC 3339). If it is not after `created_after`, the list
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_WEBHOOK_DELIVERIES,
            models.WebhookDeliveryListResponse,
            models.WebhookDelivery,
            path={"id": webhook_id},
            query={"status": status, "event_type": event_type, "created_after": created_after, "created_before": created_before, "limit": limit, "cursor": cursor},
            options=options,
        )

    async def resend_all(
        self,
        webhook_id: str,
        body: requests.ResendWebhookDeliveriesRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.ResendWebhookDeliveriesResultResponse:
        """
        Resend many deliveries

        Resends past deliveries of the endpoint, for example after an outage of the receiver: deliveries that were queued
        at or after `since` and before `until`, with the given event types and statuses. With `dry_run`, deliveries are
        only counted. Each resend is a new delivery with the same event ID, so receivers that ignore events that they have
        already handled are not affected.

        Deliveries are queued in batches, oldest first, and the response is sent after the last batch. If a request is
        interrupted, only some of the deliveries have been queued. Retry the request with the same `Idempotency-Key` to
        continue where it stopped; without a key, it starts again from the beginning.

        The number of deliveries that an endpoint and an account can resend per hour (UTC) is limited. A request that
        reaches the limit keeps what it has queued and returns 429 with the path `rate.resends`; retry it with the same
        key after `Retry-After` seconds.

        ``POST /webhooks/{id}/resend`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _RESEND_WEBHOOK_DELIVERIES,
            models.ResendWebhookDeliveriesResultResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    async def get(
        self,
        webhook_delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Get a delivery

        Returns a delivery with its payload and all attempts. `attempt_count`, `max_attempts` and `next_attempt_at` show
        what happens next; `hint` explains why the delivery failed and how to fix it.

        ``GET /webhook-deliveries/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_delivery_id: The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
        """
        return await self._caller.call(
            _GET_WEBHOOK_DELIVERY,
            models.WebhookDeliveryResponse,
            path={"id": webhook_delivery_id},
            options=options,
        )

    async def resend(
        self,
        webhook_delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Resend a delivery

        Creates a new delivery of the same event to the same endpoint, with a new delivery ID, the same event ID and the
        full number of attempts. Any past delivery can be resent, including dead letters. The operation has no request
        body. The resend counts against the hourly limit of resends.

        ``POST /webhook-deliveries/{id}/resend`` · scope ``webhooks:manage``

        :param webhook_delivery_id: The ID of the delivery, as sent to the receiver in the header `X-SVC-Delivery-Id`.
        """
        return await self._caller.call(
            _RESEND_WEBHOOK_DELIVERY,
            models.WebhookDeliveryResponse,
            path={"id": webhook_delivery_id},
            options=options,
        )


class AsyncWebhooksEventsResource:
    """Operations of ``webhooks.events``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list(
        self,
        *,
        after: str | None = None,
        type: Literal["analysis.completed", "analysis.failed", "report.generated", "recommendation.created", "webhook.test"] | None = None,
        wait: int | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookFeedEntryListResponse:
        """
        List webhook events as a feed

        Returns the webhook events of the account in order, oldest first: one entry per event and one per resend, kept for
        30 days. Use it to catch up after an outage, to forward events to a machine without a public URL, or to collect
        sample payloads.

        Unlike lists, the feed is read forward: handle the entries, store the `position` of the last one and pass it as
        `after`. With `wait`, the request stays open until an event occurs. An empty list means that there are no new
        entries yet.

        ``GET /webhook-events`` · scope ``webhooks:manage`` · beta

        :param after: Return only entries after this position: the `position` of the last entry that you handled. If omitted, the feed
        :param type: Return only events of this type.
        :param wait: Number of seconds to keep the request open if there are no entries. The response is sent as soon as an event occurs,
        """
        return await self._caller.call(
            _LIST_WEBHOOK_EVENTS,
            models.WebhookFeedEntryListResponse,
            query={"after": after, "type": type, "wait": wait},
            options=options,
        )


class AsyncWebhooksResource:
    """Operations of ``webhooks``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller
        self.deliveries = AsyncWebhooksDeliveriesResource(caller)
        self.events = AsyncWebhooksEventsResource(caller)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.WebhookListResponse, models.Webhook]:
        """
        List webhook endpoints

        Returns the webhook endpoints of the account, newest first. Signing secrets are not included; they are only
        returned at creation and at each rotation.

        ``GET /webhooks`` · scope ``webhooks:manage``

        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_WEBHOOKS,
            models.WebhookListResponse,
            models.Webhook,
            query={"limit": limit, "cursor": cursor},
            options=options,
        )

    async def create(
        self,
        body: requests.CreateWebhookRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecretResponse:
        """
        Register a webhook endpoint

        Registers an HTTPS URL and returns the signing secret. **The secret is returned only once**; store it securely. If
        `event_types` is omitted, the endpoint receives all types.

        The URL has to be public: private, loopback, link-local, reserved and internal host names and addresses are
        rejected with 400 and the path `body.url`. A host name is not resolved until the first delivery, which fails with
        `dns_failed` unless all its addresses are public. The same URL can be registered more than once, for example with
        different event types.

        An installation can require that the receiver confirms the URL. The receiver then gets a POST request with
        `{"type": "webhook.challenge", "challenge": "…"}` and has to return that value within 5 seconds, as text or as
        `{"challenge": "…"}`. Otherwise, the response is 400 with the path `body.url`. This setting is off by default.

        The number of endpoints of an account is limited; at the limit, the response is 409 `conflict`.

        ``POST /webhooks`` · scope ``webhooks:manage``
        """
        return await self._caller.call(
            _CREATE_WEBHOOK,
            models.WebhookWithSecretResponse,
            body=body,
            options=options,
        )

    async def get(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookResponse:
        """
        Get a webhook endpoint

        Returns a webhook endpoint, including when an attempt last succeeded and last failed.

        ``GET /webhooks/{id}`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _GET_WEBHOOK,
            models.WebhookResponse,
            path={"id": webhook_id},
            options=options,
        )

    async def delete(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.DeletedWebhookResponse:
        """
        Delete a webhook endpoint

        Deletes the endpoint. Its unfinished deliveries become `canceled`, and its deliveries can no longer be read. This
        cannot be undone; to pause an endpoint, set `enabled` to false with `updateWebhook`.

        The response is 200 with a body rather than 204, because every response contains `meta`.

        ``DELETE /webhooks/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _DELETE_WEBHOOK,
            models.DeletedWebhookResponse,
            path={"id": webhook_id},
            options=options,
        )

    async def update(
        self,
        webhook_id: str,
        body: requests.UpdateWebhookRequest,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookResponse:
        """
        Update a webhook endpoint

        Changes the fields that are sent. Omitted fields and the signing secret keep their values. With `enabled: false`,
        deliveries are held and do not fail; they are sent when `enabled` is true again. Deliveries that are already
        queued go to the new `url`. Where receivers have to confirm the URL of a new endpoint, they also have to confirm a
        new `url`.

        ``PATCH /webhooks/{id}`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _UPDATE_WEBHOOK,
            models.WebhookResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    async def test(
        self,
        webhook_id: str,
        body: requests.TestWebhookRequest | None = None,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryResponse:
        """
        Send a test event

        Queues an event for this endpoint only, regardless of the types that it subscribes to: a `webhook.test`, or an
        example of the type in the body. The event is signed, sent and retried like any other event. Use
        `getWebhookDelivery` to read the result.

        The IDs in the data of an example, other than `business_id`, do not exist, so reading them returns 404. An example
        is not in the feed of `listWebhookEvents`, and neither are its resends: readers of the feed would take it for an
        event that occurred.

        ``POST /webhooks/{id}/test`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _TEST_WEBHOOK,
            models.WebhookDeliveryResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    async def rotate_secret(
        self,
        webhook_id: str,
        body: requests.RotateWebhookSecretRequest | None = None,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecretResponse:
        """
        Rotate the signing secret

        Replaces the signing secret and returns the new one. **The secret is returned only once.** By default, the
        previous secret stops signing immediately; a delivery that the receiver rejects because it still uses the previous
        secret succeeds on a retry. With `keep_previous_for`, deliveries are also signed with the previous secret in
        `webhook-signature` for that time, so that a receiver that verifies this header does not reject any of them.

        ``POST /webhooks/{id}/rotate-secret`` · scope ``webhooks:manage``

        :param webhook_id: The ID of the webhook endpoint.
        """
        return await self._caller.call(
            _ROTATE_WEBHOOK_SECRET,
            models.WebhookWithSecretResponse,
            path={"id": webhook_id},
            body=body,
            options=options,
        )

    async def get_statistics(
        self,
        webhook_id: str,
        *,
        interval: Literal["hour", "day"] | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookStatisticsResponse:
        """
        Get delivery statistics of a webhook endpoint

        Returns how many deliveries of the endpoint succeeded, failed and wait, per hour of the last 24 hours or per day of
        the last 30 days (UTC). A delivery is counted in the interval in which it was queued, and with its present status.
        Tests and resends are included. At most the latest 20,000 deliveries are counted.

        ``GET /webhooks/{id}/statistics`` · scope ``webhooks:manage`` · beta

        :param webhook_id: The ID of the webhook endpoint.
        :param interval: Length of the intervals: `hour` for the last 24 hours, `day` for the last 30 days.
        """
        return await self._caller.call(
            _GET_WEBHOOK_STATISTICS,
            models.WebhookStatisticsResponse,
            path={"id": webhook_id},
            query={"interval": interval},
            options=options,
        )


class AsyncUsageEventsResource:
    """Operations of ``usage_events``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        type: Literal["api.request", "api.refused", "key.issued", "key.revoked", "client.created", "client.secret_rotated", "client.deleted", "token.issued", "token.revoked", "token.reuse_detected", "webhook.created", "webhook.updated", "webhook.deleted", "webhook.secret_rotated", "webhook.tested", "webhook.disabled", "reviews.created", "review.deleted", "competitor.created", "competitor.updated", "competitor.deleted", "delivery.resent", "delivery.dead_lettered", "analysis.skipped", "quota.reached"] | None = None,
        operation_id: str | None = None,
        status: Literal["2xx", "3xx", "4xx", "5xx"] | None = None,
        caller: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        request_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncList[models.UsageEventListResponse, models.UsageEvent]:
        """
        List usage and account activity events

        Returns the API activity of the account, newest first: requests that were processed or refused, keys, clients and
        tokens that were issued or revoked, webhook endpoints that were changed, and quotas that were reached.
        `request_id` relates an event to the response that the caller received. Events are kept for 30 days.

        Only requests that can be attributed to an account are listed. Reading this list does not create an event.

        ``GET /events`` · scope ``businesses:read``

        :param type: Return only usage events of this type.
        :param operation_id: Return only usage events of requests to this operation.
        :param status: Return only usage events whose response status is in this class.
        :param caller: Return only usage events of the key or client with this ID.
        :param since: Return only usage events at or after this instant (RFC 3339).
        :param until: Return only usage events before this instant (RFC 3339). If it is not after `since`, the list is empty.
        :param request_id: Return only usage events of the request with this `X-Request-Id`.
        :param limit: Maximum number of items per page.
        :param cursor: The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
        """
        return self._caller.list(
            _LIST_EVENTS,
            models.UsageEventListResponse,
            models.UsageEvent,
            query={"type": type, "operation_id": operation_id, "status": status, "caller": caller, "since": since, "until": until, "request_id": request_id, "limit": limit, "cursor": cursor},
            options=options,
        )


class AsyncAccountResource:
    """Operations of ``account``."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountResponse:
        """
        Get the account

        Returns the account of the credential: its plan, flags and business, the credential itself with its scopes and
        expiry, and all limits and quotas with their usage. Use it before a batch of metered requests to find out how many
        are left.

        The rate limits include this request. Reading the account does not count against a quota.

        ``GET /account`` · scope ``businesses:read``
        """
        return await self._caller.call(
            _GET_ACCOUNT,
            models.AccountResponse,
            options=options,
        )

    async def get_usage(
        self,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        interval: Literal["hour", "day", "month"] | None = None,
        group_by: Literal["operation", "status", "caller"] | None = None,
        options: CallOptions | None = None,
    ) -> models.UsageResponse:
        """
        Get request counts over time

        Returns the number of requests of the account per hour, day or month (UTC), in total or by operation, status or
        caller. Refused requests are included. The counts are aggregated per interval, so a long period is as fast to read
        as a short one. A request is counted within a second.

        | `interval` | kept for | maximum period | default period |
        |---|---|---|---|
        | `hour` | 35 days | 31 days | 24 hours |
        | `day` | 400 days | 366 days | 30 days |
        | `month` | 5 years | 5 years | 12 months |

        ``GET /usage`` · scope ``businesses:read``

        :param from_: Start of the period (RFC 3339), rounded down to the start of its interval. If it is not before `to`, the period is
        :param to: End of the period (RFC 3339), rounded up to the end of its interval. Default and maximum: now.
        :param interval: Length of the intervals.
        :param group_by: How to group the counts. If omitted, totals are returned.
        """
        return await self._caller.call(
            _GET_USAGE,
            models.UsageResponse,
            query={"from": from_, "to": to, "interval": interval, "group_by": group_by},
            options=options,
        )


class AsyncResources:
    """Every operation, by resource."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.businesses = AsyncBusinessesResource(caller)
        self.competitors = AsyncCompetitorsResource(caller)
        self.analyses = AsyncAnalysesResource(caller)
        self.recommendations = AsyncRecommendationsResource(caller)
        self.reports = AsyncReportsResource(caller)
        self.reviews = AsyncReviewsResource(caller)
        self.review_replies = AsyncReviewRepliesResource(caller)
        self.webhooks = AsyncWebhooksResource(caller)
        self.usage_events = AsyncUsageEventsResource(caller)
        self.account = AsyncAccountResource(caller)


EVENTS: Mapping[str, type[Model]] = {
    "analysis.completed": models.AnalysisCompletedEvent,
    "analysis.failed": models.AnalysisFailedEvent,
    "report.generated": models.ReportGeneratedEvent,
    "recommendation.created": models.RecommendationCreatedEvent,
    "webhook.test": models.WebhookTestEvent,
}
"""The body of a delivery, by the type of its event."""

Handlers = TypedDict(
    "Handlers",
    {
        "analysis.completed": Callable[[models.AnalysisCompletedEvent, Delivery], object],
        "analysis.failed": Callable[[models.AnalysisFailedEvent, Delivery], object],
        "report.generated": Callable[[models.ReportGeneratedEvent, Delivery], object],
        "recommendation.created": Callable[[models.RecommendationCreatedEvent, Delivery], object],
        "webhook.test": Callable[[models.WebhookTestEvent, Delivery], object],
    },
    total=False,
)
"""One function for each type of event that is handled."""

AsyncHandlers = TypedDict(
    "AsyncHandlers",
    {
        "analysis.completed": Callable[[models.AnalysisCompletedEvent, Delivery], "Awaitable[object] | object"],
        "analysis.failed": Callable[[models.AnalysisFailedEvent, Delivery], "Awaitable[object] | object"],
        "report.generated": Callable[[models.ReportGeneratedEvent, Delivery], "Awaitable[object] | object"],
        "recommendation.created": Callable[[models.RecommendationCreatedEvent, Delivery], "Awaitable[object] | object"],
        "webhook.test": Callable[[models.WebhookTestEvent, Delivery], "Awaitable[object] | object"],
    },
    total=False,
)
"""The same, asynchronous or not."""
