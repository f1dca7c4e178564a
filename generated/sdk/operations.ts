// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { Operation } from './runtime.ts'

/** The version of the contract that this client was generated from. */
export const specVersion = '1.0.0-demo'

/** The first address that the contract names. */
export const defaultBaseUrl = 'http://127.0.0.1:3000/api/public/v1'

export const listBusinesses = {
  id: 'listBusinesses',
  method: 'GET',
  path: '/businesses',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const getBusiness = { id: 'getBusiness', method: 'GET', path: '/businesses/{id}' } satisfies Operation

export const listCompetitors = {
  id: 'listCompetitors',
  method: 'GET',
  path: '/businesses/{id}/competitors',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const listAnalyses = {
  id: 'listAnalyses',
  method: 'GET',
  path: '/businesses/{id}/analyses',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const startAnalysis = { id: 'startAnalysis', method: 'POST', path: '/businesses/{id}/analyses', idempotent: true } satisfies Operation

export const listRecommendations = {
  id: 'listRecommendations',
  method: 'GET',
  path: '/businesses/{id}/recommendations',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const getAnalysis = { id: 'getAnalysis', method: 'GET', path: '/analyses/{id}' } satisfies Operation

export const getReport = { id: 'getReport', method: 'GET', path: '/reports/{id}' } satisfies Operation

export const draftReviewReply = { id: 'draftReviewReply', method: 'POST', path: '/review-replies', idempotent: true } satisfies Operation

export const listWebhooks = {
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const createWebhook = { id: 'createWebhook', method: 'POST', path: '/webhooks', idempotent: true } satisfies Operation

export const getWebhook = { id: 'getWebhook', method: 'GET', path: '/webhooks/{id}' } satisfies Operation

export const deleteWebhook = { id: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{id}' } satisfies Operation

export const updateWebhook = { id: 'updateWebhook', method: 'PATCH', path: '/webhooks/{id}' } satisfies Operation

export const testWebhook = { id: 'testWebhook', method: 'POST', path: '/webhooks/{id}/test', idempotent: true } satisfies Operation

export const rotateWebhookSecret = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  idempotent: true,
} satisfies Operation

export const listWebhookDeliveries = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation

export const resendWebhookDeliveries = { id: 'resendWebhookDeliveries', method: 'POST', path: '/webhooks/{id}/resend', idempotent: true } satisfies Operation

export const getWebhookDelivery = { id: 'getWebhookDelivery', method: 'GET', path: '/webhook-deliveries/{id}' } satisfies Operation

export const resendWebhookDelivery = {
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/webhook-deliveries/{id}/resend',
  idempotent: true,
} satisfies Operation

export const listWebhookEvents = { id: 'listWebhookEvents', method: 'GET', path: '/webhook-events' } satisfies Operation

export const listEvents = {
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  pagination: { cursor: 'cursor', items: 'data', next: 'meta.page.next_cursor' },
} satisfies Operation
