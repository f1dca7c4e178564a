// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

/** The events that the service sends: what each means, the fields of its payload, and an example. */
export const eventCatalog = [
  {
    type: 'analysis.completed',
    summary: 'An analysis completed',
    description: 'A competitor analysis of the business finished successfully. Read it with `getAnalysis`; its report follows with an event of its own.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only when a field is removed or changes its meaning.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'Identifies the event; the same on retries and resends.',
      },
      { name: 'type', type: '"analysis.completed"', description: 'Which event this is.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When it happened.' },
      { name: 'data.business_id', type: 'string', description: 'The business that was analyzed.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis, ready to be read.' },
      {
        name: 'data.competitors_analyzed',
        type: 'integer',
        description: 'Competitors whose reviews were read, as in the analysis.',
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
    description: 'A competitor analysis failed. It is not retried automatically; `reason` indicates whether starting another one can help.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only when a field is removed or changes its meaning.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'Identifies the event; the same on retries and resends.',
      },
      { name: 'type', type: '"analysis.failed"', description: 'Which event this is.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When it happened.' },
      { name: 'data.business_id', type: 'string', description: 'The business that was to be analyzed.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis that failed.' },
      {
        name: 'data.reason',
        type: '"no_reviews" | "unsupported_language" | "internal_error"',
        description: 'Why, as in `failure.reason` of the analysis.',
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
    description: 'A report is ready, from the subscription or from a one-time purchase. Read it with `getReport`.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only when a field is removed or changes its meaning.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'Identifies the event; the same on retries and resends.',
      },
      { name: 'type', type: '"report.generated"', description: 'Which event this is.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When it happened.' },
      { name: 'data.business_id', type: 'string', description: 'The business that the report is about.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis that it presents.' },
      { name: 'data.report_id', type: 'string', description: 'The report, ready to be read.' },
      {
        name: 'data.origin',
        type: '"subscription" | "one_time_purchase"',
        description: 'Whether it is part of the subscription or was purchased once. Missing in events of earlier versions.',
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
    description: 'An analysis led to a recommendation that was not there before. One that is merely confirmed again causes no event.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only when a field is removed or changes its meaning.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'Identifies the event; the same on retries and resends.',
      },
      { name: 'type', type: '"recommendation.created"', description: 'Which event this is.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When it happened.' },
      { name: 'data.business_id', type: 'string', description: 'The business that it is for.' },
      { name: 'data.analysis_id', type: 'string', description: 'The analysis that found it.' },
      {
        name: 'data.recommendation_id',
        type: 'string',
        description: 'The recommendation. It is in the list of recommendations of the business.',
      },
      {
        name: 'data.priority',
        type: 'integer',
        description: 'Its place in the order of work at that time; 1 comes first.',
      },
      { name: 'data.action', type: 'string', description: 'What to do.' },
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
    summary: 'A test was triggered',
    description: 'Sent only when a test delivery is triggered, with `testWebhook`. It is signed exactly like a real event.',
    fields: [
      {
        name: 'version',
        type: '1',
        description: 'Version of the payload. It changes only when a field is removed or changes its meaning.',
      },
      {
        name: 'id',
        type: 'string',
        description: 'Identifies the event; the same on retries and resends.',
      },
      { name: 'type', type: '"webhook.test"', description: 'Which event this is.' },
      { name: 'created_at', type: 'string (date-time)', description: 'When it happened.' },
      { name: 'data.business_id', type: 'string', description: 'The business of the account.' },
      { name: 'data.webhook_id', type: 'string', description: 'The endpoint under test.' },
      { name: 'data.message', type: 'string', description: 'A sentence for a person who reads the body.' },
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
