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
         * @description Begins a session and sets its cookie. The session that the browser had before ends: an id that was planted there is no longer valid.
         *     A wrong password, an unknown address and a removed member return the same 401. Attempts are limited by address and user, never so that
         *     others can lock a user out; over the limit the response is 429 with `Retry-After`, and 503 while too many people sign in at once.
         *
         *     If the user has a second factor, the response is 401 with the detail path `header.cookie.second_factor`: call `signInWithCode`.
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
         *     gave to apps, and every other link. A link is valid once and for 30 minutes; afterwards the response is 404. `requestResetLink` and
         *     `inviteMember` send one, and the operator's command `svc user reset --link` prints one.
         *
         *     If the user has a second factor, the password is set and the response is 401 as that of `signIn`.
         */
        post: operations["useSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link to set the password
         * @description Sends a link that sets the password to this address, if a member has it. The response is the same for an unknown address. The link is valid
         *     once and for 30 minutes. Where the service sends no email, `delivery` is `operator`: `svc user reset --link` prints the link.
         *
         *     Requests are limited by email address and by the address of the browser, and in all: over a limit the response is 429 with `Retry-After`.
         */
        post: operations["requestResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/by-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the second factor
         * @description The second step of a sign-in: takes a code of the authenticator app, or a recovery code, and begins the session. The first step (`signIn`,
         *     `useSignInLink`, or the login page of OAuth) has set a cookie that is valid for five minutes. Each code is accepted once. Wrong codes are
         *     limited by browser and user, never so that somebody without the password can lock the user out: 429 with `Retry-After`.
         */
        post: operations["signInWithCode"];
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
    "/session/code-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm with the second factor
         * @description Counts as a confirmed password. A wrong code is 403 and counts as a failed attempt.
         */
        post: operations["confirmCode"];
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
    "/account/review-retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how long reviews are kept
         * @description Reviews are deleted this number of days after they were posted, or after they were stored where that is not known, with everything that quotes
         *     them. Null keeps them. The stored reviews follow within minutes. The rule of a source may delete them earlier. Needs a confirmed password.
         */
        put: operations["setReviewRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the business of the account
         * @description Creates the business of an account that has none. The account is bound to it from then on; a second one is 409 `conflict`.
         */
        post: operations["createFirstBusiness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what the account has
         * @description How many records of each kind the account has: what its deletion would remove. Each kind is counted up to 100,000.
         */
        get: operations["getAccountContents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the account
         * @description Ends every session, key, client and token of the account at once, and stops its webhooks. Then everything that it has is deleted in steps,
         *     which takes minutes for a large account. It cannot be undone. The name of the account has to be given exactly. Needs a confirmed password.
         */
        post: operations["deleteAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports of the account
         * @description Exports that are being made or can be downloaded, the newest first.
         */
        get: operations["listAccountExports"];
        put?: never;
        /**
         * Export everything
         * @description Starts an export of everything that the account has, as of one instant, in the formats of the API. The file is NDJSON, compressed with gzip:
         *     each line has the `kind` of a record and the `record`, and the last line has the kind `export`. Secrets are not in it. An export that is
         *     being made already is returned instead; an earlier one that is complete is replaced. Needs a confirmed password.
         */
        post: operations["createAccountExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/exports/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export. */
                id: components["parameters"]["AccountExportIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to an export
         * @description A link to the file. It works for ten minutes and in this session alone: with another session, or without one, it returns 404. Needs a
         *     confirmed password. An export that is not complete or has expired is 404.
         */
        post: operations["createExportLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/request-durations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the durations of requests
         * @description The median and the 95th percentile of how long requests took, per hour of the last day or per day of the last 30 days, in UTC. At most the
         *     latest 50,000 requests are measured; `requests` is how many were.
         */
        get: operations["getRequestDurations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passkeys of the user
         * @description The passkeys of the user who is signed in, the newest first; at most 10.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Stores the public key of a passkey that the browser has created with the result of `beginPasskey`. From then on it signs the user in.
         *     A user has at most 10 passkeys: the next one is 409. Needs a confirmed password.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Returns what the browser needs to create a passkey. It is valid for five minutes and in this session only. Needs a confirmed password.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The passkey. */
                id: components["parameters"]["PasskeyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description The passkey no longer signs the user in. Sessions that it began continue. Needs a confirmed password.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Returns what the browser needs to use a passkey. It is valid for five minutes, and each passkey uses it once.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/by-passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Begins a session and sets its cookie, as `signIn` does. The passkey verifies the person, with a fingerprint, a face or a PIN, so no code of
         *     an authenticator app is needed. An unknown passkey, a wrong signature and an expired or used challenge return the same 401.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the connection to the business profile
         * @description The connected location and how far its reviews are synchronized. Without a connection: 404.
         */
        get: operations["getProfileConnection"];
        put?: never;
        /**
         * Connect a location
         * @description Connects a location of `listProfileLocations` to the business of the account, with the consent of this session, which is used up. A
         *     connection that exists is replaced. A worker then reads the reviews. Without a consent: 404; a location that the consent gives no access
         *     to: 409.
         */
        post: operations["connectProfileLocation"];
        /**
         * Disconnect the business profile
         * @description Deletes the connection and its tokens; a worker revokes the consent. Approved replies become drafts again. Reviews and published replies
         *     stay. Without a connection: 404. Needs a confirmed password.
         */
        delete: operations["disconnectProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the consent
         * @description Begins a consent in this session, in place of an unfinished one, and returns the page of the search company that asks for it. That page
         *     returns to `/portal/business-profile/consent` with `state`, and with `code` or `error`. If the installation has no OAuth client for the
         *     APIs: 409. Needs a confirmed password.
         */
        post: operations["startProfileConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/consent/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish the consent
         * @description Exchanges the code of the consent that this session has begun. A `state` of another session, of more than ten minutes ago or that was
         *     used is 409, and so is a code that the search company does not accept or a consent that does not include managing the business profile.
         *     The location can then be connected for ten minutes.
         */
        post: operations["finishProfileConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the locations of the consent
         * @description Asks the search company for the locations that the consent of this session gives access to, at most 1,000. Without a consent that waits
         *     for its location: 404.
         */
        get: operations["listProfileLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of the business profile
         * @description The entries of the audit log of the account that concern the business profile and its replies, newest first.
         */
        get: operations["listProfileAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/unanswered-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reviews without a reply
         * @description Reviews of the connected location that have no visible reply, and none here that is neither stopped nor withdrawn, the latest first. Empty
         *     without a connection.
         */
        get: operations["listUnansweredReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the replies to publish
         * @description Drafts and published replies to reviews of the connected location, the newest first, each with its review and the text that is visible
         *     upstream.
         */
        get: operations["listProfileReplies"];
        put?: never;
        /**
         * Write a reply to a review
         * @description Stores a draft for a review of the connected location; another review, or a `draft_id` of no draft, is 404. It is published only after `approveProfileReply`. A review
         *     that has a reply that is neither stopped nor withdrawn is 409.
         */
        post: operations["createProfileReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the text of a reply
         * @description Changes the text of a draft, or of a reply that is approved or stopped, which becomes a draft again: an approval is for one text. Later
         *     states are 409.
         */
        patch: operations["updateProfileReply"];
        trace?: never;
    };
    "/business-profile/replies/{id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a reply
         * @description Approves exactly the text of the request, and queues the reply to be published. If the draft has another text by now: 409. This is the only
         *     way to publish a reply; it needs a session and a password that was confirmed within ten minutes. Needs a confirmed password.
         */
        post: operations["approveProfileReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business-profile/replies/{id}/withdrawal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a reply
         * @description Removes a published reply upstream, or discards one that was not published. While it is being published: 409.
         */
        post: operations["withdrawProfileReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Everyone who was invited and has not chosen a password yet, the first invited first; at most 500. An invitation ends after 7 days.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a member
         * @description Creates a login without a password and sends a link that sets one to the address. The link is valid once and for 30 minutes; an invited
         *     person gets another one with `requestResetLink` until the invitation ends after 7 days. Where the service sends no email, `delivery` is
         *     `operator`: `svc user reset --link` prints the link.
         *
         *     An address that has a login, in any account, is refused with 409. At most 20 emails per account and 3 per address are sent in a day: 429.
         *     Needs a confirmed password.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invited person. */
                id: components["parameters"]["InvitationIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Deletes the login that was created for the invitation; links that were sent become invalid. A member who has chosen a password is removed
         *     with `removeMember` instead: 404.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invited person. */
                id: components["parameters"]["InvitationIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Sends another link; the invitation ends 7 days from now. The limits of `inviteMember` apply.
         */
        post: operations["sendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the second factors of the user
         * @description The factors that a sign-in requires in addition to the password.
         */
        get: operations["getFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/factors/authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up an authenticator app
         * @description Creates a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It is in this response and nowhere else, and has no
         *     effect until `confirmAuthenticator` has received a code of it. A secret that was created before and not confirmed is replaced; one that
         *     is in use is removed first: 409. Needs a confirmed password.
         */
        post: operations["beginAuthenticator"];
        /**
         * Remove the authenticator app
         * @description From now on the password alone signs the user in. The recovery codes become invalid, and every other session of the user ends. Needs a
         *     confirmed password.
         */
        delete: operations["removeAuthenticator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/factors/authenticator/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish to set up an authenticator app
         * @description From now on a sign-in needs a code. Returns ten recovery codes, each of which replaces a code of the app once; they are in this response and
         *     nowhere else. Every other session of the user ends. A wrong code is 403. Needs a confirmed password.
         */
        post: operations["confirmAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes
         * @description Returns ten new recovery codes and makes the former ones invalid. Without an authenticator app: 404. Needs a confirmed password.
         */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed in the account
         * @description Changes that concern the account, by its members, by administrators and by commands of the operator, the newest first.
         *     They are kept for two years.
         */
        get: operations["listAccountAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session of the administrator
         * @description Who is signed in, and the token for `X-CSRF-Token`.
         */
        get: operations["getAdministratorSession"];
        put?: never;
        /**
         * Sign in as an administrator
         * @description Begins the session of an administrator and sets its cookie, in place of the session that the browser had. A wrong
         *     password, an unknown address and the address of a member return the same 401. Attempts are limited as those of `signIn`.
         *     Where the administrator has an authenticator app, the response is 401 with the detail path
         *     `header.cookie.second_factor`: call `signInAdministratorWithCode`.
         */
        post: operations["signInAdministrator"];
        /**
         * Sign the administrator out
         * @description Ends the session of this browser and removes its cookie.
         */
        delete: operations["signOutAdministrator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/by-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the password of an administrator by a link
         * @description Sets the password of the administrator whose link it is, and signs them in. It ends every other session and link of
         *     theirs. A link is valid once and for 30 minutes; afterwards the response is 404. The operator's command `svc admin
         *     create --link` prints one. With an authenticator app the response is 401 as that of `signInAdministrator`.
         */
        post: operations["useAdministratorLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/by-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the console with the second factor
         * @description The second step of a sign-in to the console: takes a code of the authenticator app, or a recovery code, and begins the
         *     session. The first step (`signInAdministrator` or `useAdministratorLink`) has set a cookie that is valid for five minutes.
         *     Each code is accepted once. Wrong codes are limited as those of `signInWithCode`.
         */
        post: operations["signInAdministratorWithCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/password-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the password of the administrator
         * @description Gives the password again. Every operation of the console that changes something needs a password that was given within
         *     the last ten minutes. A wrong password is 403 and counts as a failed attempt to sign in.
         */
        post: operations["confirmAdministratorPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/authenticator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up the authenticator app of the administrator
         * @description Creates a secret for an authenticator app, as `beginAuthenticator` does for a member. It is in this response and nowhere
         *     else. One that is in use is removed by the operator's command `svc admin reset --remove-authenticator` first: 409. Needs a
         *     confirmed password.
         */
        post: operations["beginAdministratorAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/authenticator/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish to set up the authenticator app of the administrator
         * @description From now on a sign-in to the console needs a code. Returns ten recovery codes, each of which replaces a code of the app
         *     once; they are in this response and nowhere else. Every other session of the administrator ends. A wrong code is 403.
         *     Needs a confirmed password.
         */
        post: operations["confirmAdministratorAuthenticator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/authenticator/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes of the administrator
         * @description Returns ten new recovery codes and makes the former ones invalid. Without an authenticator app: 404. Needs a confirmed
         *     password.
         */
        post: operations["createAdministratorRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Every account, the newest first, with what it used in this calendar month (UTC).
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        /**
         * Get an account
         * @description One account, with its flags, its limits and what it has.
         */
        get: operations["getAccountDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the plan or the entitlement of an account
         * @description Takes effect with the next request of the account. Needs a confirmed password.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/accounts/{id}/flags/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The flag. */
                name: components["parameters"]["FlagNameParam"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a flag for one account
         * @description A flag that is off for the platform is off for every account; for one account it can only be switched off. Needs a
         *     confirmed password.
         */
        put: operations["setAccountFlag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/rate-limit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the rate limit of one account
         * @description Takes effect within five seconds. Needs a confirmed password.
         */
        put: operations["setAccountRateLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        /**
         * List the API keys of an account
         * @description The keys of the account, the newest first, revoked and expired ones included.
         */
        get: operations["listAccountKeys"];
        put?: never;
        /**
         * Issue a live key
         * @description Issues a live key for the account. The key is in this response and nowhere else. The API accepts it while the flag
         *     `live_keys_enabled` is on. Needs a confirmed password.
         */
        post: operations["issueLiveKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The key. */
                key_id: components["parameters"]["AccountKeyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key of an account
         * @description The next request with it is refused. Revoking it again keeps the first time. Needs a confirmed password.
         */
        delete: operations["revokeAccountKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/keys/{key_id}/rate-limit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The key. */
                key_id: components["parameters"]["AccountKeyIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the rate limit of one API key
         * @description Takes effect within five seconds. A revoked key is 404. Needs a confirmed password.
         */
        put: operations["setKeyRateLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        /**
         * List the OAuth clients of an account
         * @description The clients of the account, the newest first, except deleted ones.
         */
        get: operations["listAccountClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{id}/clients/{client_id}/business-creation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The client. */
                client_id: components["parameters"]["AccountClientIdParam"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Grant or revoke the scope businesses:write of a client
         * @description With this scope a client creates the business of an account that has none. New tokens of the client have it; tokens that have it already lose
         *     it with the next request. A client that asks people for consent cannot have it and is 404. Needs a confirmed password.
         */
        put: operations["setClientBusinessCreation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the flags of the platform
         * @description Every flag, and for how many accounts it is switched off.
         */
        get: operations["listFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/flags/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The flag. */
                name: components["parameters"]["FlagNameParam"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a flag for the platform
         * @description Takes effect with the next request. Off is off for every account. Needs a confirmed password.
         */
        put: operations["setFlag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dead letters of every account
         * @description Deliveries that failed on every attempt, the newest first, with the last attempt. Those of deleted endpoints are not
         *     listed.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dead-letters/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend dead letters
         * @description Each event is sent once more to each endpoint where it was dead-lettered in the period, with the same event id. One
         *     request resends for at most 20 endpoints: while `next_webhook_id` is not null, send the request again with it as
         *     `from_webhook_id`. With `dry_run` nothing is sent. Needs a confirmed password.
         */
        post: operations["resendDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the queues
         * @description Returns the work that waits for a worker, and since when.
         */
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the service
         * @description Returns whether the database and Redis respond to this process, which processes run, and their versions.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/secret-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secret keys
         * @description Which secret keys are known by their id, and what still needs each. The keys themselves are never shown.
         */
        get: operations["listSecretKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was changed in every account
         * @description Changes by administrators, by commands of the operator and by members, the newest first. They are kept for two years.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The ID of a request. It is always generated by the service; a value sent by the caller is ignored.
         * @example req_01m7w17f2rfmdsvt8ga4tjfd07
         */
        RequestId: `req_${string}`;
        /**
         * @description Identifies a session. It is not the secret in the cookie.
         * @example ses_01m7w177v6e7q8xgn3y37fv0ac
         */
        SessionId: `ses_${string}`;
        /**
         * @description Identifies a person who may sign in.
         * @example usr_01kjpy0t3ge0fbhk2m3t1d8x5q
         */
        UserId: `usr_${string}`;
        /**
         * @description An email address. Upper and lower case are the same.
         * @example owner@rosso-trattoria.nl
         */
        Email: string;
        /**
         * @description The role of a member; see "Roles".
         * @example owner
         * @enum {string}
         */
        Role: "owner" | "developer" | "viewer";
        /** @description The person who is signed in. */
        SessionUser: {
            /** @description The user. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
            /** @description Their role. */
            role: components["schemas"]["Role"];
        };
        /**
         * @description The plan of an account. `starter` does not include API access unless the account has the entitlement `api_demo`.
         * @example growth
         * @enum {string}
         */
        Plan: "starter" | "growth" | "scale";
        /**
         * @description The ID of a business.
         * @example biz_01kjpx4gtrex7rhcb4yfrgw100
         */
        BusinessId: `biz_${string}`;
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
            /**
             * @description Whether the account has its business. Until then the operations of the API return 403.
             * @example true
             */
            has_business: boolean;
            /** @description The business of the account. While `has_business` is false, the ID of no record. */
            business_id: components["schemas"]["BusinessId"];
            /**
             * @description Whether the integration of the business profile is on for the account. If not, its operations return 404.
             * @example false
             */
            business_profile: boolean;
        };
        /**
         * @description A permission of a role beyond reading.
         * @example keys:manage
         * @enum {string}
         */
        Permission: "keys:manage" | "clients:manage" | "members:manage" | "account:manage" | "replies:publish";
        /**
         * Format: date-time
         * @description An instant in UTC, in ISO 8601 format, always with milliseconds and `Z`.
         * @example 2026-11-16T06:00:00.000Z
         */
        Timestamp: string;
        /** @description A signed-in person. */
        Session: {
            /** @description The session. */
            id: components["schemas"]["SessionId"];
            /** @description Who is signed in. */
            user: components["schemas"]["SessionUser"];
            /** @description For which account. */
            account: components["schemas"]["SessionAccount"];
            /**
             * @description The permissions of the role beyond reading. A viewer has none.
             * @example [
             *       "keys:manage",
             *       "clients:manage",
             *       "members:manage",
             *       "account:manage",
             *       "replies:publish"
             *     ]
             */
            permissions: components["schemas"]["Permission"][];
            /**
             * @description For `X-CSRF-Token`.
             * @example pR3yQk5m0n1l6mUj0o7cX2aW9v8b4d5e6f7g8h9i0jA
             */
            csrf_token: string;
            /** @description The time at which the person signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The time at which the session ends. Two hours after its last use, and at most twelve hours after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The time at which the password was given last. */
            password_confirmed_at: components["schemas"]["Timestamp"];
        };
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
        /** @description The session in the envelope. */
        SessionResponse: {
            /** @description The record. */
            data: components["schemas"]["Session"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A machine-readable error code. Each code has exactly one HTTP status. `conflict`, `method_not_allowed` and
         *     `unavailable` extend the original interface.
         *
         *     - `unauthorized` (401): the credential is missing, not valid or expired; send a valid credential, or request a new access token once
         *     - `invalid_api_key` (401): the API key was revoked; use another key
         *     - `forbidden` (403): the plan, the scopes of the credential or the transport do not allow the operation; change the plan, use a credential with the required scope, or use TLS
         *     - `not_found` (404): the ID or path is unknown, or the ID belongs to another account; correct the path or the ID
         *     - `invalid_request` (400): the path, query, headers or body are not valid; correct the fields named in `details`
         *     - `rate_limited` (429): a rate limit or quota is exceeded, which `details` names; wait for the number of seconds in `Retry-After`
         *     - `internal_error` (500): the service failed; retry with exponential backoff, and contact support with the request ID if the error persists
         *     - `conflict` (409): the request is valid but conflicts with the current state; read the record before you send the request again
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
         * @description The part of a request that a refusal is about:
         *     - `header.cookie.second_factor`: the session needs a code or an authenticator app
         *     - `header.cookie.password_confirmation`: the password has to be confirmed, then the request repeated
         *     - `header.x-csrf-token`: the token of the session is missing or wrong
         *     - `body.code`: the code is wrong or was used
         *     - `body.password`: the password is wrong
         *     - `body.current_password`: the current password is wrong
         * @example header.cookie.second_factor
         * @enum {string}
         */
        RefusalPath: "header.cookie.second_factor" | "header.cookie.password_confirmation" | "header.x-csrf-token" | "body.code" | "body.password" | "body.current_password";
        /** @description One part of the request that the refusal is about. */
        RefusalDetail: {
            /** @description The part of the request. */
            path: components["schemas"]["RefusalPath"];
            /**
             * @description The value that is expected.
             * @example was given more than 10 minutes ago
             */
            message: string;
        };
        /** @description An error that a page of the portal can resolve, as the paths of its details say. */
        Refusal: {
            /** @description The error code. */
            code: components["schemas"]["ErrorCode"];
            /**
             * @description A message for the person.
             * @example Confirm your password to continue.
             */
            message: string;
            /** @description What the refusal is about. Absent if nothing that the person enters resolves it. */
            details?: components["schemas"]["RefusalDetail"][];
        };
        /** @description The response body of a refusal (401 or 403). It has the form of every error. */
        RefusalResponse: {
            /** @description The refusal. It is present instead of `data`. */
            error: components["schemas"]["Refusal"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description A password.
         * @example correct horse battery staple
         */
        Password: string;
        /** @description Who signs in. */
        SignInRequest: {
            /** @description The address of the login. */
            email: components["schemas"]["Email"];
            /** @description The password of the login. */
            password: components["schemas"]["Password"];
        };
        /** @description A new session in the envelope. */
        SignedInResponse: {
            /** @description The record. */
            data: components["schemas"]["Session"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
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
        /** @description An ended session in the envelope. */
        EndedSessionResponse: {
            /** @description The record. */
            data: components["schemas"]["EndedSession"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A password of at least 12 characters.
         * @example correct horse battery staple
         */
        NewPassword: string;
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
        /** @description Who has forgotten the password. */
        ResetLinkRequest: {
            /** @description The address of the login. */
            email: components["schemas"]["Email"];
        };
        /**
         * @description How a link reaches the person. `operator` where the service sends no email; `svc user reset --link` prints it.
         * @example email
         * @enum {string}
         */
        LinkDelivery: "email" | "operator";
        /** @description The behavior if a member has the address. */
        RequestedLink: {
            /** @description How the link is sent. */
            delivery: components["schemas"]["LinkDelivery"];
        };
        /** @description A request for a link in the envelope. */
        RequestedLinkResponse: {
            /** @description The record. */
            data: components["schemas"]["RequestedLink"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A code that is valid once. */
        SecondFactorCode: {
            /**
             * @description The six digits that the authenticator app shows, or a recovery code. Spaces and hyphens do not matter.
             * @example 492039
             */
            code: string;
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
            /** @description The time at which the person signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The time at which it was used last, to the minute. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description The time at which it ends, two hours after its last use and at most twelve hours after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description Sessions in the envelope. */
        SessionListResponse: {
            /** @description The records. */
            data: components["schemas"]["SessionOverview"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Identifies an API key.
         * @example key_01kjpy44e0ejn9fs0zhj02ddtc
         */
        KeyId: `key_${string}`;
        /**
         * @description The quotas that a credential uses: `test` keys have a separate allowance; `live` keys and OAuth clients use the quotas of the plan.
         * @example test
         * @enum {string}
         */
        CredentialKind: "test" | "live";
        /**
         * @description The display name. The character U+0000 is not allowed.
         * @example Laptop
         */
        RecordName: string;
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
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /**
             * @description The granted scopes.
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
            /** @description The time at which it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Keys in the envelope. */
        KeyListResponse: {
            /** @description The records. */
            data: components["schemas"]["Key"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The scopes; at least one.
         * @example [
         *       "businesses:read"
         *     ]
         */
        Scopes: components["schemas"]["Scope"][];
        /** @description The key to issue. */
        CreateKeyRequest: {
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /** @description The scopes. If omitted, all scopes. */
            scopes?: components["schemas"]["Scopes"];
            /**
             * @description The time at which it expires; at least a minute from now. If omitted or null, it does not.
             * @example null
             */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description A new API key. */
        IssuedKey: {
            /** @description The key. */
            id: components["schemas"]["KeyId"];
            /** @description Whether it is a test or a live key. */
            kind: components["schemas"]["CredentialKind"];
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /**
             * @description The granted scopes.
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
            /** @description The time at which it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The key. It is not shown again.
             * @example svc_test_Q7m0000000000000000000000000000000000000000
             */
            key: `svc_${string}`;
        };
        /** @description A new key in the envelope. */
        IssuedKeyResponse: {
            /** @description The record. */
            data: components["schemas"]["IssuedKey"];
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
        /**
         * @description The ID of an OAuth client.
         * @example cli_01kt134r00eq189cry2hsq8g01
         */
        OAuthClientId: `cli_${string}`;
        /**
         * @description A URL to which the browser of a person returns. It is https, has no fragment and no wildcard, and is compared character by character.
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
        /** @description An OAuth client, without its secret. */
        Client: {
            /** @description The client. */
            id: components["schemas"]["OAuthClientId"];
            /** @description The display name, also shown on the consent page. */
            name: components["schemas"]["RecordName"];
            /** @description The scopes that its tokens may have. */
            scopes: components["schemas"]["Scopes"];
            /**
             * @description Whether its tokens may also create the business of an account that has none (`businesses:write`). An administrator decides.
             * @example false
             */
            creates_business: boolean;
            /** @description The redirect URIs. Empty for client credentials. */
            redirect_uris: components["schemas"]["RedirectUris"];
            /**
             * @description Whether it authenticates with a secret. An app that cannot keep one has none.
             * @example true
             */
            has_secret: boolean;
            /** @description The time at which it was registered. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which the secret was last rotated, or null if it was never rotated.
             * @example null
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Clients in the envelope. */
        ClientListResponse: {
            /** @description The records. */
            data: components["schemas"]["Client"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The client to register. */
        CreateClientRequest: {
            /** @description The display name, also shown on the consent page. */
            name: components["schemas"]["RecordName"];
            /** @description The scopes that its tokens may have. If omitted, all scopes. */
            scopes?: components["schemas"]["Scopes"];
            /** @description The redirect URIs. If omitted or empty, the client is for client credentials. */
            redirect_uris?: components["schemas"]["RedirectUris"];
            /**
             * @description True for an app that cannot keep a secret; it needs a redirect URI.
             * @default false
             * @example false
             */
            is_public: boolean;
        };
        /** @description An OAuth client with a new secret. */
        IssuedClient: {
            /** @description The client. */
            id: components["schemas"]["OAuthClientId"];
            /** @description The display name, also shown on the consent page. */
            name: components["schemas"]["RecordName"];
            /** @description The scopes that its tokens may have. */
            scopes: components["schemas"]["Scopes"];
            /**
             * @description Whether its tokens may also create the business of an account that has none (`businesses:write`). An administrator decides.
             * @example false
             */
            creates_business: boolean;
            /** @description The redirect URIs. Empty for client credentials. */
            redirect_uris: components["schemas"]["RedirectUris"];
            /**
             * @description Whether it authenticates with a secret. An app that cannot keep one has none.
             * @example true
             */
            has_secret: boolean;
            /** @description The time at which it was registered. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which the secret was last rotated, or null if it was never rotated.
             * @example null
             */
            secret_rotated_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The secret. It is not shown again. Null for a public client.
             * @example t4Xb1mJt0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0M
             */
            client_secret: string | null;
        };
        /** @description A client and its secret in the envelope. */
        IssuedClientResponse: {
            /** @description The record. */
            data: components["schemas"]["IssuedClient"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
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
        /** @description A deletion in the envelope. */
        DeletedClientResponse: {
            /** @description The record. */
            data: components["schemas"]["DeletedClient"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The fields to change. */
        UpdateClientRequest: {
            /** @description The display name, also shown on the consent page. */
            name?: components["schemas"]["RecordName"];
            /** @description All of them, in place of the present ones. */
            redirect_uris?: components["schemas"]["RedirectUris"];
        };
        /** @description A client in the envelope. */
        ClientResponse: {
            /** @description The record. */
            data: components["schemas"]["Client"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A person who may sign in for the account. */
        Member: {
            /** @description The member. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
            /** @description The role of the member. */
            role: components["schemas"]["Role"];
            /** @description The time at which they joined. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which a session of theirs was used last, to the minute. Null when there is none.
             * @example null
             */
            last_active_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Members in the envelope. */
        MemberListResponse: {
            /** @description The records. */
            data: components["schemas"]["Member"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
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
        /** @description A removal in the envelope. */
        RemovedMemberResponse: {
            /** @description The record. */
            data: components["schemas"]["RemovedMember"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The fields to change. */
        UpdateMemberRequest: {
            /** @description The new role. */
            role: components["schemas"]["Role"];
        };
        /** @description A member in the envelope. */
        MemberResponse: {
            /** @description The record. */
            data: components["schemas"]["Member"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description How long reviews are kept. */
        ReviewRetention: {
            /**
             * @description Days after which reviews are deleted, from when they were posted. Null keeps them.
             * @example 395
             */
            review_retention_days: number | null;
        };
        /** @description The rule in the envelope. */
        ReviewRetentionResponse: {
            /** @description The rule. */
            data: components["schemas"]["ReviewRetention"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The trade of a business. It determines which aspects are analyzed and how they are labeled.
         * @example restaurant
         * @enum {string}
         */
        Trade: "restaurant" | "hotel" | "salon" | "garage" | "dentist" | "retail" | "other";
        /** @description The business to create. */
        CreateBusinessRequest: {
            /**
             * @description Name of the business, as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The trade of the business. */
            trade: components["schemas"]["Trade"];
            /**
             * @description Town or city of the business.
             * @example Utrecht
             */
            city?: string;
            /**
             * @description Country as an ISO 3166-1 alpha-2 code.
             * @example NL
             */
            country: string;
            /**
             * @description IANA name of the time zone of the business.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * @description URL of the public website, without query or fragment.
             * @example https://www.rosso-trattoria.nl/
             */
            website?: string;
        };
        /** @description Review statistics of a business or a competitor. The fields are the same for both, so the values can be compared. */
        ReviewStats: {
            /**
             * @description Mean of all star ratings; null if there are none.
             * @example 4.3
             */
            average_rating: number | null;
            /**
             * @description Number of stored reviews.
             * @example 603
             */
            review_count: number;
            /**
             * @description Number of reviews posted in the last 90 days.
             * @example 58
             */
            reviews_90d: number;
            /**
             * @description Mean rating of the last 90 days minus the mean rating before; null if either period has no ratings.
             * @example -0.2
             */
            rating_change_90d: number | null;
            /**
             * @description Share of the reviews of the last 90 days that the owner replied to, from 0 to 1; null if the sources do not show replies.
             * @example 0.41
             */
            response_rate_90d: number | null;
        };
        /**
         * @description The ID of an analysis.
         * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
         */
        AnalysisId: `ana_${string}`;
        /** @description The business that the account is bound to, with its review statistics. */
        Business: {
            /** @description The ID of the business. Use it to list the competitors, analyses and recommendations of the business. */
            id: components["schemas"]["BusinessId"];
            /**
             * @description Name of the business, as customers know it.
             * @example Rosso Trattoria
             */
            name: string;
            /** @description The trade of the business. */
            trade: components["schemas"]["Trade"];
            /**
             * @description Town or city; null if unknown.
             * @example Utrecht
             */
            city: string | null;
            /**
             * @description Country as an ISO 3166-1 alpha-2 code.
             * @example NL
             */
            country: string;
            /**
             * @description IANA name of the time zone of the business. Use it to display times in local time; times in responses are always in UTC.
             * @example Europe/Amsterdam
             */
            timezone: string;
            /**
             * Format: uri
             * @description URL of the public website; null if unknown.
             * @example https://www.rosso-trattoria.nl/
             */
            website: string | null;
            /** @description Review statistics of the business. */
            review_stats: components["schemas"]["ReviewStats"];
            /**
             * @description Number of reviews with text that the owner has not replied to; null if the sources do not show replies.
             * @example 34
             */
            unanswered_count: number | null;
            /**
             * @description Number of competitors that the business tracks.
             * @example 5
             */
            competitor_count: number;
            /**
             * @description The latest completed analysis; null if there is none.
             * @example ana_01m7hf1rr0fwd9h44cbb4w5y6j
             */
            latest_analysis_id: components["schemas"]["AnalysisId"] | null;
            /**
             * @description When the business was created.
             * @example 2026-03-02T09:12:44.120Z
             */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description When the business last changed.
             * @example 2026-11-16T06:00:45.000Z
             */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Response body with one business. */
        BusinessResponse: {
            /** @description The business. */
            data: components["schemas"]["Business"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A kind of record.
         * @example reviews
         * @enum {string}
         */
        ContentKind: "reviews" | "competitors" | "analyses" | "reports" | "recommendations" | "review_replies" | "webhooks" | "webhook_deliveries" | "usage_events" | "api_keys" | "oauth_clients" | "members";
        /** @description How many records of a kind there are. */
        ContentCount: {
            /** @description The metric that is counted. */
            kind: components["schemas"]["ContentKind"];
            /**
             * @description How many there are. 100,000 means that many or more.
             * @example 1204
             */
            count: number;
        };
        /** @description Counts in the envelope. */
        AccountContentsResponse: {
            /** @description The counts. */
            data: components["schemas"]["ContentCount"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirms which account is deleted. */
        DeleteAccountRequest: {
            /**
             * @description The name of the account, exactly.
             * @example Trattoria of yesterday
             */
            name: string;
        };
        /** @description Confirms that the deletion has begun. */
        AccountDeletion: {
            /**
             * @description Name of the account.
             * @example Trattoria of yesterday
             */
            name: string;
            /** @description Since when no credential of the account is accepted. */
            erasing_since: components["schemas"]["Timestamp"];
        };
        /** @description A deletion in the envelope. */
        AccountDeletionResponse: {
            /** @description The deletion. */
            data: components["schemas"]["AccountDeletion"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Identifies an export.
         * @example exp_01m7w177v6e7q8xgn3y37fv0ac
         */
        AccountExportId: `exp_${string}`;
        /**
         * @description How far an export is.
         * @example completed
         * @enum {string}
         */
        AccountExportStatus: "queued" | "running" | "completed" | "failed";
        /** @description An export of everything that the account has. */
        AccountExport: {
            /** @description The export. */
            id: components["schemas"]["AccountExportId"];
            /** @description The status of the export. If it is `failed`, start a new one. */
            status: components["schemas"]["AccountExportStatus"];
            /**
             * @description Records written so far.
             * @example 18204
             */
            record_count: number;
            /**
             * @description Bytes of the compressed file so far.
             * @example 2204180
             */
            size_bytes: number;
            /** @description The time at which it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which it was completed or failed. Null before that.
             * @example 2026-11-23T09:00:11.000Z
             */
            finished_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which the file is deleted, a day after it was completed. Null before that.
             * @example 2026-11-24T09:00:11.000Z
             */
            expires_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Exports in the envelope. */
        AccountExportListResponse: {
            /** @description The exports. */
            data: components["schemas"]["AccountExport"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description An export in the envelope. */
        AccountExportResponse: {
            /** @description The export. */
            data: components["schemas"]["AccountExport"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A link to the file of an export. */
        ExportLink: {
            /**
             * @description The file, at the origin of the portal. It works in this session alone.
             * @example /account-exports/exp_01m7w177v6e7q8xgn3y37fv0ac.ndjson.gz?expires=1795424400000&signature=Hq3v0aYcQ4nR8sLkZgVw2h5p
             */
            path: string;
            /** @description Until when it works. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A link in the envelope. */
        ExportLinkResponse: {
            /** @description The link. */
            data: components["schemas"]["ExportLink"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description An hour of the last 24, or a day of the last 30.
         * @example hour
         * @enum {string}
         */
        DurationInterval: "hour" | "day";
        /**
         * @description A duration in milliseconds.
         * @example 42
         */
        DurationMs: number | null;
        /** @description The durations of one interval. */
        DurationPoint: {
            /** @description First instant of the interval. */
            start: components["schemas"]["Timestamp"];
            /**
             * @description How many requests were measured.
             * @example 61
             */
            requests: number;
            /** @description Half of the requests took at most so long. */
            p50_ms: components["schemas"]["DurationMs"];
            /** @description Of 20 requests, 19 took at most so long. */
            p95_ms: components["schemas"]["DurationMs"];
        };
        /** @description How long requests took. */
        RequestDurations: {
            /** @description The meaning of a point. */
            interval: components["schemas"]["DurationInterval"];
            /** @description First instant of the first interval. */
            from: components["schemas"]["Timestamp"];
            /** @description End of the last interval, not included. */
            to: components["schemas"]["Timestamp"];
            /**
             * @description How many requests were measured.
             * @example 1204
             */
            requests: number;
            /** @description Half of the requests took at most so long. Null without a request. */
            p50_ms: components["schemas"]["DurationMs"];
            /** @description Of 20 requests, 19 took at most so long. Null without a request. */
            p95_ms: components["schemas"]["DurationMs"];
            /** @description The intervals with a request, the oldest first. */
            points: components["schemas"]["DurationPoint"][];
        };
        /** @description Durations in the envelope. */
        RequestDurationsResponse: {
            /** @description The durations. */
            data: components["schemas"]["RequestDurations"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Identifies a passkey.
         * @example pky_01m7w177v6e7q8xgn3y37fv0ac
         */
        PasskeyId: `pky_${string}`;
        /** @description A passkey of the user. */
        Passkey: {
            /** @description The ID of the passkey. */
            id: components["schemas"]["PasskeyId"];
            /**
             * @description The name that the user gave the passkey.
             * @example Laptop
             */
            name: string;
            /** @description The time at which the passkey was added. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which the passkey last signed the user in; null if it never did.
             * @example 2026-11-23T09:00:00.000Z
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Passkeys in the envelope. */
        PasskeyListResponse: {
            /** @description The records. */
            data: components["schemas"]["Passkey"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The ID of a passkey on its device.
         * @example q3Zk8mVtYwJx0d1oTn5rLg
         */
        CredentialId: string;
        /** @description A passkey that the browser has created. */
        NewPasskey: {
            /**
             * @description The name of the passkey, such as the device.
             * @example Laptop
             */
            name: string;
            /** @description The ID of the passkey on its device. */
            credential_id: components["schemas"]["CredentialId"];
            /**
             * @description The data that the browser lets the passkey sign, with the challenge and the origin.
             * @example eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0
             */
            client_data_json: string;
            /**
             * @description The public key, as the device returned it.
             * @example o2NmbXRkbm9uZWdhdHRTdG10oA
             */
            attestation_object: string;
        };
        /** @description A passkey in the envelope. */
        PasskeyResponse: {
            /** @description The record. */
            data: components["schemas"]["Passkey"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The options with which the browser creates a passkey. */
        PasskeyCreation: {
            /**
             * @description The challenge that the new passkey signs.
             * @example AZrmFxOlT4Yk0m7Jp2qVb1Hn5sXc8dEw3uGi6oLa9tRz
             */
            challenge: string;
            /**
             * @description The host name that the passkey is bound to.
             * @example portal.example
             */
            relying_party_id: string;
            /**
             * @description Identifies the user to the device, without personal data.
             * @example dXNyXzAxbTd3MTc3djZlN3E4eGduM3kzN2Z2MGFj
             */
            user_handle: string;
            /**
             * @description The passkeys that the user has. The device that holds one of them creates no other.
             * @example [
             *       "q3Zk8mVtYwJx0d1oTn5rLg"
             *     ]
             */
            credential_ids: components["schemas"]["CredentialId"][];
        };
        /** @description The options for the browser, in the envelope. */
        PasskeyCreationResponse: {
            /** @description The record. */
            data: components["schemas"]["PasskeyCreation"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A passkey that was removed. */
        PasskeyRemoved: {
            /** @description The ID of the passkey. */
            id: components["schemas"]["PasskeyId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            deleted: true;
        };
        /** @description A removed passkey in the envelope. */
        PasskeyRemovedResponse: {
            /** @description The record. */
            data: components["schemas"]["PasskeyRemoved"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The options with which the browser uses a passkey. */
        PasskeyChallenge: {
            /**
             * @description The challenge that the passkey signs.
             * @example AZrmFxOlT4Yk0m7Jp2qVb1Hn5sXc8dEw3uGi6oLa9tRz
             */
            challenge: string;
            /**
             * @description The host name that passkeys are bound to.
             * @example portal.example
             */
            relying_party_id: string;
        };
        /** @description The options for the browser, in the envelope. */
        PasskeyChallengeResponse: {
            /** @description The record. */
            data: components["schemas"]["PasskeyChallenge"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The data that a passkey has signed. */
        PasskeySignIn: {
            /** @description The ID of the passkey on its device. */
            credential_id: components["schemas"]["CredentialId"];
            /**
             * @description The data that the browser lets the passkey sign, with the challenge and the origin.
             * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
             */
            client_data_json: string;
            /**
             * @description The data that the device adds, such as whether it verified the person.
             * @example SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ
             */
            authenticator_data: string;
            /**
             * @description The signature of both.
             * @example MEUCIQDK7cF2hJ0
             */
            signature: string;
        };
        /**
         * @description The name of the business at a location; empty if it has none.
         * @example Rosso Trattoria
         */
        LocationTitle: string;
        /**
         * @description Why a connection is not used until it is made again.
         *
         *     - `consent_revoked`: the consent was revoked, or it has expired
         *     - `access_lost`: the person who consented no longer manages the location
         * @example consent_revoked
         * @enum {string}
         */
        ConnectionProblem: "consent_revoked" | "access_lost";
        /**
         * @description Whether a scan reads all reviews or only those that were changed since the last one.
         * @example full
         * @enum {string}
         */
        ProfileScanKind: "full" | "incremental";
        /** @description The connection of the business to its location. */
        ProfileConnection: {
            /**
             * @description The name of the location at the upstream service.
             * @example accounts/1/locations/2
             */
            location: string;
            /** @description The name of the business at that location. */
            title: components["schemas"]["LocationTitle"];
            /**
             * @description Why the connection cannot be used. Null if it can.
             * @example null
             */
            problem: components["schemas"]["ConnectionProblem"] | null;
            /** @description The time at which it was connected. */
            connected_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which the last scan was completed. Null before the first one.
             * @example 2026-11-24T08:12:40.000Z
             */
            synced_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The scan that is running. Null between two scans.
             * @example null
             */
            running_scan: components["schemas"]["ProfileScanKind"] | null;
            /**
             * @description The number of reviews that the running or the last scan has read.
             * @example 50
             */
            scanned_count: number;
            /**
             * @description The number of reviews of the location, as the upstream service counts them. Null if it is not known yet.
             * @example 1200
             */
            review_total: number | null;
        };
        /** @description The connection in the envelope. */
        ProfileConnectionResponse: {
            /** @description The record. */
            data: components["schemas"]["ProfileConnection"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The name of a location at the upstream service.
         * @example accounts/1/locations/2
         */
        LocationName: string;
        /** @description The location to connect. */
        ProfileLocationChoice: {
            /** @description A location of `listProfileLocations`. */
            location: components["schemas"]["LocationName"];
        };
        /** @description Confirms that the business profile is disconnected. */
        ProfileDisconnected: {
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            disconnected: true;
        };
        /** @description The end of a connection in the envelope. */
        ProfileDisconnectedResponse: {
            /** @description The record. */
            data: components["schemas"]["ProfileDisconnected"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A consent that was begun. */
        ProfileConsent: {
            /**
             * Format: uri
             * @description The page of the search company to open. It contains neither a secret nor the verifier of the code.
             * @example https://accounts.google.com/o/oauth2/v2/auth?client_id=1234.apps.example.com&redirect_uri=https%3A%2F%2Freviews.example.com%2Fportal%2Fbusiness-profile%2Fconsent&response_type=code&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fbusiness.manage&state=q7Jm2Xv0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0Ms&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&access_type=offline&prompt=consent
             */
            authorization_url: string;
            /** @description The time until which it can be finished. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A consent in the envelope. */
        ProfileConsentResponse: {
            /** @description The record. */
            data: components["schemas"]["ProfileConsent"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description What the page of the search company returned. */
        ProfileConsentCode: {
            /**
             * @description The state of the consent.
             * @example q7Jm2Xv0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0Ms
             */
            state: string;
            /**
             * @description The code to exchange. It is valid once.
             * @example 4/0AanRRrv5example
             */
            code: string;
        };
        /** @description A consent that waits for the choice of a location. */
        ProfileConsentGiven: {
            /** @description The time until which a location can be connected. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A consent in the envelope. */
        ProfileConsentGivenResponse: {
            /** @description The record. */
            data: components["schemas"]["ProfileConsentGiven"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A location that the consent gives access to. */
        ProfileLocation: {
            /** @description Its name at the upstream service. */
            name: components["schemas"]["LocationName"];
            /** @description The name of the business there. */
            title: components["schemas"]["LocationTitle"];
        };
        /** @description The locations of a consent in the envelope. */
        ProfileLocationListResponse: {
            /** @description The records. */
            data: components["schemas"]["ProfileLocation"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description An opaque position in a list, as returned in `meta.page.next_cursor`.
         * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
         */
        Cursor: string;
        /**
         * @description Identifies an entry of the audit log.
         * @example aud_01m7w177v6e7q8xgn3y37fv0ac
         */
        AuditEntryId: `aud_${string}`;
        /**
         * @description Who made a change.
         *
         *     - `administrator`: an administrator, in the console
         *     - `operator`: a command of the operator
         *     - `member`: a member of the account, in the portal
         *     - `service`: the service itself, when it synchronizes a business profile
         * @example administrator
         * @enum {string}
         */
        AuditActorType: "administrator" | "operator" | "member" | "service";
        /** @description Who made a change. */
        AuditActor: {
            /** @description The kind of actor. */
            type: components["schemas"]["AuditActorType"];
            /**
             * @description The administrator or member. Null for a command of the operator and for the service.
             * @example usr_01kjpy0t3ge0fbhk2m3t1d8x5q
             */
            id: components["schemas"]["UserId"] | null;
            /**
             * @description Their present address. Null for commands, for people who were removed, and for administrators as accounts see them.
             * @example owner@rosso-trattoria.nl
             */
            email: components["schemas"]["Email"] | null;
        };
        /**
         * @description The change that was made.
         * @example account.created
         * @enum {string}
         */
        AuditAction: "account.created" | "account.plan_changed" | "account.entitlement_changed" | "account.retention_changed" | "account.rate_limit_changed" | "account.export_requested" | "account.deletion_requested" | "flag.changed" | "limits.changed" | "key.issued" | "key.revoked" | "key.rate_limit_changed" | "client.created" | "client.updated" | "client.secret_rotated" | "client.deleted" | "consent.withdrawn" | "webhook.secret_rotated" | "deliveries.resent" | "member.created" | "member.invited" | "member.invitation_withdrawn" | "member.role_changed" | "member.password_reset" | "member.removed" | "authenticator.added" | "authenticator.removed" | "passkey.added" | "passkey.removed" | "profile.connected" | "profile.synchronized" | "profile.interrupted" | "profile.disconnected" | "reply.approved" | "reply.sent" | "reply.stopped" | "reply.withdrawn" | "administrator.created" | "administrator.password_reset" | "administrator.removed";
        /**
         * @description Identifies an account.
         * @example acc_01kjpy0t3ge0fbhk2m3t1d8x5q
         */
        AccountId: `acc_${string}`;
        /**
         * @description Name of an account.
         * @example Rosso Trattoria
         */
        AccountName: string;
        /** @description The account that a change concerns. */
        AuditAccount: {
            /** @description The account. */
            id: components["schemas"]["AccountId"];
            /** @description The current name of the account. */
            name: components["schemas"]["AccountName"];
        };
        /**
         * @description Name of a flag.
         * @example live_keys_enabled
         */
        FlagName: string;
        /** @description What was changed, before or after: only the fields that the change concerns. */
        AuditState: {
            /** @description The plan. */
            plan?: components["schemas"]["Plan"];
            /**
             * @description The entitlement `api_demo`.
             * @example true
             */
            api_demo?: boolean;
            /**
             * @description Days for which reviews are kept. Null: without a limit.
             * @example 395
             */
            review_retention_days?: number | null;
            /** @description The flag. */
            flag?: components["schemas"]["FlagName"];
            /**
             * @description Whether the flag is on.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description Requests per 60 seconds. Null: the general limit.
             * @example 120
             */
            rate_limit?: number | null;
            /**
             * @description The name of a limit or quota of the platform.
             * @example account
             */
            limit?: string;
            /**
             * @description The value of that limit. Null: the default.
             * @example 600
             */
            value?: number | null;
            /** @description The kind of the key. */
            kind?: components["schemas"]["CredentialKind"];
            /**
             * @description The scopes of the key or client.
             * @example [
             *       "businesses:read"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
            /**
             * @description Whether the client may create the business of the account.
             * @example true
             */
            creates_business?: boolean;
            /** @description The role of the member. */
            role?: components["schemas"]["Role"];
            /**
             * @description Reviews that a full scan of the business profile has read.
             * @example 1200
             */
            review_count?: number;
            /** @description Why the business profile cannot be used. */
            problem?: components["schemas"]["ConnectionProblem"];
            /**
             * @description New deliveries that were queued.
             * @example 12
             */
            queued_count?: number;
        };
        /** @description One change. */
        AuditEntry: {
            /** @description The entry. */
            id: components["schemas"]["AuditEntryId"];
            /** @description The time at which it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Who made it. */
            actor: components["schemas"]["AuditActor"];
            /** @description The change that was made. */
            action: components["schemas"]["AuditAction"];
            /**
             * @description The account that it concerns. Null when it concerns the platform.
             * @example {
             *       "id": "acc_01kjpy0t3ge0fbhk2m3t1d8x5q",
             *       "name": "Rosso Trattoria"
             *     }
             */
            account: components["schemas"]["AuditAccount"] | null;
            /**
             * @description The key, client, member, endpoint, export, reply or administrator that it concerns. Null for the account or the platform itself.
             * @example key_01kjpy44e0ejn9fs0zhj02ddtc
             */
            subject_id: string | null;
            /**
             * @description The value before the change, or null if the record is new.
             * @example null
             */
            before: components["schemas"]["AuditState"] | null;
            /**
             * @description The value after the change, or null if the record was removed.
             * @example {
             *       "plan": "scale"
             *     }
             */
            after: components["schemas"]["AuditState"] | null;
            /**
             * @description The request. Null for a command of the operator.
             * @example req_01m7w177v6e7q8xgn3y37fv0ac
             */
            request_id: components["schemas"]["RequestId"] | null;
        };
        /** @description The position of the page in the list. */
        Page: {
            /**
             * @description Maximum number of items in the page, as requested. Default: 25.
             * @example 25
             */
            limit: number;
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example bCcT0u0e5hX6VZx2Q9fYw1Kd
             * @example null
             */
            next_cursor: components["schemas"]["Cursor"] | null;
        };
        /** @description Metadata of a response with a list, including the position in the list. */
        PageMeta: {
            /** @description The ID of the request, equal to the header `X-Request-Id`. Include it when you contact support. */
            request_id: components["schemas"]["RequestId"];
            /** @description The plan of the account. */
            plan: components["schemas"]["Plan"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description The size of the page and the cursor of the next page. */
            page: components["schemas"]["Page"];
        };
        /** @description A page of the audit log of an account in the envelope. */
        AccountAuditLogResponse: {
            /** @description The records. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The ID of a review. Quotes refer to it.
         * @example rev_01m7dtkjf0fnvtft6k86k7vp0v
         */
        ReviewId: `rev_${string}`;
        /** @description A review of the connected location without a reply. */
        UnansweredReview: {
            /** @description The review. */
            id: components["schemas"]["ReviewId"];
            /**
             * @description Number of stars. Null if it has none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description The text; empty if it has only stars.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /**
             * @description The language as an ISO 639-1 code. Null if it is not known.
             * @example en
             */
            language: string | null;
            /**
             * @description The time at which it was published. Null if it is not known.
             * @example 2026-11-20T18:30:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of reviews in the envelope. */
        UnansweredReviewListResponse: {
            /** @description The records. */
            data: components["schemas"]["UnansweredReview"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The state of a reply.
         *
         *     - `draft`: not approved; never published
         *     - `approved`: waits to be published
         *     - `sending`: being published
         *     - `sent`: published
         *     - `uncertain`: published perhaps; the upstream service is asked
         *     - `stopped`: not published; a person decides
         *     - `withdrawing`: being removed
         *     - `withdrawn`: removed, or discarded
         * @example draft
         * @enum {string}
         */
        ProfileReplyState: "draft" | "approved" | "sending" | "sent" | "uncertain" | "stopped" | "withdrawing" | "withdrawn";
        /**
         * @description Identifies a reply to publish.
         * @example bpr_01m7w177v6e7q8xgn3y37fv0ac
         */
        ProfileReplyId: `bpr_${string}`;
        /** @description The review of a reply. */
        RepliedProfileReview: {
            /**
             * @description Number of stars. Null if it has none.
             * @example 2
             */
            rating: number | null;
            /**
             * @description The text; empty if it has only stars.
             * @example We booked for half past seven and still stood at the door for forty minutes.
             */
            text: string;
            /**
             * @description The language as an ISO 639-1 code. Null if it is not known.
             * @example en
             */
            language: string | null;
            /**
             * @description The time at which it was published. Null if it is not known.
             * @example 2026-11-20T18:30:00.000Z
             */
            published_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description A point to consider before approving a draft.
         *
         *     - `health_safety`, `hygiene`, `legal_threat`, `discrimination`, `harassment`, `threat`, `minors`, `wrong_charge`, `abuse`:
         *       the review mentions this; the draft stays neutral
         *     - `personal_data`, `staff_named`: the review contains names or contact details; the draft does not repeat them
         *     - `refund_request`: the review requests a refund; the draft does not promise one
         *     - `incentive`: the review mentions a reward for the review
         *     - `prompt_injection`: the review contains instructions; they were ignored
         *     - `rating_mismatch`: the rating and the text contradict each other
         *     - `unsupported_claim`: an unsupported statement was removed
         *     - `too_similar`: fewer variants than requested, because further ones would be too similar
         *     - `low_confidence`: the meaning of the review is unclear
         *     - `language_unsupported`: the draft is in English, because the requested language is not supported
         * @example health_safety
         * @enum {string}
         */
        ReplyWarning: "health_safety" | "hygiene" | "legal_threat" | "discrimination" | "harassment" | "threat" | "minors" | "wrong_charge" | "abuse" | "personal_data" | "staff_named" | "refund_request" | "incentive" | "prompt_injection" | "rating_mismatch" | "unsupported_claim" | "too_similar" | "low_confidence" | "language_unsupported";
        /**
         * @description The source of the statement: the review or one of your facts.
         * @example fact
         * @enum {string}
         */
        ReplyClaimSupport: "review" | "fact";
        /** @description A concrete statement and its source. */
        ReplyClaim: {
            /**
             * @description The statement as it appears in the draft.
             * @example a second host now seats guests on Friday and Saturday evenings
             */
            text: string;
            supported_by: components["schemas"]["ReplyClaimSupport"];
            /**
             * @description The verbatim quote that supports the statement.
             * @example a second host seats guests on Friday and Saturday evenings
             */
            quote: string;
        };
        /** @description The draft of the engine that a reply was written from. */
        ProfileReplyDraft: {
            /**
             * @description Points to consider before the approval.
             * @example [
             *       "health_safety"
             *     ]
             */
            warnings: components["schemas"]["ReplyWarning"][];
            /** @description The statements of the draft as it was written, each with the quote that supports it. */
            claims: components["schemas"]["ReplyClaim"][];
        };
        /**
         * @description The text of a reply, at most 4096 bytes in UTF-8. The character U+0000 is not allowed.
         * @example Thank you for your visit. We are sorry for the wait.
         */
        ReplyText: string;
        /**
         * @description Why a reply was stopped.
         *
         *     - `foreign_reply`: the review has a reply with another text
         *     - `review_gone`: the review no longer exists
         *     - `refused`: the upstream service refused the reply
         *     - `disconnected`: the connection ended before the result was known
         * @example foreign_reply
         * @enum {string}
         */
        ProfileStopReason: "foreign_reply" | "review_gone" | "refused" | "disconnected";
        /**
         * @description The decision of the search company on a reply.
         *
         *     - `pending`: not made yet; the reply is not shown
         *     - `approved`: the reply is shown
         *     - `rejected`: the reply is not shown
         * @example approved
         * @enum {string}
         */
        ProfileModerationState: "pending" | "approved" | "rejected";
        /** @description The moderation of a reply by the search company. */
        ProfileReplyModeration: {
            /** @description Its decision. */
            state: components["schemas"]["ProfileModerationState"];
            /**
             * @description The policy that a rejected reply violates, in the words of the search company. Null if it names none.
             * @example OFF_TOPIC
             */
            policy_violation: string | null;
        };
        /** @description A reply to a review of the connected location. */
        ProfileReply: {
            /** @description The reply. */
            id: components["schemas"]["ProfileReplyId"];
            /** @description The review. */
            review_id: components["schemas"]["ReviewId"];
            /** @description What the review says. */
            review: components["schemas"]["RepliedProfileReview"];
            /**
             * @description The draft that it was written from. Null without one, or once that is deleted.
             * @example null
             */
            draft: components["schemas"]["ProfileReplyDraft"] | null;
            /** @description The text to publish. */
            text: components["schemas"]["ReplyText"];
            /** @description Whether it is published. */
            state: components["schemas"]["ProfileReplyState"];
            /**
             * @description Why it was stopped. Null in other states.
             * @example null
             */
            stop_reason: components["schemas"]["ProfileStopReason"] | null;
            /**
             * @description The reply that the upstream service had last, from this service or from elsewhere. Null if there is none.
             * @example null
             */
            visible_text: string | null;
            /**
             * @description Whether the upstream service shows `visible_text`. Null if it does not state that, or if there is no reply.
             * @example null
             */
            moderation: components["schemas"]["ProfileReplyModeration"] | null;
            /**
             * @description The time of the approval of this text. Null if it is not approved.
             * @example null
             */
            approved_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was published. Null if it was not.
             * @example null
             */
            sent_at: components["schemas"]["Timestamp"] | null;
            /** @description The time at which the draft was written. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The time of the last change. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of replies in the envelope. */
        ProfileReplyListResponse: {
            /** @description The records. */
            data: components["schemas"]["ProfileReply"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The ID of a reply draft.
         * @example drf_01m7w1vztfe1hajn7z6ha8w3pk
         */
        ReplyDraftId: `drf_${string}`;
        /** @description A draft of a reply. */
        NewProfileReply: {
            /** @description The review of the connected location. */
            review_id: components["schemas"]["ReviewId"];
            /** @description The text of the reply. */
            text: components["schemas"]["ReplyText"];
            /** @description The draft of `draftReviewReply` that the text comes from; its warnings and support are shown with the reply. */
            draft_id?: components["schemas"]["ReplyDraftId"];
        };
        /** @description A reply in the envelope. */
        ProfileReplyResponse: {
            /** @description The record. */
            data: components["schemas"]["ProfileReply"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The text of a reply. */
        ProfileReplyText: {
            /** @description The text; for an approval, exactly the text that the person has read. */
            text: components["schemas"]["ReplyText"];
        };
        /** @description A person who was invited and has not chosen a password yet. */
        Invitation: {
            /** @description The person. They keep the id as a member. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
            /** @description The role after the invitation is accepted. */
            role: components["schemas"]["Role"];
            /** @description The time at which the invitation was sent last. */
            invited_at: components["schemas"]["Timestamp"];
            /** @description The time at which the invitation ends. Each of its links ends after 30 minutes. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description How its link is sent. */
            delivery: components["schemas"]["LinkDelivery"];
        };
        /** @description Invitations in the envelope. */
        InvitationListResponse: {
            /** @description The records. */
            data: components["schemas"]["Invitation"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Who is invited, and as what. */
        InviteMemberRequest: {
            /** @description The address to which the link is sent, and with which the person signs in. */
            email: components["schemas"]["Email"];
            /** @description The role of the person. */
            role: components["schemas"]["Role"];
        };
        /** @description An invitation in the envelope. */
        InvitationResponse: {
            /** @description The record. */
            data: components["schemas"]["Invitation"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Confirms that an invitation was withdrawn. */
        WithdrawnInvitation: {
            /** @description The person who was invited. */
            id: components["schemas"]["UserId"];
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            withdrawn: true;
        };
        /** @description A withdrawal in the envelope. */
        WithdrawnInvitationResponse: {
            /** @description The record. */
            data: components["schemas"]["WithdrawnInvitation"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The factors that a sign-in requires in addition to the password. */
        Factors: {
            /**
             * @description Since when a sign-in needs a code of the authenticator app. Null when it does not.
             * @example 2026-11-23T09:00:00.000Z
             */
            authenticator_since: components["schemas"]["Timestamp"] | null;
            /**
             * @description How many recovery codes were not used yet.
             * @example 10
             */
            recovery_codes_left: number;
        };
        /** @description Second factors in the envelope. */
        FactorsResponse: {
            /** @description The record. */
            data: components["schemas"]["Factors"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The values that an authenticator app needs. */
        AuthenticatorSecret: {
            /**
             * @description The secret in base32, to type it.
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            secret: string;
            /**
             * @description The same as a URI, which the QR code shows.
             * @example otpauth://totp/portal.example:owner%40rosso-trattoria.nl?issuer=portal.example&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30
             */
            uri: string;
        };
        /** @description A secret in the envelope. */
        AuthenticatorSecretResponse: {
            /** @description The record. */
            data: components["schemas"]["AuthenticatorSecret"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description Codes that replace a code of the authenticator app, each once. */
        RecoveryCodes: {
            /** @description The codes. */
            recovery_codes: string[];
        };
        /** @description Recovery codes in the envelope. */
        RecoveryCodesResponse: {
            /** @description The record. */
            data: components["schemas"]["RecoveryCodes"];
            /** @description Metadata of the response. */
            meta: components["schemas"]["Meta"];
        };
        /** @description A person who operates the platform. An administrator belongs to no account. */
        Administrator: {
            /** @description The administrator. */
            id: components["schemas"]["UserId"];
            /** @description Their address. */
            email: components["schemas"]["Email"];
        };
        /** @description An administrator who is signed in. */
        AdministratorSession: {
            /** @description The session. */
            id: components["schemas"]["SessionId"];
            /** @description Who is signed in. */
            administrator: components["schemas"]["Administrator"];
            /**
             * @description For `X-CSRF-Token`.
             * @example pR3yQk5m0n1l6mUj0o7cX2aW9v8b4d5e6f7g8h9i0jA
             */
            csrf_token: string;
            /** @description The time at which the administrator signed in. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The time at which the session ends. Two hours after its last use, and at most twelve hours after the sign-in. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The time at which the password was given last. */
            password_confirmed_at: components["schemas"]["Timestamp"];
            /**
             * @description The time since which a sign-in to the console needs a code of an authenticator app; null if it does not.
             * @example 2026-11-20T08:30:00.000Z
             */
            authenticator_since: components["schemas"]["Timestamp"] | null;
            /**
             * @description Whether the console needs an authenticator app. If it does and there is none, every operation beyond the session and the setup of an app returns 403 with the detail path `header.cookie.second_factor`.
             * @example true
             */
            authenticator_required: boolean;
        };
        /** @description The session of an administrator in the envelope. */
        AdministratorSessionResponse: {
            /** @description The record. */
            data: components["schemas"]["AdministratorSession"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description Which administrator signs in. */
        AdministratorSignInRequest: {
            /** @description The address of the administrator. */
            email: components["schemas"]["Email"];
            /** @description The password of the administrator. */
            password: components["schemas"]["Password"];
        };
        /** @description A new session of an administrator in the envelope. */
        AdministratorSignedInResponse: {
            /** @description The record. */
            data: components["schemas"]["AdministratorSession"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description An ended session of an administrator in the envelope. */
        AdministratorSessionEndedResponse: {
            /** @description The record. */
            data: components["schemas"]["EndedSession"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A link and the password to set. */
        AdministratorLinkUse: {
            /**
             * @description The fragment of the link.
             * @example q7Jm2Xv0aYcQ4nR8sLkZgVw2h5pE7uD9fK3xC6yB0Ms
             */
            token: string;
            /** @description The next password. */
            new_password: components["schemas"]["NewPassword"];
        };
        /** @description The password of the administrator who is signed in. */
        AdministratorPasswordConfirmation: {
            /** @description The current password. */
            password: components["schemas"]["Password"];
        };
        /** @description A secret of an administrator in the envelope. */
        AdministratorAuthenticatorSecretResponse: {
            /** @description The record. */
            data: components["schemas"]["AuthenticatorSecret"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description Recovery codes of an administrator in the envelope. */
        AdministratorRecoveryCodesResponse: {
            /** @description The record. */
            data: components["schemas"]["RecoveryCodes"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description The text to search for. The character U+0000 is not allowed.
         * @example rosso
         */
        SearchText: string;
        /** @description A flag as one account has it. */
        AccountFlag: {
            /** @description The flag. */
            name: components["schemas"]["FlagName"];
            /**
             * @description Whether it is on for the platform.
             * @example true
             */
            platform_enabled: boolean;
            /**
             * @description Whether it is on for this account: on for the platform and not switched off here.
             * @example true
             */
            enabled: boolean;
        };
        /**
         * @description Every flag.
         * @example [
         *       {
         *         "name": "live_keys_enabled",
         *         "platform_enabled": true,
         *         "enabled": true
         *       }
         *     ]
         */
        AccountFlags: components["schemas"]["AccountFlag"][];
        /** @description The requests of an account in this calendar month (UTC). */
        AccountUsage: {
            /**
             * @description Requests, refused ones included.
             * @example 18230
             */
            requests: number;
            /**
             * @description Requests with a status of 400 or more.
             * @example 214
             */
            failed_requests: number;
        };
        /** @description An account in a list. */
        AccountSummary: {
            /** @description The account. */
            id: components["schemas"]["AccountId"];
            /** @description The name of the account. */
            name: components["schemas"]["AccountName"];
            /** @description Its plan. */
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether it has the entitlement `api_demo`, which includes the API in any plan.
             * @example false
             */
            api_demo: boolean;
            /**
             * @description Whether its plan or the entitlement includes the API.
             * @example true
             */
            api_included: boolean;
            /** @description The flags that are not as on the platform are those that were switched off for it. */
            flags: components["schemas"]["AccountFlags"];
            /** @description The usage of this month. */
            usage: components["schemas"]["AccountUsage"];
            /**
             * @description Its last request, for as long as requests are kept. Null when there is none.
             * @example null
             */
            last_active_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Since when it is being deleted. Null for all others.
             * @example null
             */
            erasing_since: components["schemas"]["Timestamp"] | null;
            /** @description The time at which it was opened. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Metadata of a page of a list. An administrator has no plan. */
        AdministrationPageMeta: {
            /** @description Identifies this request. */
            request_id: components["schemas"]["RequestId"];
            /** @description The rate limit after this request. */
            rate_limit: components["schemas"]["RateLimit"];
            /** @description Which page this is and how to get the next one. */
            page: components["schemas"]["Page"];
        };
        /** @description A page of accounts in the envelope. */
        AccountListResponse: {
            /** @description The records. */
            data: components["schemas"]["AccountSummary"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["AdministrationPageMeta"];
        };
        /** @description An account, with what it has. */
        AccountDetails: {
            /** @description The account. */
            id: components["schemas"]["AccountId"];
            /** @description The name of the account. */
            name: components["schemas"]["AccountName"];
            /** @description Its plan. */
            plan: components["schemas"]["Plan"];
            /**
             * @description Whether it has the entitlement `api_demo`, which includes the API in any plan.
             * @example false
             */
            api_demo: boolean;
            /**
             * @description Whether its plan or the entitlement includes the API.
             * @example true
             */
            api_included: boolean;
            /** @description The flags that are not as on the platform are those that were switched off for it. */
            flags: components["schemas"]["AccountFlags"];
            /** @description The usage of this month. */
            usage: components["schemas"]["AccountUsage"];
            /**
             * @description Its last request, for as long as requests are kept. Null when there is none.
             * @example null
             */
            last_active_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Since when it is being deleted. Null for all others.
             * @example null
             */
            erasing_since: components["schemas"]["Timestamp"] | null;
            /** @description The time at which it was opened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description Name of its business. Null while it has none.
             * @example Rosso Trattoria
             */
            business_name: string | null;
            /**
             * @description Its own rate limit, in requests per 60 seconds. Null: the general one applies.
             * @example null
             */
            rate_limit: number | null;
            /**
             * @description For how many days it keeps reviews. Null: without a limit.
             * @example null
             */
            review_retention_days: number | null;
            /**
             * @description People who may sign in for it.
             * @example 2
             */
            member_count: number;
            /**
             * @description Keys that are not revoked.
             * @example 3
             */
            key_count: number;
            /**
             * @description Webhook endpoints.
             * @example 1
             */
            webhook_count: number;
            /**
             * @description Dead letters of its endpoints, as long as they are kept.
             * @example 0
             */
            dead_letter_count: number;
        };
        /** @description An account in the envelope. */
        AccountDetailsResponse: {
            /** @description The record. */
            data: components["schemas"]["AccountDetails"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The fields to change. */
        ChangeAccountRequest: {
            /** @description The next plan. */
            plan?: components["schemas"]["Plan"];
            /**
             * @description Whether the API is included in any plan.
             * @example true
             */
            api_demo?: boolean;
        };
        /** @description The state of a flag. */
        SetFlagRequest: {
            /**
             * @description Whether it is on.
             * @example false
             */
            enabled: boolean;
        };
        /** @description A rate limit. */
        SetRateLimitRequest: {
            /**
             * @description Requests per 60 seconds. Null makes the general limit apply.
             * @example 120
             */
            limit: number | null;
        };
        /** @description An API key of an account, without the key itself. */
        AccountKey: {
            /** @description The key. */
            id: components["schemas"]["KeyId"];
            /** @description Whether it is a test or a live key. */
            kind: components["schemas"]["CredentialKind"];
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /**
             * @description The granted scopes.
             * @example [
             *       "businesses:read"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The visible beginning of the key.
             * @example svc_live_Q7m
             */
            prefix: string;
            /** @description Whether the key is accepted. */
            status: components["schemas"]["KeyStatus"];
            /**
             * @description Its own rate limit, in requests per 60 seconds. Null: the general one applies.
             * @example null
             */
            rate_limit: number | null;
            /** @description The time at which it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of keys in the envelope. */
        AccountKeyListResponse: {
            /** @description The records. */
            data: components["schemas"]["AccountKey"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["AdministrationPageMeta"];
        };
        /** @description The live key to issue. */
        IssueLiveKeyRequest: {
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /** @description The scopes. If omitted, all scopes. */
            scopes?: components["schemas"]["Scopes"];
            /**
             * @description The time at which it expires; at least a minute from now. If omitted or null, it does not.
             * @example null
             */
            expires_at?: components["schemas"]["Timestamp"] | null;
        };
        /** @description A new live key. */
        IssuedLiveKey: {
            /** @description The key. */
            id: components["schemas"]["KeyId"];
            /** @description Whether it is a test or a live key. */
            kind: components["schemas"]["CredentialKind"];
            /** @description The display name. */
            name: components["schemas"]["RecordName"];
            /**
             * @description The granted scopes.
             * @example [
             *       "businesses:read"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description The visible beginning of the key.
             * @example svc_live_Q7m
             */
            prefix: string;
            /** @description Whether the key is accepted. */
            status: components["schemas"]["KeyStatus"];
            /**
             * @description Its own rate limit, in requests per 60 seconds. Null: the general one applies.
             * @example null
             */
            rate_limit: number | null;
            /** @description The time at which it was issued. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The time at which it expires. Null when it does not.
             * @example null
             */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was used last, to the minute. Null when it never was.
             * @example null
             */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The time at which it was revoked. Null when it was not.
             * @example null
             */
            revoked_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description The key. It is not shown again.
             * @example svc_live_Q7m0000000000000000000000000000000000000000
             */
            key: `svc_${string}`;
        };
        /** @description A new live key in the envelope. */
        IssuedLiveKeyResponse: {
            /** @description The record. */
            data: components["schemas"]["IssuedLiveKey"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A key in the envelope. */
        AccountKeyResponse: {
            /** @description The record. */
            data: components["schemas"]["AccountKey"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The clients of an account in the envelope. */
        AccountClientListResponse: {
            /** @description The records. */
            data: components["schemas"]["Client"][];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description Whether a client may create the business of its account. */
        SetBusinessCreationRequest: {
            /**
             * @description Whether tokens of the client have the scope `businesses:write`.
             * @example true
             */
            enabled: boolean;
        };
        /** @description A client in the envelope. */
        AccountClientResponse: {
            /** @description The record. */
            data: components["schemas"]["Client"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A flag of the platform. */
        Flag: {
            /** @description The flag. */
            name: components["schemas"]["FlagName"];
            /**
             * @description Whether it is on for the platform.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Accounts for which it is switched off.
             * @example 1
             */
            switched_off_count: number;
        };
        /** @description Flags in the envelope. */
        FlagListResponse: {
            /** @description The records. */
            data: components["schemas"]["Flag"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A flag in the envelope. */
        FlagResponse: {
            /** @description The record. */
            data: components["schemas"]["Flag"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description The ID of a webhook endpoint.
         * @example whk_01ktvck2jgfjrva00p4jwmptwm
         */
        WebhookId: `whk_${string}`;
        /**
         * @description The ID of a delivery, which is also sent in the header `X-SVC-Delivery-Id`.
         * @example whd_01m7hf34scfhd8t6aw0vd5kqmh
         */
        WebhookDeliveryId: `whd_${string}`;
        /**
         * @description The type of a webhook event. No other types exist.
         *
         *     - `analysis.completed`: an analysis finished successfully
         *     - `analysis.failed`: an analysis failed and will not be retried
         *     - `report.generated`: a report is ready
         *     - `recommendation.created`: a recommendation was created
         *     - `webhook.test`: a test delivery was requested
         * @example analysis.completed
         * @enum {string}
         */
        EventType: "analysis.completed" | "analysis.failed" | "report.generated" | "recommendation.created" | "webhook.test";
        /** @description A delivery that failed on every attempt, with the last one. */
        DeadLetter: {
            /** @description The delivery. */
            id: components["schemas"]["WebhookDeliveryId"];
            /** @description The account. */
            account_id: components["schemas"]["AccountId"];
            /** @description The name of the account. */
            account_name: components["schemas"]["AccountName"];
            /** @description The endpoint. */
            webhook_id: components["schemas"]["WebhookId"];
            /**
             * @description The URL of the endpoint.
             * @example https://hooks.rosso-trattoria.nl/svc
             */
            url: string;
            /** @description The type of the event. */
            event_type: components["schemas"]["EventType"];
            /**
             * @description How many attempts failed.
             * @example 6
             */
            attempt_count: number;
            /**
             * @description The status of the last response. Null when there was none.
             * @example 503
             */
            http_status: number | null;
            /**
             * @description Why the last attempt failed. Null where the status says it.
             * @example null
             */
            error: string | null;
            /**
             * @description The beginning of the last response. Null when there was none. Escape it before you show it.
             * @example Service Unavailable
             */
            response_excerpt: string | null;
            /** @description The time at which the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The time at which the last attempt failed. */
            finished_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of dead letters in the envelope. */
        DeadLetterListResponse: {
            /** @description The records. */
            data: components["schemas"]["DeadLetter"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["AdministrationPageMeta"];
        };
        /**
         * Format: date-time
         * @description An instant in RFC 3339 format, with any UTC offset and any number of fractional digits.
         * @example 2026-11-16T00:00:00Z
         */
        RequestTimestamp: string;
        /** @description Which dead letters to resend. */
        ResendDeadLettersRequest: {
            /** @description Deliveries queued at or after this instant. */
            since: components["schemas"]["RequestTimestamp"];
            /** @description Deliveries queued before this instant. If omitted, now. */
            until?: components["schemas"]["RequestTimestamp"];
            /** @description Only those of this account. */
            account_id?: components["schemas"]["AccountId"];
            /** @description Only those of this endpoint. */
            webhook_id?: components["schemas"]["WebhookId"];
            /**
             * @description Count the deliveries without resending them.
             * @example true
             */
            dry_run: boolean;
            /** @description Where to continue: the `next_webhook_id` of the response before. */
            from_webhook_id?: components["schemas"]["WebhookId"];
        };
        /** @description The deliveries that one request found and queued. */
        DeadLetterResend: {
            /**
             * @description Endpoints with dead letters in the period.
             * @example 1
             */
            webhook_count: number;
            /**
             * @description Dead letters that matched; an event counts once for each endpoint.
             * @example 12
             */
            matched_count: number;
            /**
             * @description New deliveries that were queued. 0 after a dry run.
             * @example 0
             */
            queued_count: number;
            /**
             * @description Where the next request continues. Null when nothing is left.
             * @example null
             */
            next_webhook_id: components["schemas"]["WebhookId"] | null;
        };
        /** @description A resend in the envelope. */
        DeadLetterResendResponse: {
            /** @description The record. */
            data: components["schemas"]["DeadLetterResend"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description The kind of work in a queue.
         * @example webhook_deliveries
         * @enum {string}
         */
        QueueName: "webhook_deliveries" | "analyses" | "account_exports" | "review_imports" | "review_maintenance" | "business_profile_connections" | "business_profile_replies" | "business_profile_revocations" | "emails";
        /** @description The work that waits for a worker. */
        Queue: {
            /** @description The kind of work in the queue. */
            name: components["schemas"]["QueueName"];
            /**
             * @description Due, and taken by no worker.
             * @example 3
             */
            waiting_count: number;
            /**
             * @description Taken by a worker.
             * @example 1
             */
            running_count: number;
            /**
             * @description Due later, such as the next attempt of a delivery.
             * @example 12
             */
            scheduled_count: number;
            /**
             * @description Due, but held: the endpoint is disabled, the account lacks the API, or its business profile cannot be used.
             * @example 0
             */
            held_count: number;
            /**
             * @description When the oldest row became due that a worker could take now; rows that wait for others of the same endpoint or business do not count. Null if there is none.
             * @example null
             */
            oldest_due_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Queues in the envelope. */
        QueueListResponse: {
            /** @description The records. */
            data: components["schemas"]["Queue"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description The database, as this process reaches it. */
        DatabaseHealth: {
            /**
             * @description Version of PostgreSQL.
             * @example 18.0
             */
            version: string;
            /**
             * @description How long one statement took.
             * @example 1
             */
            latency_ms: number;
            /**
             * @description Migrations of this version that did not run.
             * @example 0
             */
            missing_migrations: number;
        };
        /** @description Redis, which shares rate limits between processes. */
        RedisHealth: {
            /**
             * @description Whether the service uses Redis.
             * @example true
             */
            configured: boolean;
            /**
             * @description Whether it responds. False where it is not configured.
             * @example true
             */
            reachable: boolean;
            /**
             * @description Requests that this process counted in its own memory because Redis did not respond.
             * @example 0
             */
            fallback_count: number;
        };
        /** @description A process that reported within the last 30 seconds. */
        ServiceProcess: {
            /**
             * @description `api` or `worker`.
             * @example worker
             */
            program: string;
            /**
             * @description The machine.
             * @example app-1
             */
            host: string;
            /**
             * @description The process id.
             * @example 4711
             */
            pid: number;
            /** @description The time at which it reported last. */
            seen_at: components["schemas"]["Timestamp"];
            /**
             * @description Whether it lists the current secret key.
             * @example true
             */
            lists_current_key: boolean;
        };
        /** @description The health of the service. */
        Health: {
            /** @description The database. */
            database: components["schemas"]["DatabaseHealth"];
            /** @description Redis. */
            redis: components["schemas"]["RedisHealth"];
            /**
             * @description The running processes.
             * @example []
             */
            processes: components["schemas"]["ServiceProcess"][];
            /**
             * @description Version of Node.js in this process.
             * @example v24.21.0
             */
            node_version: string;
            /**
             * @description Version of the public contract.
             * @example 1.0.0
             */
            contract_version: string;
        };
        /** @description The health in the envelope. */
        HealthResponse: {
            /** @description The record. */
            data: components["schemas"]["Health"];
            /** @description Metadata of the response. An administrator has no plan. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /**
         * @description Whether a secret key is in use.
         *
         *     - `current`: new secrets are made under it
         *     - `next`: listed first, and current after `svc secrets rotate`
         *     - `former`: was current before
         *     - `missing`: needed, but not listed
         * @example current
         * @enum {string}
         */
        SecretKeyState: "current" | "next" | "former" | "missing";
        /**
         * @description Data that needs a secret key.
         * @example webhook_secrets
         * @enum {string}
         */
        SecretKeyUseKind: "webhook_secrets" | "authenticator_secrets" | "business_profile_tokens" | "api_key_hashes" | "client_secret_hashes" | "idempotent_answers" | "review_import_parts" | "account_export_parts" | "deleted_review_hashes" | "erased_account_hashes";
        /** @description How many records need a secret key. */
        SecretKeyUse: {
            /** @description The kind of data. */
            kind: components["schemas"]["SecretKeyUseKind"];
            /**
             * @description How many there are.
             * @example 12
             */
            rows: number;
        };
        /** @description A secret key of the service, without the key itself. */
        SecretKey: {
            /**
             * @description Its name.
             * @example k1
             */
            id: string;
            /** @description Whether it is in use. */
            state: components["schemas"]["SecretKeyState"];
            /**
             * @description The data that needs the key.
             * @example [
             *       {
             *         "kind": "webhook_secrets",
             *         "rows": 12
             *       }
             *     ]
             */
            uses: components["schemas"]["SecretKeyUse"][];
            /**
             * @description Until when logins and access tokens may need a former key. Null for all others.
             * @example null
             */
            needed_until: components["schemas"]["Timestamp"] | null;
        };
        /** @description Secret keys in the envelope. */
        SecretKeyListResponse: {
            /** @description The records. */
            data: components["schemas"]["SecretKey"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["ErrorMeta"];
        };
        /** @description A page of the audit log in the envelope. */
        AuditLogResponse: {
            /** @description The records. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Metadata of the response. */
            meta: components["schemas"]["AdministrationPageMeta"];
        };
    };
    responses: {
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
         * @description `unauthorized`: no session, or one that has ended. Sign in again. While signing in: the password, the link or the code is not right, or
         *     the second factor is needed (detail path `header.cookie.second_factor`).
         */
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
                "application/json": components["schemas"]["RefusalResponse"];
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
                "application/json": components["schemas"]["RefusalResponse"];
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
         * @description `unavailable`: the service is starting, stopping or overloaded, or cannot reach its database. The request was not
         *     executed; retry after `Retry-After` seconds.
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
        /** @description `conflict`: the `Idempotency-Key` was used with another body, or its first request is still running. */
        Conflict: {
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
        /** @description `conflict`: the passkey is registered already, or the user has 10 passkeys. */
        PasskeyConflict: {
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
        /** @description `conflict`: the consent cannot be started, or can no longer be used. The message says what to do. */
        ProfileConflict: {
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
        /** @description `conflict`: the state of the reply does not allow it, its text was changed since it was read, or the review has another reply. */
        ReplyConflict: {
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
        /** @description `conflict`: the address has a login already. */
        AddressTaken: {
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
        /** @description `conflict`: the user has an authenticator app already. */
        FactorInUse: {
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
        /** @description The export. */
        AccountExportIdParam: components["schemas"]["AccountExportId"];
        /** @description The group of requests that the durations are measured for. */
        DurationIntervalParam: "hour" | "day";
        /** @description The passkey. */
        PasskeyIdParam: components["schemas"]["PasskeyId"];
        /** @description Maximum number of items per page. */
        LimitParam: number;
        /**
         * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
         *     returned. Cursors are opaque.
         */
        CursorParam: components["schemas"]["Cursor"];
        /** @description Only replies in this state. */
        ProfileReplyStateParam: components["schemas"]["ProfileReplyState"];
        /** @description The reply. */
        ProfileReplyIdParam: components["schemas"]["ProfileReplyId"];
        /** @description The invited person. */
        InvitationIdParam: components["schemas"]["UserId"];
        /** @description Only this kind of change. */
        AuditActionParam: components["schemas"]["AuditAction"];
        /** @description Only changes by this kind of actor. */
        AuditActorParam: components["schemas"]["AuditActorType"];
        /** @description A part of the name of the account, or its id. Upper and lower case are the same. */
        SearchParam: components["schemas"]["SearchText"];
        /** @description Only accounts with this plan. */
        PlanParam: components["schemas"]["Plan"];
        /** @description The account. */
        AccountIdParam: components["schemas"]["AccountId"];
        /** @description The flag. */
        FlagNameParam: components["schemas"]["FlagName"];
        /** @description The key. */
        AccountKeyIdParam: components["schemas"]["KeyId"];
        /** @description The client. */
        AccountClientIdParam: components["schemas"]["OAuthClientId"];
        /** @description Only what concerns this account. */
        AccountFilterParam: components["schemas"]["AccountId"];
        /** @description Only those of this endpoint. */
        WebhookFilterParam: components["schemas"]["WebhookId"];
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
    requestResetLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetLinkRequest"];
            };
        };
        responses: {
            /** @description A link is on its way if a member has this address. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedLinkResponse"];
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
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
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
    confirmCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
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
    setReviewRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewRetention"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
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
                    "application/json": components["schemas"]["ReviewRetentionResponse"];
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
    createFirstBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBusinessRequest"];
            };
        };
        responses: {
            /** @description The business. */
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
                    "application/json": components["schemas"]["BusinessResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccountContents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
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
                    "application/json": components["schemas"]["AccountContentsResponse"];
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
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description All access has ended; the records are being deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDeletionResponse"];
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
    listAccountExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exports. */
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
                    "application/json": components["schemas"]["AccountExportListResponse"];
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
    createAccountExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export, which a worker makes. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Policy": components["headers"]["XRateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExportResponse"];
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
    createExportLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export. */
                id: components["parameters"]["AccountExportIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
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
                    "application/json": components["schemas"]["ExportLinkResponse"];
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
    getRequestDurations: {
        parameters: {
            query: {
                /** @description The group of requests that the durations are measured for. */
                interval: components["parameters"]["DurationIntervalParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The durations. */
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
                    "application/json": components["schemas"]["RequestDurationsResponse"];
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
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys. */
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
                    "application/json": components["schemas"]["PasskeyListResponse"];
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description The passkey. */
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
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["PasskeyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options for the browser. */
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
                    "application/json": components["schemas"]["PasskeyCreationResponse"];
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
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The passkey. */
                id: components["parameters"]["PasskeyIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
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
                    "application/json": components["schemas"]["PasskeyRemovedResponse"];
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
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options for the browser. */
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
                    "application/json": components["schemas"]["PasskeyChallengeResponse"];
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
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
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
    getProfileConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
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
                    "application/json": components["schemas"]["ProfileConnectionResponse"];
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
    connectProfileLocation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileLocationChoice"];
            };
        };
        responses: {
            /** @description The connection. */
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
                    "application/json": components["schemas"]["ProfileConnectionResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProfileConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disconnectProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is disconnected. */
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
                    "application/json": components["schemas"]["ProfileDisconnectedResponse"];
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
    startProfileConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page to open. */
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
                    "application/json": components["schemas"]["ProfileConsentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProfileConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishProfileConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileConsentCode"];
            };
        };
        responses: {
            /** @description The consent is given. */
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
                    "application/json": components["schemas"]["ProfileConsentGivenResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProfileConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProfileLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The locations. */
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
                    "application/json": components["schemas"]["ProfileLocationListResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProfileConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProfileAuditLog: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the entries. */
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
                    "application/json": components["schemas"]["AccountAuditLogResponse"];
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
    listUnansweredReviews: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the reviews. */
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
                    "application/json": components["schemas"]["UnansweredReviewListResponse"];
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
    listProfileReplies: {
        parameters: {
            query: {
                /** @description Only replies in this state. */
                state?: components["parameters"]["ProfileReplyStateParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the replies. */
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
                    "application/json": components["schemas"]["ProfileReplyListResponse"];
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
    createProfileReply: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProfileReply"];
            };
        };
        responses: {
            /** @description The draft. */
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
                    "application/json": components["schemas"]["ProfileReplyResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProfileReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileReplyText"];
            };
        };
        responses: {
            /** @description The draft. */
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
                    "application/json": components["schemas"]["ProfileReplyResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveProfileReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileReplyText"];
            };
        };
        responses: {
            /** @description The approved reply. */
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
                    "application/json": components["schemas"]["ProfileReplyResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawProfileReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The reply. */
                id: components["parameters"]["ProfileReplyIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
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
                    "application/json": components["schemas"]["ProfileReplyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReplyConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
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
                    "application/json": components["schemas"]["InvitationListResponse"];
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
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description The invitation. */
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
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["AddressTaken"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invited person. */
                id: components["parameters"]["InvitationIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation is withdrawn. */
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
                    "application/json": components["schemas"]["WithdrawnInvitationResponse"];
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
    sendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invited person. */
                id: components["parameters"]["InvitationIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation. */
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
                    "application/json": components["schemas"]["InvitationResponse"];
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
    getFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The factors. */
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
                    "application/json": components["schemas"]["FactorsResponse"];
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
    beginAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, shown once. */
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
                    "application/json": components["schemas"]["AuthenticatorSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["FactorInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
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
                    "application/json": components["schemas"]["FactorsResponse"];
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
    confirmAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        responses: {
            /** @description The recovery codes, shown once. */
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
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
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
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery codes, shown once. */
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
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
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
    listAccountAuditLog: {
        parameters: {
            query: {
                /** @description Only this kind of change. */
                action?: components["parameters"]["AuditActionParam"];
                /** @description Only changes by this kind of actor. */
                actor?: components["parameters"]["AuditActorParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
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
                    "application/json": components["schemas"]["AccountAuditLogResponse"];
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
    getAdministratorSession: {
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
                    "application/json": components["schemas"]["AdministratorSessionResponse"];
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
    signInAdministrator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdministratorSignInRequest"];
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
                    "application/json": components["schemas"]["AdministratorSignedInResponse"];
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
    signOutAdministrator: {
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
                    "application/json": components["schemas"]["AdministratorSessionEndedResponse"];
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
    useAdministratorLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdministratorLinkUse"];
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
                    "application/json": components["schemas"]["AdministratorSignedInResponse"];
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
    signInAdministratorWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
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
                    "application/json": components["schemas"]["AdministratorSignedInResponse"];
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
    confirmAdministratorPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdministratorPasswordConfirmation"];
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
                    "application/json": components["schemas"]["AdministratorSessionResponse"];
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
    beginAdministratorAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, shown once. */
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
                    "application/json": components["schemas"]["AdministratorAuthenticatorSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["SignInRequired"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["FactorInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmAdministratorAuthenticator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        responses: {
            /** @description The recovery codes, shown once. */
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
                    "application/json": components["schemas"]["AdministratorRecoveryCodesResponse"];
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
    createAdministratorRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery codes, shown once. */
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
                    "application/json": components["schemas"]["AdministratorRecoveryCodesResponse"];
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
    listAccounts: {
        parameters: {
            query: {
                /** @description A part of the name of the account, or its id. Upper and lower case are the same. */
                q?: components["parameters"]["SearchParam"];
                /** @description Only accounts with this plan. */
                plan?: components["parameters"]["PlanParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of accounts. */
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
                    "application/json": components["schemas"]["AccountListResponse"];
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
    getAccountDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
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
                    "application/json": components["schemas"]["AccountDetailsResponse"];
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
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccountRequest"];
            };
        };
        responses: {
            /** @description The account. */
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
                    "application/json": components["schemas"]["AccountDetailsResponse"];
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
    setAccountFlag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The flag. */
                name: components["parameters"]["FlagNameParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetFlagRequest"];
            };
        };
        responses: {
            /** @description The account. */
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
                    "application/json": components["schemas"]["AccountDetailsResponse"];
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
    setAccountRateLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRateLimitRequest"];
            };
        };
        responses: {
            /** @description The account. */
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
                    "application/json": components["schemas"]["AccountDetailsResponse"];
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
    listAccountKeys: {
        parameters: {
            query: {
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
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
                    "application/json": components["schemas"]["AccountKeyListResponse"];
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
    issueLiveKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueLiveKeyRequest"];
            };
        };
        responses: {
            /** @description The key. */
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
                    "application/json": components["schemas"]["IssuedLiveKeyResponse"];
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
    revokeAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The key. */
                key_id: components["parameters"]["AccountKeyIdParam"];
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
                    "application/json": components["schemas"]["AccountKeyResponse"];
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
    setKeyRateLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The key. */
                key_id: components["parameters"]["AccountKeyIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRateLimitRequest"];
            };
        };
        responses: {
            /** @description The key. */
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
                    "application/json": components["schemas"]["AccountKeyResponse"];
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
    listAccountClients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
            };
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
                    "application/json": components["schemas"]["AccountClientListResponse"];
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
    setClientBusinessCreation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: components["parameters"]["AccountIdParam"];
                /** @description The client. */
                client_id: components["parameters"]["AccountClientIdParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetBusinessCreationRequest"];
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
                    "application/json": components["schemas"]["AccountClientResponse"];
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
    listFlags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flags. */
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
                    "application/json": components["schemas"]["FlagListResponse"];
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
    setFlag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The flag. */
                name: components["parameters"]["FlagNameParam"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetFlagRequest"];
            };
        };
        responses: {
            /** @description The flag. */
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
                    "application/json": components["schemas"]["FlagResponse"];
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
    listDeadLetters: {
        parameters: {
            query: {
                /** @description Only what concerns this account. */
                account_id?: components["parameters"]["AccountFilterParam"];
                /** @description Only those of this endpoint. */
                webhook_id?: components["parameters"]["WebhookFilterParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of dead letters. */
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
                    "application/json": components["schemas"]["DeadLetterListResponse"];
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
    resendDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendDeadLettersRequest"];
            };
        };
        responses: {
            /** @description The numbers of deliveries that were found and queued. */
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
                    "application/json": components["schemas"]["DeadLetterResendResponse"];
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
    listQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queues. */
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
                    "application/json": components["schemas"]["QueueListResponse"];
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health. */
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
                    "application/json": components["schemas"]["HealthResponse"];
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
    listSecretKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret keys. */
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
                    "application/json": components["schemas"]["SecretKeyListResponse"];
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
    listAuditLog: {
        parameters: {
            query: {
                /** @description Only what concerns this account. */
                account_id?: components["parameters"]["AccountFilterParam"];
                /** @description Only this kind of change. */
                action?: components["parameters"]["AuditActionParam"];
                /** @description Only changes by this kind of actor. */
                actor?: components["parameters"]["AuditActorParam"];
                /** @description Maximum number of items per page. */
                limit: components["parameters"]["LimitParam"];
                /**
                 * @description The position at which the page starts: `meta.page.next_cursor` of the previous page. If omitted, the first page is
                 *     returned. Cursors are opaque.
                 */
                cursor?: components["parameters"]["CursorParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
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
                    "application/json": components["schemas"]["AuditLogResponse"];
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
}

/** The component schemas by name: `Schemas['Webhook']`. */
export type Schemas = components['schemas']
