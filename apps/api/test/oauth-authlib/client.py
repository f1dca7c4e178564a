"""Authlib as an app uses it. Prints a line of JSON where a person has to open an address, reads where she came back, and prints what it saw."""

import json
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

given = json.loads(sys.stdin.readline())
origin, authority = given["origin"], given["authority"]
found = requests.get(f"{origin}/.well-known/oauth-authorization-server", verify=authority, timeout=10).json()
server = AuthorizationServerMetadata(found)
server.validate()


def connect(client: str, **options) -> OAuth2Session:
    session = OAuth2Session(
        given[client]["id"],
        given[client]["secret"],
        token_endpoint_auth_method=given["method"],
        revocation_endpoint_auth_method=given["method"],
        default_timeout=10,
        **options,
    )
    session.verify = authority
    return session


def call(session: OAuth2Session) -> int:
    return session.get(f"{origin}/api/public/v1/businesses").status_code


def let_open(url: str) -> str:
    print(json.dumps({"open": url}), flush=True)
    return json.loads(sys.stdin.readline())


def ask_person() -> tuple[OAuth2Session, dict]:
    session = connect(
        "dashboard", scope="businesses:read", redirect_uri=given["redirect_uri"], code_challenge_method="S256"
    )
    verifier = generate_token(48)
    url, state = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
    back = let_open(url)
    token = session.fetch_token(
        server["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier
    )
    return session, token


seen = {}

own = connect("sync")
token = own.fetch_token(server["token_endpoint"], grant_type="client_credentials", scope="businesses:read")
seen["for itself"] = [token["scope"], call(own)]
seen["revoked"] = [
    own.revoke_token(server["revocation_endpoint"], token["access_token"], "access_token").status_code,
    call(own),
]

session, first = ask_person()
seen["for a person"] = call(session)
session.refresh_token(server["token_endpoint"], first["refresh_token"])
seen["refreshed"] = call(session)
try:
    connect("dashboard").refresh_token(server["token_endpoint"], first["refresh_token"])
except OAuthError as error:
    seen["used again"] = [error.error, call(session)]

session, token = ask_person()
session.revoke_token(server["revocation_endpoint"], token["refresh_token"], "refresh_token")
seen["ended"] = call(session)

print(json.dumps({"seen": seen}), flush=True)
