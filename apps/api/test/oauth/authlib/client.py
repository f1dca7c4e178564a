"""Uses Authlib as an app does. Prints a JSON line with each URL that a person has to open, reads the URL of the redirect back, and prints the observed results."""

import json
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

options = json.loads(sys.stdin.readline())
origin, authority = options["origin"], options["authority"]
found = requests.get(f"{origin}/.well-known/oauth-authorization-server", verify=authority, timeout=10).json()
server = AuthorizationServerMetadata(found)
server.validate()


def connect(client: str, **session_options) -> OAuth2Session:
    session = OAuth2Session(
        options[client]["id"],
        options[client]["secret"],
        token_endpoint_auth_method=options["method"],
        revocation_endpoint_auth_method=options["method"],
        default_timeout=10,
        **session_options,
    )
    session.verify = authority
    return session


def call(session: OAuth2Session) -> int:
    return session.get(f"{origin}/api/public/v1/businesses").status_code


def open_in_browser(url: str) -> str:
    print(json.dumps({"open": url}), flush=True)
    return json.loads(sys.stdin.readline())


def authorize_person() -> tuple[OAuth2Session, dict]:
    session = connect(
        "dashboard", scope="businesses:read", redirect_uri=options["redirect_uri"], code_challenge_method="S256"
    )
    verifier = generate_token(48)
    url, state = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
    back = open_in_browser(url)
    token = session.fetch_token(
        server["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier
    )
    return session, token


observed = {}

own = connect("sync")
token = own.fetch_token(server["token_endpoint"], grant_type="client_credentials", scope="businesses:read")
observed["for itself"] = [token["scope"], call(own)]
observed["revoked"] = [
    own.revoke_token(server["revocation_endpoint"], token["access_token"], "access_token").status_code,
    call(own),
]

session, first = authorize_person()
observed["for a person"] = call(session)
session.refresh_token(server["token_endpoint"], first["refresh_token"])
observed["refreshed"] = call(session)
try:
    connect("dashboard").refresh_token(server["token_endpoint"], first["refresh_token"])
except OAuthError as error:
    observed["reused"] = [error.error, call(session)]

session, token = authorize_person()
session.revoke_token(server["revocation_endpoint"], token["refresh_token"], "refresh_token")
observed["refused after revocation"] = call(session)

print(json.dumps({"observed": observed}), flush=True)
