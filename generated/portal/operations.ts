// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { Schemas, operations as wire } from './server-types.ts'

/** What the contract defines for one operation. */
export interface OperationFacts {
  method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'
  /** The path template, relative to the base URL. */
  path: string
  /** The status of success. */
  status: number
  /** Every documented status. */
  statuses: readonly number[]
  /** The OAuth scopes or permissions that a caller needs. All of them are required. */
  scopes: readonly string[]
  /** Needs no credential. */
  public: boolean
  /** The person must have confirmed the password recently. */
  confirmedPassword: boolean
  /** Absent from everything that is published. */
  private: boolean
  /** The quota that a request counts against. */
  quota: string | null
  /**
   * The usage event that a success leaves in addition to that of the request; `none`: requests leave no usage event at all.
   */
  usageEvent: string | null
  /** The field of the returned record that names the resource it belongs to. */
  resourceField: string
  /** An account may use it before it has a business. */
  withoutBusiness: boolean
  /**
   * The work of a request if it is not one transaction: `in_parts` uses several and stores its progress; `with_model`
   * uses none if a language model takes part.
   */
  work: 'in_parts' | 'with_model' | null
  /** The pagination of a list. Null for operations that do not return a list. */
  pagination: { style: string; limit: string; cursor: string; items: string; next: string } | null
  /** The body is a file of any size, which is handed over as it arrives. */
  upload: boolean
  /** Accepts an Idempotency-Key. */
  idempotent: boolean
  /** Returns 304 to a conditional request. */
  etag: boolean
  /**
   * The GET operation for the resource in the Location header, and the field of the data that is its path parameter.
   * Null if there is none.
   */
  location: { path: string; parameter: string; field: string } | null
  /** The response headers Deprecation (RFC 9745) and Sunset (RFC 8594). Each is null if there is no date. */
  retirement: { deprecation: string | null; sunset: string | null } | null
}

