// Written from the contract by `npm run generate`. To change it, change the spec and generate again.
export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Who is signed in, what they may do, and the token for `X-CSRF-Token`.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session and sets its cookie. The session that the browser had before ends: an id that was planted there is worth nothing.
         *     A wrong password, an unknown address and a removed member return the same 401. Attempts are limited by address and user, never so that
         *     others can lock a user out; over the limit the response is 429 with `Retry-After`, and 503 while too many people sign in at once.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session of this browser and removes its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/by-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the password by a link
         * @description Sets the password of the user whose link it is, and signs them in. It ends every other session of the user, every consent that they
         *     gave to apps, and every other link. A link is valid once and for 30 minutes; afterwards the response is 404. The operator's command
         *     `svc user reset --link` prints one.
         */
        post: operations["useSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the password
         * @description Gives the password again before something that needs it. A wrong password is 403 and counts as a failed attempt to sign in.
         */
        post: operations["confirmPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Sets another password and ends every other session of the user and every consent that they gave to apps.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of the user
         * @description Every browser in which the user is signed in, the newest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                id: components["parameters"]["SessionIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Signs another browser of the user out.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The keys of the account, the newest first, revoked and expired ones included; at most 500.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a test key
         * @description Issues a test key. The key is in this response and nowhere else. Live keys are issued by an administrator.
         *     An account whose plan does not include the API gets 403.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
                id: components["parameters"]["KeyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The next request with this key is refused with 401 `invalid_api_key`. It cannot be undone.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description The clients of the account, the newest first; at most 500.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create an OAuth client
         * @description Registers a client for the client credentials grant. With redirect URIs it asks people for consent instead, once an administrator has
         *     switched the authorization code flow on. The secret is in this response and nowhere else. Needs a confirmed password.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client. */
                id: components["parameters"]["ClientIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an OAuth client
         * @description Ends the client and every token of it. It cannot be undone.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /**
         * Change an OAuth client
         * @description Changes the name or the redirect URIs. Fields that are left out stay as they are. A client for client credentials has no redirect URIs, and
         *     gets none here: its tokens mean something else.
         */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client. */
                id: components["parameters"]["ClientIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a client secret
         * @description Replaces the secret. The old one and every token of the client become invalid at once. A public client has no secret: 404.
         *     Needs a confirmed password.
         */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Everyone who may sign in for the account, in the order in which they joined; at most 500.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                id: components["parameters"]["MemberIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Ends the login, every session and every consent of the member. The last owner cannot be removed: 409. Needs a confirmed password.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Changes what a member may do, from their next request on. The last owner stays an owner: 409. Needs a confirmed password.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Identifies a session. It is not the secret in the cookie.
         * @example ses_01m7w177v6e7q8xgn3y37fv0ac
         */
        SessionId: string;
        /**
         * @description Identifies an API key.
         * @example key_01kjpy44e0ejn9fs0zhj02ddtc
         */
        KeyId: string;
        /**
         * @description Identifies a person who may sign in.
         * @example usr_01kjpy0t3ge0fbhk2m3t1d8x5q
         */
        UserId: string;
        /**
         * @description What a member may do; see "Roles".
         * @example owner
         * @enum {string}
         */
        Role: "owner" | "developer" | "viewer";
        /**
         * @description What a role allows beyond reading.
         * @example keys:manage
         * @enum {string}
         */
        Permission: "keys:manage" | "clients:manage" | "members:manage";
        /**
         * @description An email address. Upper and lower case are the same.
         * @example owner@rosso-trattoria.nl
         */
        Email: string;
        /**
         * @description A password.
         * @example correct horse battery staple
         */
        Password: string;
        /**
         * @description A password of at least 12 characters.
         * @example correct horse battery staple
         */
        NewPassword: string;
        /**
         * @description What you call it. The character U+0000 is not allowed.
         * @example Laptop
         */
        RecordName: string;
        /**
         * @description What it may do; at least one.
         * @example [
         *       "businesses:read"
         *     ]
         */
        Scopes: components["schemas"]["Scope"][];
        /**
         * @description Where a person's browser is sent back to. It is https, has no fragment and no wildcard, and is compared character by character.
         * @example https://app.nightly-sync.nl/callback
         */
        RedirectUri: string;
        /**
         * @description Empty for client credentials.
         * @example [
         *       "https://app.nightly-sync.nl/callback"
         *     ]
         */
        RedirectUris: components["schemas"]["RedirectUri"][];
        /** @description Who signs in. */
        SignInRequest: {
            /** @description The address of the login. */
            email: components["schemas"]["Email"];
            /** @description The password of the login. */
            password: components["schemas"]["Password"];
        };
        /** @description A link and the password to set. */
        SignInLinkUse: {
            /**
             * @description The fragment of the link.
             * @example q7Jm2Xv0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0Ms
             */
            token: string;
            /** @description The next password. */
            new_password: components["schemas"]["NewPassword"];
        };
        /** @description The password of the person who is signed in. */
        PasswordConfirmation: {
            /** @description The current password. */
            password: components["schemas"]["Password"];
        };
        /** @description The old and the new password. */
        PasswordChange: {
            /** @description The current password. */
            current_password: components["schemas"]["Password"];
            /** @description The next password. */
            new_password: components["schemas"]["NewPassword"];
        };
        /** @description The person who is signed in. */
        SessionUser: {
            /** @description The user. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
            /** @description Their role. */
            role: components["schemas"]["Role"];
        };
        /** @description The account of the person. */
        SessionAccount: {
            /**
             * @description Name of the account.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether the plan or an entitlement includes the API. If not, no key can be created and no webhook is sent.
             * @example true
             */
            api_included: boolean;
        };
        /** @description A signed-in person. */
        Session: {
            /** @description The session. */
            id: components["schemas"]["SessionId"];
            /** @description Who is signed in. */
            user: components["schemas"]["SessionUser"];
            /** @description For which account. */
            account: components["schemas"]["SessionAccount"];
            /**
             * @description What the role allows beyond reading. A viewer has none.
             * @example [
             *       "keys:manage",
             *       "clients:manage",
             *       "members:manage"
             *     ]
             */
            permissions: components["schemas"]["Permission"][];
            /**
             * @description For `X-CSRF-Token`.
             * @example pR3yQk5m0n1l6mUj0o7cX2aW9v8b4d5e6f7g8h9i0jA
             */
            csrf_token: string;
            /** @description When the person signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the session ends. Two hours after its last use, and at most twelve hours after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When the password was given last. */
            password_confirmed_at: components["schemas"]["Timestamp"];
        };
        /** @description Confirms that a session has ended. */
        EndedSession: {
            /** @description The session. */
            id: components["schemas"]["SessionId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            ended: true;
        };
        /** @description One browser in which the user is signed in. */
        SessionOverview: {
            /** @description The session. */
            id: components["schemas"]["SessionId"];
            /**
             * @description Whether it is the session of this request.
             * @example true
             */
            current: boolean;
            /**
             * @description The address from which the person signed in. Null where it is not known.
             * @example 198.51.100.7
             */
            client_ip: string | null;
            /**
             * @description How the browser described itself. Null where it is not known.
             * @example Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0
             */
            user_agent: string | null;
            /** @description When the person signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was used last, to the minute. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description When it ends, two hours after its last use and at most twelve hours after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Whether a key is accepted.
         * @example active
         * @enum {string}
         */
        KeyStatus: "active" | "expired" | "revoked";
        /** @description An API key, without the key itself. */
        Key: {
            /** @description The key. */
            id: components["schemas"]["KeyId"];
            /** @description Whether it is a test or a live key. */
            kind: components["schemas"]["CredentialKind"];
            /** @description What you call it. */
            name: components["schemas"]["RecordName"];
            /**
             * @description What it may do.
             * @example [
             *       "businesses:read"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The visible beginning of the key.
             * @example svc_test_Q7m
             */
            prefix: string;
            /** @description Whether the key is accepted. */
            status: components["schemas"]["KeyStatus"];
            /** @description When it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A new API key. */
        IssuedKey: {
            /** @description The key. */
            id: components["schemas"]["KeyId"];
            /** @description Whether it is a test or a live key. */
            kind: components["schemas"]["CredentialKind"];
            /** @description What you call it. */
            name: components["schemas"]["RecordName"];
            /**
             * @description What it may do.
             * @example [
             *       "businesses:read"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The visible beginning of the key.
             * @example svc_test_Q7m
             */
            prefix: string;
            /** @description Whether the key is accepted. */
            status: components["schemas"]["KeyStatus"];
            /** @description When it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description When it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The key. It is not shown again.
             * @example svc_test_Q7m0000000000000000000000000000000000000000
             */
            key: string;
        };
        /** @description The key to issue. */
        CreateKeyRequest: {
            /** @description What you call it. */
            name: components["schemas"]["RecordName"];
            /** @description What it may do. If omitted, everything. */
            scopes?: components["schemas"]["Scopes"];
            /**
             * @description When it expires; at least a minute from now. If omitted or null, it does not.
             * @example null
             */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description An OAuth client, without its secret. */
        Client: {
            /** @description The client. */
            id: components["schemas"]["OAuthClientId"];
            /** @description What you call it, and what a consent page shows. */
            name: components["schemas"]["RecordName"];
            /** @description What its tokens may do at most. */
            scopes: components["schemas"]["Scopes"];
            /** @description Where people are sent back to. Empty for client credentials. */
            redirect_uris: components["schemas"]["RedirectUris"];
            /**
             * @description Whether it authenticates with a secret. An app that cannot keep one has none.
             * @example true
             */
            has_secret: boolean;
            /** @description When it was registered. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its secret was replaced last. Null when it never was.
             * @example null
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description An OAuth client with a new secret. */
        IssuedClient: {
            /** @description The client. */
            id: components["schemas"]["OAuthClientId"];
            /** @description What you call it, and what a consent page shows. */
            name: components["schemas"]["RecordName"];
            /** @description What its tokens may do at most. */
            scopes: components["schemas"]["Scopes"];
            /** @description Where people are sent back to. Empty for client credentials. */
            redirect_uris: components["schemas"]["RedirectUris"];
            /**
             * @description Whether it authenticates with a secret. An app that cannot keep one has none.
             * @example true
             */
            has_secret: boolean;
            /** @description When it was registered. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When its secret was replaced last. Null when it never was.
             * @example null
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The secret. It is not shown again. Null for a public client.
             * @example t4Xb1mJt0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0M
             */
            client_secret: string | null;
        };
        /** @description The client to register. */
        CreateClientRequest: {
            /** @description What you call it, and what a consent page shows. */
            name: components["schemas"]["RecordName"];
            /** @description What its tokens may do at most. If omitted, everything. */
            scopes?: components["schemas"]["Scopes"];
            /** @description Where people are sent back to. If omitted or empty, the client is for client credentials. */
            redirect_uris?: components["schemas"]["RedirectUris"];
            /**
             * @description True for an app that cannot keep a secret; it needs a redirect URI.
             * @default false
             * @example false
             */
            is_public?: boolean;
        };
        /** @description What to change. */
        UpdateClientRequest: {
            /** @description What you call it, and what a consent page shows. */
            name?: components["schemas"]["RecordName"];
            /** @description All of them, in place of the present ones. */
            redirect_uris?: components["schemas"]["RedirectUris"];
        };
        /** @description Confirms that a client was deleted. */
        DeletedClient: {
            /** @description The client. */
            id: components["schemas"]["OAuthClientId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description A person who may sign in for the account. */
        Member: {
            /** @description The member. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
            /** @description What they may do. */
            role: components["schemas"]["Role"];
            /** @description When they joined. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When a session of theirs was used last, to the minute. Null when there is none.
             * @example null
             */
            last_active_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description What to change. */
        UpdateMemberRequest: {
            /** @description What they may do from now on. */
            role: components["schemas"]["Role"];
        };
        /** @description Confirms that a member was removed. */
        RemovedMember: {
            /** @description The member. */
            id: components["schemas"]["UserId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            removed: true;
        };
        /** @description A new session in the envelope. */
        SignedInResponse: {
            /** @description The record. */
            data: components["schemas"]["Session"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The session in the envelope. */
        SessionResponse: {
            /** @description The record. */
            data: components["schemas"]["Session"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description An ended session in the envelope. */
        EndedSessionResponse: {
            /** @description The record. */
            data: components["schemas"]["EndedSession"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Sessions in the envelope. */
        SessionListResponse: {
            /** @description The records. */
            data: components["schemas"]["SessionOverview"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A key in the envelope. */
        KeyResponse: {
            /** @description The record. */
            data: components["schemas"]["Key"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A new key in the envelope. */
        IssuedKeyResponse: {
            /** @description The record. */
            data: components["schemas"]["IssuedKey"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Keys in the envelope. */
        KeyListResponse: {
            /** @description The records. */
            data: components["schemas"]["Key"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A client in the envelope. */
        ClientResponse: {
            /** @description The record. */
            data: components["schemas"]["Client"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A client and its secret in the envelope. */
        IssuedClientResponse: {
            /** @description The record. */
            data: components["schemas"]["IssuedClient"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Clients in the envelope. */
        ClientListResponse: {
            /** @description The records. */
            data: components["schemas"]["Client"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A deletion in the envelope. */
        DeletedClientResponse: {
            /** @description The record. */
            data: components["schemas"]["DeletedClient"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A member in the envelope. */
        MemberResponse: {
            /** @description The record. */
            data: components["schemas"]["Member"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Members in the envelope. */
        MemberListResponse: {
            /** @description The records. */
            data: components["schemas"]["Member"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A removal in the envelope. */
        RemovedMemberResponse: {
            /** @description The record. */
            data: components["schemas"]["RemovedMember"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The ID of a request. It is always generated by the service; a value sent by the caller is ignored.
         * @example req_01m7w17f2rfmdsvt8ga4tjfd07
         */
        RequestId: string;
        /**
         * @description The plan of an account. `starter` does not include API access unless the account has the entitlement `api_demo`.
         * @example growth
         * @enum {string}
         */
        Plan: "starter" | "growth" | "scale";
        /**
         * Format: date-time
         * @description An instant in UTC, in ISO 8601 format, always with milliseconds and `Z`.
         * @example 2026-11-16T06:00:00.000Z
         */
        Timestamp: string;
        /** @description The most restrictive rate limit that applies to the request (per IP address, account, or key or client), counted over a sliding window. Equal to the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
        RateLimit: {
            /**
             * @description Number of requests allowed in the window.
             * @example 300
             */
            limit: number;
            /**
             * @description Number of requests left in the window. At 0, the next request returns 429.
             * @example 297
             */
            remaining: number;
            /**
             * @description Number of seconds until the full limit is available again if no more requests are sent.
             * @example 41
             */
            reset_s: number;
        };
        /** @description Metadata of a response with a single record. */
        Meta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /**
         * @description A machine-readable error code. Each code has exactly one HTTP status. `conflict`, `method_not_allowed` and
         *     `unavailable` extend the original interface.
         *
         *     - `unauthorized` (401): the credential is missing, not valid or expired; send a valid key, or request a new token once
         *     - `invalid_api_key` (401): the API key was revoked; use another key
         *     - `forbidden` (403): the plan, the scopes of the credential or the transport do not allow the operation
         *     - `not_found` (404): the ID or path is unknown, or the ID belongs to another account
         *     - `invalid_request` (400): the path, query, headers or body are not valid; correct the fields named in `details`
         *     - `rate_limited` (429): a rate limit or quota is exceeded; wait for the number of seconds in `Retry-After`
         *     - `internal_error` (500): the service failed; retry with exponential backoff
         *     - `conflict` (409): the request is valid but conflicts with the current state; read the record first
         *     - `method_not_allowed` (405): the path does not support the method; use a method named in the header `Allow`
         *     - `unavailable` (503): the service is temporarily not ready; wait for the number of seconds in `Retry-After`
         * @example invalid_request
         * @enum {string}
         */
        ErrorCode: "unauthorized" | "invalid_api_key" | "forbidden" | "not_found" | "invalid_request" | "rate_limited" | "internal_error" | "conflict" | "method_not_allowed" | "unavailable";
        /** @description An invalid part of the request, or an exceeded limit. */
        ErrorDetail: {
            /**
             * @description The invalid part or the exceeded limit. The first segment is its kind (`path`, `query`, `header`, `body`, `quota` or `rate`), the others are its position or name: `body.event_types.1` is the second item of `event_types` in the body, `quota.analyses` is the monthly quota of analyses, and `rate.key` is the rate limit of the key.
             * @example body.event_types.1
             * @example query.limit
             * @example quota.analyses
             * @example rate.key
             */
            path: string;
            /**
             * @description The value that is expected, or when the limit allows another request.
             * @example must be between 1 and 100
             */
            message: string;
        };
        /** @description An error, in machine-readable (`code`) and human-readable form (`message`, `details`). */
        Error: {
            /** @description The error code. This is the only field that your code should depend on. */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description A human-readable message that explains the error and how to resolve it. The wording can change at any time.
             * @example query.limit must be at most 100
             */
            message: string;
            /** @description The invalid fields and the exceeded limits. Absent if the error concerns the whole request. */
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @description Metadata of an error response. It has no `plan`, because the account can be unknown. */
        ErrorMeta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
        };
        /** @description The response body of every error. */
        ErrorResponse: {
            /** @description The error. It is present instead of `data`. */
            error: components["schemas"]["Error"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description The quotas that a credential uses: `test` keys have a separate allowance; `live` keys and OAuth clients use the quotas of the plan.
         * @example test
         * @enum {string}
         */
        CredentialKind: "test" | "live";
        /**
         * @description A permission of a credential. `reviews:write` extends the original interface.
         *
         *     - `businesses:read`: read the business, competitors, reviews, analyses, reports, recommendations and usage
         *     - `analyses:write`: start analyses, which count against the plan, and update recommendations
         *     - `replies:write`: draft replies to reviews, which count against the plan, and read and edit the drafts
         *     - `reviews:write`: import and delete reviews, manage competitors, and set the analysis schedule
         *     - `webhooks:manage`: manage webhook endpoints, deliveries and events
         * @example businesses:read
         * @enum {string}
         */
        Scope: "businesses:read" | "analyses:write" | "replies:write" | "webhooks:manage" | "reviews:write";
        /**
         * @description The ID of an OAuth client.
         * @example cli_01kt134r00eq189cry2hsq8g01
         */
        OAuthClientId: string;
    };
    responses: {
        /** @description `unauthorized`: no session, or one that has ended. Sign in again. */
        SignInRequired: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `forbidden`: the role lacks the permission, the request did not come from a page of this portal, or the password has to be
         *     confirmed first (detail path `header.cookie.password_confirmation`).
         */
        NotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `conflict`: the account would have no owner. */
        InUse: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `invalid_request`: a parameter is unknown, repeated, out of range or incorrectly encoded. `error.details` names the
         *     parameter and the value that is expected.
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limited`: too many requests in the current window. Wait `Retry-After` seconds. A refused request does not
         *     count against the limit.
         */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `internal_error`: an error occurred in the service. Retry with exponential backoff and, for a POST, with the same
         *     `Idempotency-Key`. If the error persists, contact support and include `meta.request_id`.
         */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `unavailable`: the service is starting, stopping, or cannot reach its database. The request was not executed; retry
         *     after `Retry-After` seconds.
         */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `invalid_request`: the body or a parameter is invalid: it does not match the schema, has an unknown field, is not
         *     JSON, has another content type, or is too large. `error.details` names the invalid parts and the values that are
         *     expected.
         */
        BadRequestBody: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `not_found`: the account has no record with this ID. The response is the same for a record of another account and
         *     for one that never existed.
         */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description The session. */
        SessionIdParam: components["schemas"]["SessionId"];
        /** @description The key. */
        KeyIdParam: components["schemas"]["KeyId"];
        /** @description The client. */
        ClientIdParam: components["schemas"]["OAuthClientId"];
        /** @description The member. */
        MemberIdParam: components["schemas"]["UserId"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description The ID of the request, equal to `meta.request_id`. Include it when you contact support. It is always generated by
         *     the service; a value sent by the caller is ignored.
         */
        XRequestId: components["schemas"]["RequestId"];
        /** @description Number of requests allowed in the current window by the most restrictive limit that applies. Equal to `meta.rate_limit.limit`. */
        XRateLimitLimit: number;
        /** @description Number of requests left in the current window. Equal to `meta.rate_limit.remaining`. */
        XRateLimitRemaining: number;
        /** @description Number of seconds until the full limit is available again. It is a duration, not a timestamp. Equal to `meta.rate_limit.reset_s`. */
        XRateLimitReset: number;
        /**
         * @description The limit that the other three headers describe: per IP address (`ip`), per account (`account`), or per API key or
         *     OAuth client (`key`).
         */
        XRateLimitPolicy: "ip" | "account" | "key";
        /** @description How to authenticate (RFC 9110 section 11.6.1, RFC 6750 section 3). */
        Challenge: string;
        /**
         * @description Number of seconds to wait before the request can succeed. The value is exact: for a rate limit, the time until
         *     another request is allowed; for an exceeded quota, the time until it resets.
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description The session. Its cookie is in `Set-Cookie`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    useSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkUse"];
            };
        };
        responses: {
            /** @description The session. Its cookie is in `Set-Cookie`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordConfirmation"];
            };
        };
        responses: {
            /** @description The session, with the time of the confirmation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The new session of this browser. Its cookie is in `Set-Cookie`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                id: components["parameters"]["SessionIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description The key, shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
                id: components["parameters"]["KeyIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClientRequest"];
            };
        };
        responses: {
            /** @description The client, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedClientResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client. */
                id: components["parameters"]["ClientIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedClientResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client. */
                id: components["parameters"]["ClientIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateClientRequest"];
            };
        };
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client. */
                id: components["parameters"]["ClientIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedClientResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                id: components["parameters"]["MemberIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The member. */
                id: components["parameters"]["MemberIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
