// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

import type { Operation } from './runtime.ts';

/**
 * The version of the contract that this client was generated from.
 */
export const specVersion = '1.0.0-demo';

/**
 * The first server that the contract names.
 */
export const defaultBaseUrl = 'http://127.0.0.1:3000/api/public/v1';

export const listBusinesses: Operation = {
    id: 'listBusinesses',
    method: 'GET',
    path: '/businesses',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const getBusiness: Operation = {
    id: 'getBusiness',
    method: 'GET',
    path: '/businesses/{id}'
};

export const listCompetitors: Operation = {
    id: 'listCompetitors',
    method: 'GET',
    path: '/businesses/{id}/competitors',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const createCompetitor: Operation = {
    id: 'createCompetitor',
    method: 'POST',
    path: '/businesses/{id}/competitors',
    idempotent: true
};

export const getCompetitor: Operation = {
    id: 'getCompetitor',
    method: 'GET',
    path: '/competitors/{id}'
};

export const deleteCompetitor: Operation = {
    id: 'deleteCompetitor',
    method: 'DELETE',
    path: '/competitors/{id}'
};

export const updateCompetitor: Operation = {
    id: 'updateCompetitor',
    method: 'PATCH',
    path: '/competitors/{id}'
};

export const listAnalyses: Operation = {
    id: 'listAnalyses',
    method: 'GET',
    path: '/businesses/{id}/analyses',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const startAnalysis: Operation = {
    id: 'startAnalysis',
    method: 'POST',
    path: '/businesses/{id}/analyses',
    idempotent: true
};

export const getAnalysisSchedule: Operation = {
    id: 'getAnalysisSchedule',
    method: 'GET',
    path: '/businesses/{id}/analysis-schedule'
};

export const setAnalysisSchedule: Operation = {
    id: 'setAnalysisSchedule',
    method: 'PUT',
    path: '/businesses/{id}/analysis-schedule'
};

export const getAnalysis: Operation = {
    id: 'getAnalysis',
    method: 'GET',
    path: '/analyses/{id}'
};

export const listRecommendations: Operation = {
    id: 'listRecommendations',
    method: 'GET',
    path: '/businesses/{id}/recommendations',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const getRecommendation: Operation = {
    id: 'getRecommendation',
    method: 'GET',
    path: '/recommendations/{id}'
};

export const updateRecommendation: Operation = {
    id: 'updateRecommendation',
    method: 'PATCH',
    path: '/recommendations/{id}'
};

export const listReports: Operation = {
    id: 'listReports',
    method: 'GET',
    path: '/businesses/{id}/reports',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const getReport: Operation = {
    id: 'getReport',
    method: 'GET',
    path: '/reports/{id}'
};

export const listReviews: Operation = {
    id: 'listReviews',
    method: 'GET',
    path: '/businesses/{id}/reviews',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const createReviews: Operation = {
    id: 'createReviews',
    method: 'POST',
    path: '/businesses/{id}/reviews',
    idempotent: true
};

export const getReview: Operation = {
    id: 'getReview',
    method: 'GET',
    path: '/reviews/{id}'
};

export const deleteReview: Operation = {
    id: 'deleteReview',
    method: 'DELETE',
    path: '/reviews/{id}'
};

export const listReviewImports: Operation = {
    id: 'listReviewImports',
    method: 'GET',
    path: '/businesses/{id}/review-imports',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const createReviewImport: Operation = {
    id: 'createReviewImport',
    method: 'POST',
    path: '/businesses/{id}/review-imports',
    idempotent: true,
    upload: true
};

export const getReviewImport: Operation = {
    id: 'getReviewImport',
    method: 'GET',
    path: '/review-imports/{id}'
};

export const listReviewReplies: Operation = {
    id: 'listReviewReplies',
    method: 'GET',
    path: '/review-replies',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const draftReviewReply: Operation = {
    id: 'draftReviewReply',
    method: 'POST',
    path: '/review-replies',
    idempotent: true
};

export const getReviewReply: Operation = {
    id: 'getReviewReply',
    method: 'GET',
    path: '/review-replies/{id}'
};

export const updateReviewReply: Operation = {
    id: 'updateReviewReply',
    method: 'PATCH',
    path: '/review-replies/{id}'
};

export const listWebhooks: Operation = {
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const createWebhook: Operation = {
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    idempotent: true
};

export const getWebhook: Operation = {
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{id}'
};

export const deleteWebhook: Operation = {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}'
};

export const updateWebhook: Operation = {
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}'
};

export const testWebhook: Operation = {
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    idempotent: true
};

export const rotateWebhookSecret: Operation = {
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    idempotent: true
};

export const getWebhookStatistics: Operation = {
    id: 'getWebhookStatistics',
    method: 'GET',
    path: '/webhooks/{id}/statistics'
};

export const listWebhookDeliveries: Operation = {
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const resendWebhookDeliveries: Operation = {
    id: 'resendWebhookDeliveries',
    method: 'POST',
    path: '/webhooks/{id}/resend',
    idempotent: true
};

export const getWebhookDelivery: Operation = {
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/webhook-deliveries/{id}'
};

export const resendWebhookDelivery: Operation = {
    id: 'resendWebhookDelivery',
    method: 'POST',
    path: '/webhook-deliveries/{id}/resend',
    idempotent: true
};

export const listWebhookEvents: Operation = {
    id: 'listWebhookEvents',
    method: 'GET',
    path: '/webhook-events'
};

export const listEvents: Operation = {
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    pagination: {
        cursor: 'cursor',
        items: 'data',
        next: 'meta.page.next_cursor'
    }
};

export const getAccount: Operation = {
    id: 'getAccount',
    method: 'GET',
    path: '/account'
};

export const getUsage: Operation = {
    id: 'getUsage',
    method: 'GET',
    path: '/usage'
};