/** Every operation of the contract: where it lives and what code that treats all operations alike must know. */
export const operations = {
  getSession: {
    method: 'get',
    path: '/session',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signIn: {
    method: 'post',
    path: '/session',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signOut: {
    method: 'delete',
    path: '/session',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  useSignInLink: {
    method: 'post',
    path: '/session/by-link',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  requestResetLink: {
    method: 'post',
    path: '/session/reset-link',
    status: 202,
    statuses: [202, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signInWithCode: {
    method: 'post',
    path: '/session/by-code',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  confirmPassword: {
    method: 'post',
    path: '/session/password-confirmation',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  confirmCode: {
    method: 'post',
    path: '/session/code-confirmation',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  changePassword: {
    method: 'post',
    path: '/password',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listSessions: {
    method: 'get',
    path: '/sessions',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  endSession: {
    method: 'delete',
    path: '/sessions/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listKeys: {
    method: 'get',
    path: '/keys',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createKey: {
    method: 'post',
    path: '/keys',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: ['keys:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  revokeKey: {
    method: 'delete',
    path: '/keys/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['keys:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listClients: {
    method: 'get',
    path: '/clients',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createClient: {
    method: 'post',
    path: '/clients',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: ['clients:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  deleteClient: {
    method: 'delete',
    path: '/clients/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['clients:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  updateClient: {
    method: 'patch',
    path: '/clients/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['clients:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  rotateClientSecret: {
    method: 'post',
    path: '/clients/{id}/rotate-secret',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['clients:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listMembers: {
    method: 'get',
    path: '/members',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  removeMember: {
    method: 'delete',
    path: '/members/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['members:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  updateMember: {
    method: 'patch',
    path: '/members/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['members:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setReviewRetention: {
    method: 'put',
    path: '/account/review-retention',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createFirstBusiness: {
    method: 'post',
    path: '/business',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getAccountContents: {
    method: 'get',
    path: '/account/contents',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  deleteAccount: {
    method: 'post',
    path: '/account/deletion',
    status: 202,
    statuses: [202, 400, 401, 403, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAccountExports: {
    method: 'get',
    path: '/account/exports',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createAccountExport: {
    method: 'post',
    path: '/account/exports',
    status: 202,
    statuses: [202, 400, 401, 403, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createExportLink: {
    method: 'post',
    path: '/account/exports/{id}/link',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getRequestDurations: {
    method: 'get',
    path: '/request-durations',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listPasskeys: {
    method: 'get',
    path: '/passkeys',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  addPasskey: {
    method: 'post',
    path: '/passkeys',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  beginPasskey: {
    method: 'post',
    path: '/passkeys/challenge',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  removePasskey: {
    method: 'delete',
    path: '/passkeys/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  beginPasskeySignIn: {
    method: 'post',
    path: '/session/passkey-challenge',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signInWithPasskey: {
    method: 'post',
    path: '/session/by-passkey',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getProfileConnection: {
    method: 'get',
    path: '/business-profile',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  connectProfileLocation: {
    method: 'post',
    path: '/business-profile',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  disconnectProfile: {
    method: 'delete',
    path: '/business-profile',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  startProfileConsent: {
    method: 'post',
    path: '/business-profile/consent',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  finishProfileConsent: {
    method: 'post',
    path: '/business-profile/consent/code',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listProfileLocations: {
    method: 'get',
    path: '/business-profile/locations',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['account:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listProfileAuditLog: {
    method: 'get',
    path: '/business-profile/audit-log',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listUnansweredReviews: {
    method: 'get',
    path: '/business-profile/unanswered-reviews',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listProfileReplies: {
    method: 'get',
    path: '/business-profile/replies',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createProfileReply: {
    method: 'post',
    path: '/business-profile/replies',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['replies:publish'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  updateProfileReply: {
    method: 'patch',
    path: '/business-profile/replies/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['replies:publish'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  approveProfileReply: {
    method: 'post',
    path: '/business-profile/replies/{id}/approval',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['replies:publish'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  withdrawProfileReply: {
    method: 'post',
    path: '/business-profile/replies/{id}/withdrawal',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['replies:publish'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listInvitations: {
    method: 'get',
    path: '/invitations',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  inviteMember: {
    method: 'post',
    path: '/invitations',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: ['members:manage'],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  withdrawInvitation: {
    method: 'delete',
    path: '/invitations/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['members:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  sendInvitation: {
    method: 'post',
    path: '/invitations/{id}/send',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['members:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getFactors: {
    method: 'get',
    path: '/factors',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  beginAuthenticator: {
    method: 'post',
    path: '/factors/authenticator',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  removeAuthenticator: {
    method: 'delete',
    path: '/factors/authenticator',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  confirmAuthenticator: {
    method: 'post',
    path: '/factors/authenticator/confirmation',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createRecoveryCodes: {
    method: 'post',
    path: '/factors/recovery-codes',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAccountAuditLog: {
    method: 'get',
    path: '/audit-log',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getAdministratorSession: {
    method: 'get',
    path: '/admin/session',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signInAdministrator: {
    method: 'post',
    path: '/admin/session',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signOutAdministrator: {
    method: 'delete',
    path: '/admin/session',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  useAdministratorLink: {
    method: 'post',
    path: '/admin/session/by-link',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  signInAdministratorWithCode: {
    method: 'post',
    path: '/admin/session/by-code',
    status: 201,
    statuses: [201, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: true,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  confirmAdministratorPassword: {
    method: 'post',
    path: '/admin/session/password-confirmation',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  beginAdministratorAuthenticator: {
    method: 'post',
    path: '/admin/authenticator',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  confirmAdministratorAuthenticator: {
    method: 'post',
    path: '/admin/authenticator/confirmation',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  createAdministratorRecoveryCodes: {
    method: 'post',
    path: '/admin/authenticator/recovery-codes',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAccounts: {
    method: 'get',
    path: '/admin/accounts',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getAccountDetails: {
    method: 'get',
    path: '/admin/accounts/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  changeAccount: {
    method: 'patch',
    path: '/admin/accounts/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setAccountFlag: {
    method: 'put',
    path: '/admin/accounts/{id}/flags/{name}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setAccountRateLimit: {
    method: 'put',
    path: '/admin/accounts/{id}/rate-limit',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAccountKeys: {
    method: 'get',
    path: '/admin/accounts/{id}/keys',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  issueLiveKey: {
    method: 'post',
    path: '/admin/accounts/{id}/keys',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  revokeAccountKey: {
    method: 'delete',
    path: '/admin/accounts/{id}/keys/{key_id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setKeyRateLimit: {
    method: 'put',
    path: '/admin/accounts/{id}/keys/{key_id}/rate-limit',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAccountClients: {
    method: 'get',
    path: '/admin/accounts/{id}/clients',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setClientBusinessCreation: {
    method: 'put',
    path: '/admin/accounts/{id}/clients/{client_id}/business-creation',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listFlags: {
    method: 'get',
    path: '/admin/flags',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  setFlag: {
    method: 'put',
    path: '/admin/flags/{name}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listDeadLetters: {
    method: 'get',
    path: '/admin/dead-letters',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  resendDeadLetters: {
    method: 'post',
    path: '/admin/dead-letters/resend',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: true,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listQueues: {
    method: 'get',
    path: '/admin/queues',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  getHealth: {
    method: 'get',
    path: '/admin/health',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listSecretKeys: {
    method: 'get',
    path: '/admin/secret-keys',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
  listAuditLog: {
    method: 'get',
    path: '/admin/audit-log',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: [],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'none',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: false,
    location: null,
    retirement: null,
  },
} as const satisfies Record<string, OperationFacts>

export type OperationId = keyof typeof operations

/**
 * A record that is serialized already: its JSON is sent unchanged. `record` is never set; it only carries the type.
 */
export interface SerializedRecord<Item = unknown> {
  readonly jsonText: string
  readonly record?: Item
}

/** One page of a list. `next_cursor` is null on the last one. */
export interface Page<Item> {
  items: (Item | SerializedRecord<Item>)[]
  next_cursor: string | null
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * The handlers of a server: exactly one for each operation of the contract. `Caller` is what the server's
 * authentication makes of a credential; `Context` is what a server adds to every input. The types of `path`,
 * `query` and `body` hold after validation, defaults filled in.
 */
export interface Operations<Caller, Context extends object = object> {
  /**
   * Get the session
   *
   * `GET /session`
   */
  getSession: (input: { caller: Caller } & Context) => Awaitable<Schemas['Session']>

  /**
   * Sign in
   *
   * `POST /session`
   */
  signIn: (input: { body: Schemas['SignInRequest'] } & Context) => Awaitable<Schemas['Session']>

  /**
   * Sign out
   *
   * `DELETE /session`
   */
  signOut: (input: { caller: Caller } & Context) => Awaitable<Schemas['EndedSession']>

  /**
   * Set the password by a link
   *
   * `POST /session/by-link`
   */
  useSignInLink: (input: { body: Schemas['SignInLinkUse'] } & Context) => Awaitable<Schemas['Session']>

  /**
   * Request a link to set the password
   *
   * `POST /session/reset-link`
   */
  requestResetLink: (input: { body: Schemas['ResetLinkRequest'] } & Context) => Awaitable<Schemas['RequestedLink']>

  /**
   * Sign in with the second factor
   *
   * `POST /session/by-code`
   */
  signInWithCode: (input: { body: Schemas['SecondFactorCode'] } & Context) => Awaitable<Schemas['Session']>

  /**
   * Confirm the password
   *
   * `POST /session/password-confirmation`
   */
  confirmPassword: (input: {
    body: Schemas['PasswordConfirmation']
    caller: Caller
  } & Context) => Awaitable<Schemas['Session']>

  /**
   * Confirm with the second factor
   *
   * `POST /session/code-confirmation`
   */
  confirmCode: (input: { body: Schemas['SecondFactorCode']; caller: Caller } & Context) => Awaitable<Schemas['Session']>

  /**
   * Change the password
   *
   * `POST /password`
   */
  changePassword: (input: {
    body: Schemas['PasswordChange']
    caller: Caller
  } & Context) => Awaitable<Schemas['Session']>

  /**
   * List the sessions of the user
   *
   * `GET /sessions`
   */
  listSessions: (input: { caller: Caller } & Context) => Awaitable<Schemas['SessionListResponse']['data']>

  /**
   * End a session
   *
   * `DELETE /sessions/{id}`
   */
  endSession: (input: {
    path: wire['endSession']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['EndedSession']>

  /**
   * List API keys
   *
   * `GET /keys`
   */
  listKeys: (input: { caller: Caller } & Context) => Awaitable<Schemas['KeyListResponse']['data']>

  /**
   * Create a test key
   *
   * `POST /keys`
   */
  createKey: (input: { body: Schemas['CreateKeyRequest']; caller: Caller } & Context) => Awaitable<Schemas['IssuedKey']>

  /**
   * Revoke an API key
   *
   * `DELETE /keys/{id}`
   */
  revokeKey: (input: {
    path: wire['revokeKey']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Key']>

  /**
   * List OAuth clients
   *
   * `GET /clients`
   */
  listClients: (input: { caller: Caller } & Context) => Awaitable<Schemas['ClientListResponse']['data']>

  /**
   * Create an OAuth client
   *
   * `POST /clients`
   */
  createClient: (input: {
    body: Schemas['CreateClientRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['IssuedClient']>

  /**
   * Delete an OAuth client
   *
   * `DELETE /clients/{id}`
   */
  deleteClient: (input: {
    path: wire['deleteClient']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['DeletedClient']>

  /**
   * Change an OAuth client
   *
   * `PATCH /clients/{id}`
   */
  updateClient: (input: {
    path: wire['updateClient']['parameters']['path']
    body: Schemas['UpdateClientRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Client']>

  /**
   * Rotate a client secret
   *
   * `POST /clients/{id}/rotate-secret`
   */
  rotateClientSecret: (input: {
    path: wire['rotateClientSecret']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['IssuedClient']>

  /**
   * List members
   *
   * `GET /members`
   */
  listMembers: (input: { caller: Caller } & Context) => Awaitable<Schemas['MemberListResponse']['data']>

  /**
   * Remove a member
   *
   * `DELETE /members/{id}`
   */
  removeMember: (input: {
    path: wire['removeMember']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['RemovedMember']>

  /**
   * Change the role of a member
   *
   * `PATCH /members/{id}`
   */
  updateMember: (input: {
    path: wire['updateMember']['parameters']['path']
    body: Schemas['UpdateMemberRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Member']>

  /**
   * Set how long reviews are kept
   *
   * `PUT /account/review-retention`
   */
  setReviewRetention: (input: {
    body: Schemas['ReviewRetention']
    caller: Caller
  } & Context) => Awaitable<Schemas['ReviewRetention']>

  /**
   * Create the business of the account
   *
   * `POST /business`
   */
  createFirstBusiness: (input: {
    body: Schemas['CreateBusinessRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Business']>

  /**
   * Count what the account has
   *
   * `GET /account/contents`
   */
  getAccountContents: (input: { caller: Caller } & Context) => Awaitable<Schemas['AccountContentsResponse']['data']>

  /**
   * Delete the account
   *
   * `POST /account/deletion`
   */
  deleteAccount: (input: {
    body: Schemas['DeleteAccountRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountDeletion']>

  /**
   * List exports of the account
   *
   * `GET /account/exports`
   */
  listAccountExports: (input: { caller: Caller } & Context) => Awaitable<Schemas['AccountExportListResponse']['data']>

  /**
   * Export everything
   *
   * `POST /account/exports`
   */
  createAccountExport: (input: { caller: Caller } & Context) => Awaitable<Schemas['AccountExport']>

  /**
   * Create a link to an export
   *
   * `POST /account/exports/{id}/link`
   */
  createExportLink: (input: {
    path: wire['createExportLink']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['ExportLink']>

  /**
   * Get the durations of requests
   *
   * `GET /request-durations`
   */
  getRequestDurations: (input: {
    query: wire['getRequestDurations']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Schemas['RequestDurations']>

  /**
   * List the passkeys of the user
   *
   * `GET /passkeys`
   */
  listPasskeys: (input: { caller: Caller } & Context) => Awaitable<Schemas['PasskeyListResponse']['data']>

  /**
   * Add a passkey
   *
   * `POST /passkeys`
   */
  addPasskey: (input: { body: Schemas['NewPasskey']; caller: Caller } & Context) => Awaitable<Schemas['Passkey']>

  /**
   * Begin to add a passkey
   *
   * `POST /passkeys/challenge`
   */
  beginPasskey: (input: { caller: Caller } & Context) => Awaitable<Schemas['PasskeyCreation']>

  /**
   * Remove a passkey
   *
   * `DELETE /passkeys/{id}`
   */
  removePasskey: (input: {
    path: wire['removePasskey']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['PasskeyRemoved']>

  /**
   * Begin to sign in with a passkey
   *
   * `POST /session/passkey-challenge`
   */
  beginPasskeySignIn: (input: Context) => Awaitable<Schemas['PasskeyChallenge']>

  /**
   * Sign in with a passkey
   *
   * `POST /session/by-passkey`
   */
  signInWithPasskey: (input: { body: Schemas['PasskeySignIn'] } & Context) => Awaitable<Schemas['Session']>

  /**
   * Get the connection to the business profile
   *
   * `GET /business-profile`
   */
  getProfileConnection: (input: { caller: Caller } & Context) => Awaitable<Schemas['ProfileConnection']>

  /**
   * Connect a location
   *
   * `POST /business-profile`
   */
  connectProfileLocation: (input: {
    body: Schemas['ProfileLocationChoice']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileConnection']>

  /**
   * Disconnect the business profile
   *
   * `DELETE /business-profile`
   */
  disconnectProfile: (input: { caller: Caller } & Context) => Awaitable<Schemas['ProfileDisconnected']>

  /**
   * Start the consent
   *
   * `POST /business-profile/consent`
   */
  startProfileConsent: (input: { caller: Caller } & Context) => Awaitable<Schemas['ProfileConsent']>

  /**
   * Finish the consent
   *
   * `POST /business-profile/consent/code`
   */
  finishProfileConsent: (input: {
    body: Schemas['ProfileConsentCode']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileConsentGiven']>

  /**
   * List the locations of the consent
   *
   * `GET /business-profile/locations`
   */
  listProfileLocations: (input: {
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileLocationListResponse']['data']>

  /**
   * List the audit log of the business profile
   *
   * `GET /business-profile/audit-log`
   */
  listProfileAuditLog: (input: {
    query: wire['listProfileAuditLog']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['AuditEntry']>>

  /**
   * List the reviews without a reply
   *
   * `GET /business-profile/unanswered-reviews`
   */
  listUnansweredReviews: (input: {
    query: wire['listUnansweredReviews']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['UnansweredReview']>>

  /**
   * List the replies to publish
   *
   * `GET /business-profile/replies`
   */
  listProfileReplies: (input: {
    query: wire['listProfileReplies']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['ProfileReply']>>

  /**
   * Write a reply to a review
   *
   * `POST /business-profile/replies`
   */
  createProfileReply: (input: {
    body: Schemas['NewProfileReply']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileReply']>

  /**
   * Change the text of a reply
   *
   * `PATCH /business-profile/replies/{id}`
   */
  updateProfileReply: (input: {
    path: wire['updateProfileReply']['parameters']['path']
    body: Schemas['ProfileReplyText']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileReply']>

  /**
   * Approve a reply
   *
   * `POST /business-profile/replies/{id}/approval`
   */
  approveProfileReply: (input: {
    path: wire['approveProfileReply']['parameters']['path']
    body: Schemas['ProfileReplyText']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileReply']>

  /**
   * Withdraw a reply
   *
   * `POST /business-profile/replies/{id}/withdrawal`
   */
  withdrawProfileReply: (input: {
    path: wire['withdrawProfileReply']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['ProfileReply']>

  /**
   * List invitations
   *
   * `GET /invitations`
   */
  listInvitations: (input: { caller: Caller } & Context) => Awaitable<Schemas['InvitationListResponse']['data']>

  /**
   * Invite a member
   *
   * `POST /invitations`
   */
  inviteMember: (input: {
    body: Schemas['InviteMemberRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Invitation']>

  /**
   * Withdraw an invitation
   *
   * `DELETE /invitations/{id}`
   */
  withdrawInvitation: (input: {
    path: wire['withdrawInvitation']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['WithdrawnInvitation']>

  /**
   * Send an invitation again
   *
   * `POST /invitations/{id}/send`
   */
  sendInvitation: (input: {
    path: wire['sendInvitation']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Invitation']>

  /**
   * Get the second factors of the user
   *
   * `GET /factors`
   */
  getFactors: (input: { caller: Caller } & Context) => Awaitable<Schemas['Factors']>

  /**
   * Begin to set up an authenticator app
   *
   * `POST /factors/authenticator`
   */
  beginAuthenticator: (input: { caller: Caller } & Context) => Awaitable<Schemas['AuthenticatorSecret']>

  /**
   * Remove the authenticator app
   *
   * `DELETE /factors/authenticator`
   */
  removeAuthenticator: (input: { caller: Caller } & Context) => Awaitable<Schemas['Factors']>

  /**
   * Finish to set up an authenticator app
   *
   * `POST /factors/authenticator/confirmation`
   */
  confirmAuthenticator: (input: {
    body: Schemas['SecondFactorCode']
    caller: Caller
  } & Context) => Awaitable<Schemas['RecoveryCodes']>

  /**
   * Replace the recovery codes
   *
   * `POST /factors/recovery-codes`
   */
  createRecoveryCodes: (input: { caller: Caller } & Context) => Awaitable<Schemas['RecoveryCodes']>

  /**
   * List what was changed in the account
   *
   * `GET /audit-log`
   */
  listAccountAuditLog: (input: {
    query: wire['listAccountAuditLog']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['AuditEntry']>>

  /**
   * Get the session of the administrator
   *
   * `GET /admin/session`
   */
  getAdministratorSession: (input: { caller: Caller } & Context) => Awaitable<Schemas['AdministratorSession']>

  /**
   * Sign in as an administrator
   *
   * `POST /admin/session`
   */
  signInAdministrator: (input: {
    body: Schemas['AdministratorSignInRequest']
  } & Context) => Awaitable<Schemas['AdministratorSession']>

  /**
   * Sign the administrator out
   *
   * `DELETE /admin/session`
   */
  signOutAdministrator: (input: { caller: Caller } & Context) => Awaitable<Schemas['EndedSession']>

  /**
   * Set the password of an administrator by a link
   *
   * `POST /admin/session/by-link`
   */
  useAdministratorLink: (input: {
    body: Schemas['AdministratorLinkUse']
  } & Context) => Awaitable<Schemas['AdministratorSession']>

  /**
   * Sign in to the console with the second factor
   *
   * `POST /admin/session/by-code`
   */
  signInAdministratorWithCode: (input: {
    body: Schemas['SecondFactorCode']
  } & Context) => Awaitable<Schemas['AdministratorSession']>

  /**
   * Confirm the password of the administrator
   *
   * `POST /admin/session/password-confirmation`
   */
  confirmAdministratorPassword: (input: {
    body: Schemas['AdministratorPasswordConfirmation']
    caller: Caller
  } & Context) => Awaitable<Schemas['AdministratorSession']>

  /**
   * Begin to set up the authenticator app of the administrator
   *
   * `POST /admin/authenticator`
   */
  beginAdministratorAuthenticator: (input: { caller: Caller } & Context) => Awaitable<Schemas['AuthenticatorSecret']>

  /**
   * Finish to set up the authenticator app of the administrator
   *
   * `POST /admin/authenticator/confirmation`
   */
  confirmAdministratorAuthenticator: (input: {
    body: Schemas['SecondFactorCode']
    caller: Caller
  } & Context) => Awaitable<Schemas['RecoveryCodes']>

  /**
   * Replace the recovery codes of the administrator
   *
   * `POST /admin/authenticator/recovery-codes`
   */
  createAdministratorRecoveryCodes: (input: { caller: Caller } & Context) => Awaitable<Schemas['RecoveryCodes']>

  /**
   * List accounts
   *
   * `GET /admin/accounts`
   */
  listAccounts: (input: {
    query: wire['listAccounts']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['AccountSummary']>>

  /**
   * Get an account
   *
   * `GET /admin/accounts/{id}`
   */
  getAccountDetails: (input: {
    path: wire['getAccountDetails']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountDetails']>

  /**
   * Change the plan or the entitlement of an account
   *
   * `PATCH /admin/accounts/{id}`
   */
  changeAccount: (input: {
    path: wire['changeAccount']['parameters']['path']
    body: Schemas['ChangeAccountRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountDetails']>

  /**
   * Switch a flag for one account
   *
   * `PUT /admin/accounts/{id}/flags/{name}`
   */
  setAccountFlag: (input: {
    path: wire['setAccountFlag']['parameters']['path']
    body: Schemas['SetFlagRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountDetails']>

  /**
   * Set the rate limit of one account
   *
   * `PUT /admin/accounts/{id}/rate-limit`
   */
  setAccountRateLimit: (input: {
    path: wire['setAccountRateLimit']['parameters']['path']
    body: Schemas['SetRateLimitRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountDetails']>

  /**
   * List the API keys of an account
   *
   * `GET /admin/accounts/{id}/keys`
   */
  listAccountKeys: (input: {
    path: wire['listAccountKeys']['parameters']['path']
    query: wire['listAccountKeys']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['AccountKey']>>

  /**
   * Issue a live key
   *
   * `POST /admin/accounts/{id}/keys`
   */
  issueLiveKey: (input: {
    path: wire['issueLiveKey']['parameters']['path']
    body: Schemas['IssueLiveKeyRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['IssuedLiveKey']>

  /**
   * Revoke an API key of an account
   *
   * `DELETE /admin/accounts/{id}/keys/{key_id}`
   */
  revokeAccountKey: (input: {
    path: wire['revokeAccountKey']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountKey']>

  /**
   * Set the rate limit of one API key
   *
   * `PUT /admin/accounts/{id}/keys/{key_id}/rate-limit`
   */
  setKeyRateLimit: (input: {
    path: wire['setKeyRateLimit']['parameters']['path']
    body: Schemas['SetRateLimitRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountKey']>

  /**
   * List the OAuth clients of an account
   *
   * `GET /admin/accounts/{id}/clients`
   */
  listAccountClients: (input: {
    path: wire['listAccountClients']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['AccountClientListResponse']['data']>

  /**
   * Grant or revoke the scope businesses:write of a client
   *
   * `PUT /admin/accounts/{id}/clients/{client_id}/business-creation`
   */
  setClientBusinessCreation: (input: {
    path: wire['setClientBusinessCreation']['parameters']['path']
    body: Schemas['SetBusinessCreationRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Client']>

  /**
   * List the flags of the platform
   *
   * `GET /admin/flags`
   */
  listFlags: (input: { caller: Caller } & Context) => Awaitable<Schemas['FlagListResponse']['data']>

  /**
   * Switch a flag for the platform
   *
   * `PUT /admin/flags/{name}`
   */
  setFlag: (input: {
    path: wire['setFlag']['parameters']['path']
    body: Schemas['SetFlagRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Flag']>

  /**
   * List the dead letters of every account
   *
   * `GET /admin/dead-letters`
   */
  listDeadLetters: (input: {
    query: wire['listDeadLetters']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['DeadLetter']>>

  /**
   * Resend dead letters
   *
   * `POST /admin/dead-letters/resend`
   */
  resendDeadLetters: (input: {
    body: Schemas['ResendDeadLettersRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['DeadLetterResend']>

  /**
   * List the queues
   *
   * `GET /admin/queues`
   */
  listQueues: (input: { caller: Caller } & Context) => Awaitable<Schemas['QueueListResponse']['data']>

  /**
   * Get the health of the service
   *
   * `GET /admin/health`
   */
  getHealth: (input: { caller: Caller } & Context) => Awaitable<Schemas['Health']>

  /**
   * List the secret keys
   *
   * `GET /admin/secret-keys`
   */
  listSecretKeys: (input: { caller: Caller } & Context) => Awaitable<Schemas['SecretKeyListResponse']['data']>

  /**
   * List what was changed in every account
   *
   * `GET /admin/audit-log`
   */
  listAuditLog: (input: {
    query: wire['listAuditLog']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['AuditEntry']>>
}
