"""Lists businesses, reads a list to its end, registers a webhook endpoint and reads an error.

The package generated is what openapi-python-client generates.
"""

import os

from generated import AuthenticatedClient
from generated.api.businesses import list_businesses
from generated.api.competitors import list_competitors
from generated.api.webhooks import create_webhook, get_webhook
from generated.models import (
    BusinessListResponse,
    CompetitorListResponse,
    CreateWebhookRequest,
    ErrorResponse,
    WebhookWithSecretResponse,
)
from generated.types import UNSET

client = AuthenticatedClient(
    base_url=os.environ["SVC_BASE_URL"],
    token=os.environ["SVC_API_KEY"],
    auth_header_name="X-API-Key",
    prefix="",
)

businesses = list_businesses.sync(client=client)
assert isinstance(businesses, BusinessListResponse), businesses
print("list", len(businesses.data))

count = 0
cursor = UNSET
while cursor is not None:
    page = list_competitors.sync(businesses.data[0].id, client=client, limit=2, cursor=cursor)
    assert isinstance(page, CompetitorListResponse), page
    count += len(page.data)
    cursor = page.meta.page.next_cursor
print("page", count)

endpoint = CreateWebhookRequest(url="https://hooks.rosso-trattoria.nl/python")
created = create_webhook.sync(client=client, body=endpoint)
assert isinstance(created, WebhookWithSecretResponse), created
print("create", created.data.id)

missing = get_webhook.sync(os.environ["SVC_UNKNOWN_WEBHOOK"], client=client)
assert isinstance(missing, ErrorResponse), missing
print("error", missing.error.code.value)
