// Written from the contract by `npm run generate`. To change it, change the spec and generate again.
export interface paths {
    "/o/oauth2/v2/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a person for consent
         * @description A page for the browser of the person. It returns to `redirect_uri` with `state`, and with `code` or, if the person refuses, with
         *     `error`.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token
         * @description A code returns an access token and a refresh token, once. A refresh token returns an access token, and stays valid until the person or
         *     the company revokes it.
         */
        post: operations["requestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a refresh token
         * @description Ends the consent of the person for the client with all of its tokens, also those of other accounts that the person has connected. A
         *     token that is not valid is 400.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/v3/certs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that sign identity tokens
         * @description The keys change every few days, and each has a `kid`.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Returns the accounts that the person can access, at most 20 per page.
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
    "/v1/accounts/{account}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        /**
         * List locations
         * @description Returns the locations of an account, with the fields that the mask names.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/accounts/{account}/locations/{location}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
            };
            cookie?: never;
        };
        /**
         * List reviews
         * @description Returns one page of the reviews of a verified location. Pages after the first may lack a review, which the company documents as a
         *     known issue: a review that is not on any page may still exist.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/accounts/{account}/locations/{location}/reviews/{review}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
                /** @description The id of the review. */
                review: components["parameters"]["Review"];
            };
            cookie?: never;
        };
        /**
         * Get a review
         * @description Returns the review with its reply.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/accounts/{account}/locations/{location}/reviews/{review}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
                /** @description The id of the review. */
                review: components["parameters"]["Review"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Reply to a review
         * @description Creates the reply of the owner, or replaces it. The location must be verified.
         */
        put: operations["updateReply"];
        post?: never;
        /**
         * Delete the reply
         * @description Removes the reply of the owner.
         */
        delete: operations["deleteReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    reviewNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review is new or was updated
         * @description Sent by the push subscription of a topic, to which the company publishes for the accounts whose notification setting names it. Every
         *     response but 102, 200, 201, 202 and 204 makes the subscription send the message again. A message may arrive twice and late.
         */
        post: operations["receiveNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        SigningKeys: {
            keys: Record<string, never>[];
        };
        PushMessage: {
            message: {
                /** @description A `ReviewNotification` as JSON in base64. */
                data?: string;
                messageId?: string;
                /** Format: date-time */
                publishTime?: string;
            };
            /** @description Such as `projects/1/subscriptions/2`. */
            subscription?: string;
        };
        /** @description The documentation spells the fields in both ways. */
        ReviewNotification: {
            /** @description Such as `accounts/1/locations/2`. */
            location_name?: string;
            locationName?: string;
        };
        TokenRequest: components["schemas"]["CodeRequest"] | components["schemas"]["RefreshRequest"];
        CodeRequest: {
            /** @constant */
            grant_type: "authorization_code";
            code: string;
            code_verifier: string;
            /** @description The one of the authorization request. */
            redirect_uri: string;
            client_id: string;
            client_secret: string;
        };
        RefreshRequest: {
            /** @constant */
            grant_type: "refresh_token";
            refresh_token: string;
            client_id: string;
            client_secret: string;
        };
        TokenResponse: {
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            /** @description Only for a code. */
            refresh_token?: string;
            /** @description The granted scopes, separated by spaces. A person may grant none. */
            scope?: string;
        };
        TokenError: {
            error: string;
        };
        RevocationRequest: {
            token: string;
        };
        Empty: Record<string, never>;
        AccountList: {
            accounts?: components["schemas"]["Account"][];
            nextPageToken?: string;
        };
        Account: {
            /** @description Such as `accounts/1`. */
            name: string;
            accountName?: string;
        };
        LocationList: {
            locations?: components["schemas"]["Location"][];
            nextPageToken?: string;
        };
        Location: {
            /** @description Such as `locations/2`. */
            name: string;
            title?: string;
        };
        ReviewList: {
            reviews?: components["schemas"]["Review"][];
            totalReviewCount?: number;
            /** @description Absent on the last page. */
            nextPageToken?: string;
        };
        Review: {
            /** @description Unique within the location. */
            reviewId: string;
            starRating: components["schemas"]["StarRating"];
            /** @description Absent if the review has only stars. */
            comment?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime: string;
            reviewReply?: components["schemas"]["Reply"];
        };
        /** @enum {string} */
        StarRating: "STAR_RATING_UNSPECIFIED" | "ONE" | "TWO" | "THREE" | "FOUR" | "FIVE";
        Reply: {
            comment: string;
            /** Format: date-time */
            updateTime?: string;
            reviewReplyState?: components["schemas"]["ReplyState"];
            /** @description The policy that a rejected reply violates, such as `OFF_TOPIC`. */
            policyViolation?: string;
        };
        /**
         * @description A reply is moderated after it was taken. It is shown once it is approved, and a rejected one is never shown.
         * @enum {string}
         */
        ReplyState: "REVIEW_REPLY_STATE_UNSPECIFIED" | "PENDING" | "REJECTED" | "APPROVED";
        NewReply: {
            /** @description At most 4096 bytes. */
            comment: string;
        };
        Failure: {
            error: {
                code: number;
                /** @description Such as `RESOURCE_EXHAUSTED`. */
                status?: string;
                message?: string;
            };
        };
    };
    responses: {
        /** @description 401: the token has expired. 403: the person lacks the right. 404: there is no such record. 429: over the quota. */
        Failure: {
            headers: {
                /** @description The seconds to wait. Often absent. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description The number of the account. */
        Account: string;
        /** @description The number of the location. */
        Location: string;
        /** @description The id of the review. */
        Review: string;
        /** @description The token of the previous page. It expires. */
        PageToken: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    authorize: {
        parameters: {
            query: {
                /** @description The OAuth client. */
                client_id: string;
                /** @description A registered URI of the client. */
                redirect_uri: string;
                /** @description The flow. */
                response_type: "code";
                /** @description The scope. */
                scope: "https://www.googleapis.com/auth/business.manage";
                /** @description Returned unchanged. */
                state: string;
                /** @description The SHA-256 of the code verifier (RFC 7636). */
                code_challenge: string;
                /** @description The hash. */
                code_challenge_method: "S256";
                /** @description Requests a refresh token. */
                access_type: "offline";
                /** @description Asks again although the person has consented before. Without it, a second consent has no refresh token. */
                prompt: "consent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requestToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description `invalid_grant`: the code is not valid, or the consent was revoked or has expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description `invalid_client`: the client id or its secret is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description The consent has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            /** @description The token is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenError"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys (RFC 7517, section 5). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The token of the previous page. It expires. */
                pageToken?: components["parameters"]["PageToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listLocations: {
        parameters: {
            query: {
                /** @description The fields to return, separated by commas. */
                readMask: string;
                /** @description At most 100. */
                pageSize?: number;
                /** @description The token of the previous page. It expires. */
                pageToken?: components["parameters"]["PageToken"];
            };
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description At most 50. */
                pageSize?: number;
                /** @description The token of the previous page. It expires. */
                pageToken?: components["parameters"]["PageToken"];
                /** @description `rating`, `rating desc` or, by default, `updateTime desc`. */
                orderBy?: "rating" | "rating desc" | "updateTime desc";
            };
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
                /** @description The id of the review. */
                review: components["parameters"]["Review"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The review. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    updateReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
                /** @description The id of the review. */
                review: components["parameters"]["Review"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReply"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reply"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the account. */
                account: components["parameters"]["Account"];
                /** @description The number of the location. */
                location: components["parameters"]["Location"];
                /** @description The id of the review. */
                review: components["parameters"]["Review"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no reply now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    receiveNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushMessage"];
            };
        };
        responses: {
            /** @description Taken. The location may be one that is not connected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not the message of a push subscription, or is larger than 64 KB. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is not of the push subscription. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The integration is disabled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The keys or the database could not be reached. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
