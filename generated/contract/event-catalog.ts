// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

/** The events that the service sends: what each means, the fields of its payload, and an example. */
export const eventCatalog = [
  {
    type: 'analysis.completed',
    summary: 'An analysis completed',
    description: 'An analysis of the business finished successfully. Read it with `getAnalysis`. A separate event announces its report.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only if a field is removed or its meaning changes.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'The ID of the event. It is the same for retries and resends.',
      },
      { name: 'type', type: '"analysis.completed"', description: 'The type of the event.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When the event occurred.' },
      { name: 'data.business_id', type: 'string', description: 'The business that was analyzed.' },
      { name: 'data.analysis_id', type: 'string', description: 'The completed analysis.' },
      {
        name: 'data.competitors_analyzed',
        type: 'integer',
        description: 'Number of competitors whose reviews were analyzed, as in the analysis.',
      },
    ],
    example: {
      version: 1,
      id: 'evt_01m7hf34p8fpgt6swqxzpefr6q',
      type: 'analysis.completed',
      created_at: '2026-11-16T06:00:45.000Z',
      data: {
        business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
        analysis_id: 'ana_01m7hf1rr0fwd9h44cbb4w5y6j',
        competitors_analyzed: 5,
      },
    },
  },
  {
    type: 'analysis.failed',
    summary: 'An analysis failed',
    description: 'An analysis failed. It is not retried automatically; `reason` indicates whether starting another analysis can help.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only if a field is removed or its meaning changes.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'The ID of the event. It is the same for retries and resends.',
      },
      { name: 'type', type: '"analysis.failed"', description: 'The type of the event.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When the event occurred.' },
      { name: 'data.business_id', type: 'string', description: 'The business of the analysis.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis that failed.' },
      {
        name: 'data.reason',
        type: '"no_reviews" | "unsupported_language" | "internal_error"',
        description: 'Why the analysis failed, as in `failure.reason` of the analysis.',
      },
    ],
    example: {
      version: 1,
      id: 'evt_01m3rjnxt0faqbe5h9dkrrg04m',
      type: 'analysis.failed',
      created_at: '2026-09-30T07:15:20.000Z',
      data: {
        business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
        analysis_id: 'ana_01m3rjna90eqxsn3r7vk3m89j7',
        reason: 'internal_error',
      },
    },
  },
  {
    type: 'report.generated',
    summary: 'A report is ready',
    description: 'A report of the subscription or of a one-time purchase is ready. Read it with `getReport`.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only if a field is removed or its meaning changes.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'The ID of the event. It is the same for retries and resends.',
      },
      { name: 'type', type: '"report.generated"', description: 'The type of the event.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When the event occurred.' },
      { name: 'data.business_id', type: 'string', description: 'The business that the report is about.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis that the report presents.' },
      { name: 'data.report_id', type: 'string', description: 'The report.' },
      {
        name: 'data.origin',
        type: '"subscription" | "one_time_purchase"',
        description: 'Whether the report is part of the subscription or a one-time purchase. Absent in older events.',
      },
    ],
    example: {
      version: 1,
      id: 'evt_01m7hf3cg8fj0rmha3ztf9sjpa',
      type: 'report.generated',
      created_at: '2026-11-16T06:00:53.000Z',
      data: {
        business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
        analysis_id: 'ana_01m7hf1rr0fwd9h44cbb4w5y6j',
        report_id: 'rpt_01m7hf3btcfc5t7s04k8p77501',
        origin: 'subscription',
      },
    },
  },
  {
    type: 'recommendation.created',
    summary: 'A recommendation was created',
    description: 'An analysis created a recommendation. No event is sent when an analysis confirms an existing recommendation.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only if a field is removed or its meaning changes.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'The ID of the event. It is the same for retries and resends.',
      },
      { name: 'type', type: '"recommendation.created"', description: 'The type of the event.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When the event occurred.' },
      {
        name: 'data.business_id',
        type: 'string',
        description: 'The business that the recommendation is for.',
      },
      {
        name: 'data.analysis_id',
        type: 'string',
        description: 'The analysis that created the recommendation.',
      },
      { name: 'data.recommendation_id', type: 'string', description: 'The recommendation.' },
      {
        name: 'data.priority',
        type: 'integer',
        description: 'Priority of the recommendation when it was created; 1 is the highest.',
      },
      { name: 'data.action', type: 'string', description: 'The recommended action.' },
    ],
    example: {
      version: 1,
      id: 'evt_01m7hf35ngfbrvvmk3j5xxdz7g',
      type: 'recommendation.created',
      created_at: '2026-11-16T06:00:46.000Z',
      data: {
        business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
        analysis_id: 'ana_01m7hf1rr0fwd9h44cbb4w5y6j',
        recommendation_id: 'rec_01m7hf30s8e3xrvmnh2r0axeyt',
        priority: 2,
        action: 'Say on the menu what each main course includes, and offer a fixed-price menu from Monday to Thursday.',
      },
    },
  },
  {
    type: 'webhook.test',
    summary: 'A test was requested',
    description: 'A test event was requested with `testWebhook`. It is signed exactly like other events.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only if a field is removed or its meaning changes.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'The ID of the event. It is the same for retries and resends.',
      },
      { name: 'type', type: '"webhook.test"', description: 'The type of the event.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When the event occurred.' },
      { name: 'data.business_id', type: 'string', description: 'The business of the account.' },
      { name: 'data.webhook_id', type: 'string', description: 'The endpoint that the test is for.' },
      { name: 'data.message', type: 'string', description: 'A human-readable message.' },
    ],
    example: {
      version: 1,
      id: 'evt_01m7w24ka0ff8sgx2nfbxe203e',
      type: 'webhook.test',
      created_at: '2026-11-20T08:46:00.000Z',
      data: {
        business_id: 'biz_01kjpx4gtrex7rhcb4yfrgw100',
        webhook_id: 'whk_01m7w22vvmf118w65p6ac3tqxv',
        message: 'This is a test delivery. It is signed like every other one.',
      },
    },
  },
] as const
