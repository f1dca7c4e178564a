"""Against the real service and its worker, and the same against the mock."""

from __future__ import annotations

import json
import os
import uuid
from typing import Any

import anyio
import httpx
import pytest

from svc_sdk import ApiError, AsyncClient, Client, ForbiddenError, InvalidRequestError, NotFoundError, UnauthorizedError

PLACES: dict[str, Any] = json.loads(os.environ["SVC_PLACES"])


@pytest.fixture(params=list(PLACES))
def place(request: pytest.FixtureRequest) -> Any:
    """The service or the mock: URL, key and business."""
    return PLACES[request.param]


def client_of(place: Any) -> Client:
    return Client(api_key=place["api_key"], base_url=place["base_url"])


def test_an_analysis_is_started_awaited_and_read_with_its_results(place: Any) -> None:
    with client_of(place) as client:
        analysis = client.analyses.create_and_wait(place["business_id"], poll_interval=0.05).data
        assert (analysis.status, analysis.business_id, analysis.competitors_analyzed) == (
            "completed",
            place["business_id"],
            5,
        )
        body = client.businesses.get(place["business_id"])
        assert body.data.latest_analysis_id == analysis.id
        assert body.meta.request_id.startswith("req_")
        competitors = list(client.competitors.list(place["business_id"], limit=2))
        assert len({competitor.id for competitor in competitors}) == 5


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_the_asynchronous_client_reads_lists_and_errors(place: Any, backend: str) -> None:
    async def main() -> None:
        async with AsyncClient(api_key=place["api_key"], base_url=place["base_url"]) as client:
            first = await client.competitors.list(place["business_id"], limit=2)
            assert len(first.items) == 2 and first.has_next_page()
            names = [competitor.name async for competitor in client.competitors.list(place["business_id"], limit=2)]
            assert len(names) == 5
            with pytest.raises(NotFoundError):
                await client.reports.get("rep_0")

    anyio.run(main, backend=backend)


def test_a_webhook_is_created_changed_and_deleted(place: Any) -> None:
    with client_of(place) as client:
        webhook = client.webhooks.create({"url": "https://example.org/hooks", "event_types": ["webhook.test"]}).data
        assert webhook.signing_secret.startswith("whsec_")
        delivery = client.webhooks.test(webhook.id).data
        assert client.webhooks.deliveries.get(delivery.id).data.webhook_id == webhook.id
        assert len(list(client.webhooks.deliveries.list(webhook.id))) == 1
        assert client.webhooks.update(webhook.id, {"enabled": False}).data.enabled is False
        assert client.webhooks.rotate_secret(webhook.id).data.signing_secret != webhook.signing_secret
        deleted = client.webhooks.delete(webhook.id).data
        assert (deleted.id, deleted.deleted) == (webhook.id, True)
        with pytest.raises(NotFoundError):
            client.webhooks.get(webhook.id)


def test_a_post_that_is_sent_twice_with_one_key_runs_once(place: Any) -> None:
    with client_of(place) as client:
        key = str(uuid.uuid4())
        first = client.webhooks.create({"url": "https://example.org/once"}, options={"idempotency_key": key})
        second = client.webhooks.create({"url": "https://example.org/once"}, options={"idempotency_key": key})
        assert second.data.id == first.data.id
        assert second.http_response is not None
        assert second.http_response.headers["idempotency-replayed"] == "true"
        client.webhooks.delete(first.data.id)


def test_errors_have_the_class_of_their_code(place: Any) -> None:
    with client_of(place) as client:
        with pytest.raises(InvalidRequestError) as refused:
            client.webhooks.create({"url": "http://example.org/"})
        assert refused.value.details[0].path == "body.url"
        with pytest.raises(NotFoundError):
            client.reports.get("rep_0")
    stranger = Client(api_key="svc_test_nobody", base_url=place["base_url"])
    with stranger, pytest.raises(UnauthorizedError):
        stranger.businesses.list()


def test_every_list_of_the_account_has_the_types_of_its_models(place: Any) -> None:
    with client_of(place) as client:
        for listing in (client.businesses.list(), client.reviews.list(place["business_id"]), client.webhooks.list()):
            for item in listing.items:
                item.model_validate(item.model_dump())
                assert type(item).__module__ == "svc_sdk.models"


@pytest.mark.skipif("service" not in PLACES, reason="tokens can be revoked at the service alone")
def test_an_oauth_client_gets_its_tokens_by_itself_also_after_they_were_revoked() -> None:
    service = PLACES["service"]
    used: list[str] = []

    def record(request: httpx.Request, send: Any) -> httpx.Response:
        used.append(request.headers.get("authorization", ""))
        return send(request)

    given: Any = {"client_id": service["client_id"], "client_secret": service["client_secret"]}
    with Client(**given, base_url=service["base_url"], scope="businesses:read", middleware=[record]) as client:
        assert client.businesses.get(service["business_id"]).data.id == service["business_id"]
        first = used[-1]
        origin = service["base_url"].split("/api/")[0]
        form = {**given, "token": first.removeprefix("Bearer ")}
        assert httpx.post(f"{origin}/api/oauth/revoke", data=form).status_code == 200
        assert client.businesses.get(service["business_id"]).data.id == service["business_id"]
        assert used[-1] != first
        with pytest.raises(ForbiddenError):
            client.webhooks.list()
    with (
        Client(**{**given, "client_secret": "not it"}, base_url=service["base_url"]) as client,
        pytest.raises(ApiError) as refused,
    ):
        client.businesses.list()
    assert (refused.value.code, refused.value.status) == ("invalid_client", 401)
