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
  listBusinesses: {
    method: 'get',
    path: '/businesses',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: true,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  createBusiness: {
    method: 'post',
    path: '/businesses',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: ['businesses:write'],
    public: false,
    confirmedPassword: false,
    private: true,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: true,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: { path: '/businesses/{id}', parameter: 'id', field: 'id' },
    retirement: null,
  },
  getBusiness: {
    method: 'get',
    path: '/businesses/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  listCompetitors: {
    method: 'get',
    path: '/businesses/{id}/competitors',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  createCompetitor: {
    method: 'post',
    path: '/businesses/{id}/competitors',
    status: 201,
    statuses: [201, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'competitor.created',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: { path: '/competitors/{id}', parameter: 'id', field: 'id' },
    retirement: null,
  },
  getCompetitor: {
    method: 'get',
    path: '/competitors/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  deleteCompetitor: {
    method: 'delete',
    path: '/competitors/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'competitor.deleted',
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
  updateCompetitor: {
    method: 'patch',
    path: '/competitors/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'competitor.updated',
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
  listAnalyses: {
    method: 'get',
    path: '/businesses/{id}/analyses',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  startAnalysis: {
    method: 'post',
    path: '/businesses/{id}/analyses',
    status: 202,
    statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['analyses:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: 'analyses',
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: { path: '/analyses/{id}', parameter: 'id', field: 'id' },
    retirement: null,
  },
  listRecommendations: {
    method: 'get',
    path: '/businesses/{id}/recommendations',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  listReports: {
    method: 'get',
    path: '/businesses/{id}/reports',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  getAnalysisSchedule: {
    method: 'get',
    path: '/businesses/{id}/analysis-schedule',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  setAnalysisSchedule: {
    method: 'put',
    path: '/businesses/{id}/analysis-schedule',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
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
  listReviews: {
    method: 'get',
    path: '/businesses/{id}/reviews',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  createReviews: {
    method: 'post',
    path: '/businesses/{id}/reviews',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'reviews.created',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  getReview: {
    method: 'get',
    path: '/reviews/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  deleteReview: {
    method: 'delete',
    path: '/reviews/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'review.deleted',
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
  listReviewImports: {
    method: 'get',
    path: '/businesses/{id}/review-imports',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  createReviewImport: {
    method: 'post',
    path: '/businesses/{id}/review-imports',
    status: 202,
    statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['reviews:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'reviews.created',
    resourceField: 'id',
    withoutBusiness: false,
    work: 'in_parts',
    pagination: null,
    upload: true,
    idempotent: true,
    etag: false,
    location: { path: '/review-imports/{id}', parameter: 'id', field: 'id' },
    retirement: null,
  },
  getReviewImport: {
    method: 'get',
    path: '/review-imports/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  getAnalysis: {
    method: 'get',
    path: '/analyses/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  getReport: {
    method: 'get',
    path: '/reports/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  getRecommendation: {
    method: 'get',
    path: '/recommendations/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  updateRecommendation: {
    method: 'patch',
    path: '/recommendations/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['analyses:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
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
  listReviewReplies: {
    method: 'get',
    path: '/review-replies',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 429, 500, 503],
    scopes: ['replies:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  draftReviewReply: {
    method: 'post',
    path: '/review-replies',
    status: 200,
    statuses: [200, 400, 401, 403, 409, 429, 500, 503],
    scopes: ['replies:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: 'reply_drafts',
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: 'with_model',
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  getReviewReply: {
    method: 'get',
    path: '/review-replies/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['replies:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  updateReviewReply: {
    method: 'patch',
    path: '/review-replies/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['replies:write'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
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
  listWebhooks: {
    method: 'get',
    path: '/webhooks',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  createWebhook: {
    method: 'post',
    path: '/webhooks',
    status: 201,
    statuses: [201, 400, 401, 403, 409, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'webhook.created',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: { path: '/webhooks/{id}', parameter: 'id', field: 'id' },
    retirement: null,
  },
  getWebhook: {
    method: 'get',
    path: '/webhooks/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  deleteWebhook: {
    method: 'delete',
    path: '/webhooks/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'webhook.deleted',
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
  updateWebhook: {
    method: 'patch',
    path: '/webhooks/{id}',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'webhook.updated',
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
  testWebhook: {
    method: 'post',
    path: '/webhooks/{id}/test',
    status: 202,
    statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'webhook.tested',
    resourceField: 'webhook_id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/webhooks/{id}/rotate-secret',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'webhook.secret_rotated',
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  listWebhookDeliveries: {
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: { style: 'cursor', limit: 'limit', cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  getWebhookStatistics: {
    method: 'get',
    path: '/webhooks/{id}/statistics',
    status: 200,
    statuses: [200, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
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
  resendWebhookDeliveries: {
    method: 'post',
    path: '/webhooks/{id}/resend',
    status: 202,
    statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'delivery.resent',
    resourceField: 'id',
    withoutBusiness: false,
    work: 'in_parts',
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  getWebhookDelivery: {
    method: 'get',
    path: '/webhook-deliveries/{id}',
    status: 200,
    statuses: [200, 304, 400, 401, 403, 404, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
    resourceField: 'id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: false,
    etag: true,
    location: null,
    retirement: null,
  },
  resendWebhookDelivery: {
    method: 'post',
    path: '/webhook-deliveries/{id}/resend',
    status: 202,
    statuses: [202, 400, 401, 403, 404, 409, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: 'delivery.resent',
    resourceField: 'webhook_id',
    withoutBusiness: false,
    work: null,
    pagination: null,
    upload: false,
    idempotent: true,
    etag: false,
    location: null,
    retirement: null,
  },
  listWebhookEvents: {
    method: 'get',
    path: '/webhook-events',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: ['webhooks:manage'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
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
  listEvents: {
    method: 'get',
    path: '/events',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: ['businesses:read'],
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
  getAccount: {
    method: 'get',
    path: '/account',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: ['businesses:read'],
    public: false,
    confirmedPassword: false,
    private: false,
    quota: null,
    usageEvent: null,
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
  getUsage: {
    method: 'get',
    path: '/usage',
    status: 200,
    statuses: [200, 400, 401, 403, 429, 500, 503],
    scopes: ['businesses:read'],
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
   * List businesses
   *
   * `GET /businesses`
   */
  listBusinesses: (input: {
    query: wire['listBusinesses']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Business']>>

  /**
   * Create the business
   *
   * `POST /businesses`
   */
  createBusiness: (input: {
    body: Schemas['CreateBusinessRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Business']>

  /**
   * Get a business
   *
   * `GET /businesses/{id}`
   */
  getBusiness: (input: {
    path: wire['getBusiness']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Business']>

  /**
   * List competitors of a business
   *
   * `GET /businesses/{id}/competitors`
   */
  listCompetitors: (input: {
    path: wire['listCompetitors']['parameters']['path']
    query: wire['listCompetitors']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Competitor']>>

  /**
   * Create a competitor
   *
   * `POST /businesses/{id}/competitors`
   */
  createCompetitor: (input: {
    path: wire['createCompetitor']['parameters']['path']
    body: Schemas['CreateCompetitorRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Competitor']>

  /**
   * Get a competitor
   *
   * `GET /competitors/{id}`
   */
  getCompetitor: (input: {
    path: wire['getCompetitor']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Competitor']>

  /**
   * Delete a competitor
   *
   * `DELETE /competitors/{id}`
   */
  deleteCompetitor: (input: {
    path: wire['deleteCompetitor']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['DeletedCompetitor']>

  /**
   * Update a competitor
   *
   * `PATCH /competitors/{id}`
   */
  updateCompetitor: (input: {
    path: wire['updateCompetitor']['parameters']['path']
    body: Schemas['UpdateCompetitorRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Competitor']>

  /**
   * List analyses of a business
   *
   * `GET /businesses/{id}/analyses`
   */
  listAnalyses: (input: {
    path: wire['listAnalyses']['parameters']['path']
    query: wire['listAnalyses']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Analysis']>>

  /**
   * Start an analysis
   *
   * `POST /businesses/{id}/analyses`
   */
  startAnalysis: (input: {
    path: wire['startAnalysis']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Analysis']>

  /**
   * List recommendations for a business
   *
   * `GET /businesses/{id}/recommendations`
   */
  listRecommendations: (input: {
    path: wire['listRecommendations']['parameters']['path']
    query: wire['listRecommendations']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Recommendation']>>

  /**
   * List reports of a business
   *
   * `GET /businesses/{id}/reports`
   */
  listReports: (input: {
    path: wire['listReports']['parameters']['path']
    query: wire['listReports']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['ReportSummary']>>

  /**
   * Get the analysis schedule
   *
   * `GET /businesses/{id}/analysis-schedule`
   */
  getAnalysisSchedule: (input: {
    path: wire['getAnalysisSchedule']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['AnalysisSchedule']>

  /**
   * Set the analysis schedule
   *
   * `PUT /businesses/{id}/analysis-schedule`
   */
  setAnalysisSchedule: (input: {
    path: wire['setAnalysisSchedule']['parameters']['path']
    body: Schemas['SetAnalysisScheduleRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['AnalysisSchedule']>

  /**
   * List reviews of a business and its competitors
   *
   * `GET /businesses/{id}/reviews`
   */
  listReviews: (input: {
    path: wire['listReviews']['parameters']['path']
    query: wire['listReviews']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Review']>>

  /**
   * Import reviews
   *
   * `POST /businesses/{id}/reviews`
   */
  createReviews: (input: {
    path: wire['createReviews']['parameters']['path']
    body: Schemas['CreateReviewsRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['CreatedReviews']>

  /**
   * Get a review
   *
   * `GET /reviews/{id}`
   */
  getReview: (input: {
    path: wire['getReview']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Review']>

  /**
   * Delete a review
   *
   * `DELETE /reviews/{id}`
   */
  deleteReview: (input: {
    path: wire['deleteReview']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['DeletedReview']>

  /**
   * List imports of reviews
   *
   * `GET /businesses/{id}/review-imports`
   */
  listReviewImports: (input: {
    path: wire['listReviewImports']['parameters']['path']
    query: wire['listReviewImports']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['ReviewImport']>>

  /**
   * Import a file of reviews
   *
   * `POST /businesses/{id}/review-imports`
   */
  createReviewImport: (input: {
    path: wire['createReviewImport']['parameters']['path']
    query: NonNullable<wire['createReviewImport']['parameters']['query']>
    body: AsyncIterable<Uint8Array>
    caller: Caller
  } & Context) => Awaitable<Schemas['ReviewImport']>

  /**
   * Get an import of reviews
   *
   * `GET /review-imports/{id}`
   */
  getReviewImport: (input: {
    path: wire['getReviewImport']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['ReviewImport']>

  /**
   * Get an analysis
   *
   * `GET /analyses/{id}`
   */
  getAnalysis: (input: {
    path: wire['getAnalysis']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Analysis']>

  /**
   * Get a report
   *
   * `GET /reports/{id}`
   */
  getReport: (input: {
    path: wire['getReport']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Report']>

  /**
   * Get a recommendation
   *
   * `GET /recommendations/{id}`
   */
  getRecommendation: (input: {
    path: wire['getRecommendation']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Recommendation']>

  /**
   * Update a recommendation
   *
   * `PATCH /recommendations/{id}`
   */
  updateRecommendation: (input: {
    path: wire['updateRecommendation']['parameters']['path']
    body: Schemas['UpdateRecommendationRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Recommendation']>

  /**
   * List reply drafts
   *
   * `GET /review-replies`
   */
  listReviewReplies: (input: {
    query: wire['listReviewReplies']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['ReplyDraft']>>

  /**
   * Draft a reply to a review
   *
   * `POST /review-replies`
   */
  draftReviewReply: (input: {
    body: Schemas['DraftReviewReplyRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['ReplyDraft']>

  /**
   * Get a reply draft
   *
   * `GET /review-replies/{id}`
   */
  getReviewReply: (input: {
    path: wire['getReviewReply']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['ReplyDraft']>

  /**
   * Edit, reject or approve a reply draft
   *
   * `PATCH /review-replies/{id}`
   */
  updateReviewReply: (input: {
    path: wire['updateReviewReply']['parameters']['path']
    body: Schemas['UpdateReviewReplyRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['ReplyDraft']>

  /**
   * List webhook endpoints
   *
   * `GET /webhooks`
   */
  listWebhooks: (input: {
    query: wire['listWebhooks']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['Webhook']>>

  /**
   * Register a webhook endpoint
   *
   * `POST /webhooks`
   */
  createWebhook: (input: {
    body: Schemas['CreateWebhookRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookWithSecret']>

  /**
   * Get a webhook endpoint
   *
   * `GET /webhooks/{id}`
   */
  getWebhook: (input: {
    path: wire['getWebhook']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['Webhook']>

  /**
   * Delete a webhook endpoint
   *
   * `DELETE /webhooks/{id}`
   */
  deleteWebhook: (input: {
    path: wire['deleteWebhook']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['DeletedWebhook']>

  /**
   * Update a webhook endpoint
   *
   * `PATCH /webhooks/{id}`
   */
  updateWebhook: (input: {
    path: wire['updateWebhook']['parameters']['path']
    body: Schemas['UpdateWebhookRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['Webhook']>

  /**
   * Send a test event
   *
   * `POST /webhooks/{id}/test`
   */
  testWebhook: (input: {
    path: wire['testWebhook']['parameters']['path']
    body?: Schemas['TestWebhookRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookDelivery']>

  /**
   * Rotate the signing secret
   *
   * `POST /webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret: (input: {
    path: wire['rotateWebhookSecret']['parameters']['path']
    body?: Schemas['RotateWebhookSecretRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookWithSecret']>

  /**
   * List deliveries of a webhook endpoint
   *
   * `GET /webhooks/{id}/deliveries`
   */
  listWebhookDeliveries: (input: {
    path: wire['listWebhookDeliveries']['parameters']['path']
    query: wire['listWebhookDeliveries']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['WebhookDelivery']>>

  /**
   * Get delivery statistics of a webhook endpoint
   *
   * `GET /webhooks/{id}/statistics`
   */
  getWebhookStatistics: (input: {
    path: wire['getWebhookStatistics']['parameters']['path']
    query: wire['getWebhookStatistics']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookStatistics']>

  /**
   * Resend many deliveries
   *
   * `POST /webhooks/{id}/resend`
   */
  resendWebhookDeliveries: (input: {
    path: wire['resendWebhookDeliveries']['parameters']['path']
    body: Schemas['ResendWebhookDeliveriesRequest']
    caller: Caller
  } & Context) => Awaitable<Schemas['ResendWebhookDeliveriesResult']>

  /**
   * Get a delivery
   *
   * `GET /webhook-deliveries/{id}`
   */
  getWebhookDelivery: (input: {
    path: wire['getWebhookDelivery']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookDelivery']>

  /**
   * Resend a delivery
   *
   * `POST /webhook-deliveries/{id}/resend`
   */
  resendWebhookDelivery: (input: {
    path: wire['resendWebhookDelivery']['parameters']['path']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookDelivery']>

  /**
   * List webhook events as a feed
   *
   * `GET /webhook-events`
   */
  listWebhookEvents: (input: {
    query: wire['listWebhookEvents']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Schemas['WebhookFeedEntryListResponse']['data']>

  /**
   * List usage and account activity events
   *
   * `GET /events`
   */
  listEvents: (input: {
    query: wire['listEvents']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Page<Schemas['UsageEvent']>>

  /**
   * Get the account
   *
   * `GET /account`
   */
  getAccount: (input: { caller: Caller } & Context) => Awaitable<Schemas['Account']>

  /**
   * Get request counts over time
   *
   * `GET /usage`
   */
  getUsage: (input: {
    query: wire['getUsage']['parameters']['query']
    caller: Caller
  } & Context) => Awaitable<Schemas['Usage']>
}
