import { request, type TestAccount, type TestApi } from '@svc/api/testing'
import { foundProblem } from '@svc/api/testing/found-problem'
import { fromOwnPage, openPortal, type PortalPage, portalPath } from '@svc/api/testing/portal'
import { claimAnalyses, completeAnalysis, requestAnalysis } from '@svc/db/analyses'
import { saveRecommendations } from '@svc/db/recommendations'
import { insertReport } from '@svc/db/reports'
import { knexOf } from '@svc/db/testing'
import { finishDeliveries } from '@svc/db/testing-webhooks'

/** Texts that an account, a reviewer or a receiver chooses, by the place where they are stored. */
export const writtenFields = [
  'account',
  'key',
  'client',
  'endpoint',
  'endpoint url',
  'metadata',
  'excerpt',
  'review',
  'review title',
  'review id',
  'competitor',
  'rejected column',
  'rejection',
  'failed import',
  'reply',
  'replied review',
  'author',
  'signature',
  'summary',
  'quote',
  'recommendation',
  'action',
  'rationale',
  'note',
  'report',
  'heading',
  'section',
  'user agent',
  'email',
  'invited',
] as const

export type WrittenField = (typeof writtenFields)[number]

/** Returns the text for a field that takes at most `lengthMax` characters. */
type FieldText = (field: WrittenField, lengthMax: number) => string

/** Text that would run a script if a page put it into HTML, an attribute or a text area. */
export const hostile = (field: string) => `"'></textarea><img/src="x"/onerror="wasRun='${field.replaceAll(' ', '-')}'">`

/** A completed analysis with a report and a recommendation, as the worker stores them. */
export async function addInsights(
  { database: { db } }: TestApi,
  { owner }: Pick<TestAccount, 'owner'>,
  text: FieldText,
) {
  const { id, period } = await requestAnalysis(db, owner)
  const problem = foundProblem('wait', 1)
  const quotes = problem.evidence.map((quote) => ({ ...quote, text: text('quote', 300) }))
  const points = [{ label: 'Food and drink', value: 0.61 }]
  const section = {
    key: 'overview',
    heading: text('heading', 120),
    text: `All is well.\n${text('section', 2_000)}`,
    quotes,
    chart: { kind: 'bar', unit: 'share', series: [{ name: 'You', points }] },
  } satisfies Parameters<typeof insertReport>[2]['sections'][number]
  const report = await db.transaction((transaction) =>
    insertReport(transaction, owner, {
      analysis_id: id,
      origin: 'subscription',
      title: text('report', 120),
      sections: [section],
      period,
      files: [{ format: 'html', content: Buffer.from('<p>November</p>') }],
    }),
  )
  const side = { mentions: 40, share: 0.4, net: 0.5 }
  const claim = { workerId: 'worker', leaseMs: 60_000, limit: 1, perGroupMax: 1, perAccountMax: 1 }
  const [lease] = await claimAnalyses(db, claim)
  if (!lease) throw new Error('Nothing was claimed.')
  const theme = { own: side, competitors: { ...side, share: 0.2 }, change: null, quotes }
  await db.transaction((transaction) =>
    completeAnalysis(transaction, lease, {
      competitors_analyzed: 1,
      summary: { positives: ['Guests praise the pasta.'], negatives: [text('summary', 300)], priorities: [] },
      sample: { own_reviews: 120, competitor_reviews: 560, not_analyzed: 14 },
      languages: [
        { language: 'en', reviews: 680 },
        { language: 'de', reviews: 9 },
        { language: null, reviews: 1 },
      ],
      themes: [{ aspect: 'wait', label: 'Waiting and pace', verdict: 'they_lead', ...theme }],
      comparison: [
        {
          competitor_id: 'cmp_01m7w22vvmf118w65p6ac3tqxv',
          name: text('competitor', 120),
          review_stats: {
            average_rating: 4.1,
            review_count: 560,
            reviews_90d: 40,
            rating_change_90d: null,
            response_rate_90d: null,
          },
          verdict: 'level',
        },
      ],
      leads: [
        {
          competitor_id: 'cmp_01m7w22vvmf118w65p6ac3tqxv',
          name: text('competitor', 120),
          aspect: 'wait',
          label: 'Waiting and pace',
          verdict: 'they_lead',
          own: { mentions: 40, praises: 6 },
          competitor: { mentions: 44, praises: 29 },
          difference: { value: -0.509, low: -0.655, high: -0.306 },
          since: null,
          quotes,
          text: `${text('competitor', 120)} gets more praise than you for waiting and pace.`,
        },
      ],
      follow_up: [],
      previous_analysis_id: null,
      report_id: report.id,
      engine: { name: 'svc-embedded', version: '1.0.0', mode: 'embedded', fallback_reason: null },
    }),
  )
  const written = {
    title: text('recommendation', 120),
    action: text('action', 300),
    rationale: text('rationale', 300),
    evidence: quotes,
  }
  const { created } = await db.transaction((transaction) =>
    saveRecommendations(transaction, owner, id, [{ ...problem, ...written }]),
  )
  return { analysisId: id, reportId: report.id, recommendationId: created[0]?.id ?? '' }
}

/** An endpoint with one dead letter, whose receiver chose the response. */
async function addDeadLetter({ database }: TestApi, { call }: TestAccount, text: FieldText) {
  const knex = knexOf(database.db)
  const body = {
    url: `https://hooks.rosso-trattoria.nl/${text('endpoint url', 200).replace(/[^!"$-[\]-~]/g, '')}`,
    description: text('endpoint', 200),
    metadata: { note: text('metadata', 100) },
  }
  const webhookId: string = (await expectSuccess(call('POST', '/webhooks', { body }))).id
  const deliveryId: string = (await expectSuccess(call('POST', `/webhooks/${webhookId}/test`))).id
  await finishDeliveries(database.db, { id: deliveryId }, { status: 'dead_lettered', attempt_count: 6 })
  const attempt = { number: 6, started_at: knex.fn.now(), outcome: 'failed', http_status: 503 }
  const response_excerpt = text('excerpt', 1_000)
  await knex('webhook_attempts').insert({ ...attempt, delivery_id: deliveryId, response_excerpt })
  return { webhookId, deliveryId }
}

/** A completed import with a rejected row and a failed one. */
async function addImports({ database }: TestApi, { owner, call }: TestAccount, text: FieldText) {
  const knex = knexOf(database.db)
  const upload = async (changed: object) => {
    const path = `/businesses/${owner.business_id}/review-imports` as const
    const headers = { 'Content-Type': 'text/csv' }
    // Files of the same content are one import.
    const body = `rating,text\n9,${JSON.stringify(changed).length}\n`
    const { id } = await expectSuccess(call('POST', path, { body, headers }))
    await knex('review_imports').where({ id }).update(changed)
    return String(id)
  }
  const rejections = [{ line: 2, column: text('rejected column', 100), reason: text('rejection', 200) }]
  return {
    importId: await upload({
      status: 'completed',
      row_count: 1,
      rejected_count: 1,
      rejections: JSON.stringify(rejections),
    }),
    failedImportId: await upload({ status: 'failed', failure_message: text('failed import', 300) }),
  }
}

/** A member who signs in with a User-Agent of their choice, and invites another person. */
async function addMember(api: TestApi, account: TestAccount, text: FieldText): Promise<PortalPage> {
  const member = await openPortal(api, account)
  await knexOf(api.database.db)('users')
    .where({ id: member.user.id })
    .update({ email: emailOf(text('email', 60)) })
  const headers = { ...fromOwnPage, 'User-Agent': text('user agent', 300).replace(/[^ -~]/g, '?') }
  const body = { email: emailOf(text('email', 60)), password: member.password }
  await expectSuccess(request(`${api.origin}${portalPath}/session`, 'POST', { body, headers }))
  const invitation = { email: emailOf(text('invited', 60)), role: 'viewer' }
  await expectSuccess(member.call('POST', '/invitations', { body: invitation }))
  return member
}

/** Text as the name of a mailbox, which has neither spaces nor other scripts, in the lower case that is stored. */
export const emailOf = (text: string) => `${text.replace(/[^!-?A-~]/g, '').slice(0, 60)}@x.example`.toLowerCase()

/** An account with a record of everything in which people write, and the member who sees it. */
export async function openWrittenAccount(api: TestApi, text: FieldText) {
  const account = await api.open({ name: text('account', 120) })
  const { owner, call } = account
  const key = await account.issue({ name: text('key', 80) })
  const business = `/businesses/${owner.business_id}` as const
  const competitor = await expectSuccess(
    call('POST', `${business}/competitors`, { body: { name: text('competitor', 120) } }),
  )
  const written = { source_id: text('review id', 500), title: text('review title', 500), text: text('review', 20_000) }
  const reviews = [
    { ...written, rating: 2 },
    { ...written, rating: 4, competitor_id: competitor.id },
  ]
  await expectSuccess(key.call('POST', `${business}/reviews`, { body: { reviews } }))
  const reviewed = { rating: 1, text: text('replied review', 8_000), author_name: text('author', 80) }
  const draft = await expectSuccess(
    call('POST', '/review-replies', { body: { review: reviewed, signature: text('signature', 80) } }),
  )
  await expectSuccess(call('PATCH', `/review-replies/${draft.id}`, { body: { text: text('reply', 4_000) } }))
  const insights = await addInsights(api, account, text)
  await expectSuccess(
    call('PATCH', `/recommendations/${insights.recommendationId}`, {
      body: { status: 'planned', note: text('note', 1_000) },
    }),
  )
  const webhook = await addDeadLetter(api, account, text)
  const imports = await addImports(api, account, text)
  const member = await addMember(api, account, text)
  const client = { name: text('client', 80), redirect_uris: ['https://app.rosso-trattoria.nl/callback'] }
  await expectSuccess(member.call('POST', '/clients', { body: client }))
  const [review] = await expectSuccess(call('GET', `${business}/reviews`))
  await api.api.usage.flush()
  const ids = { ...insights, ...webhook, ...imports, accountId: owner.account_id, reviewId: String(review?.id) }
  return { member, ids }
}

/** The data of a success. */
async function expectSuccess<Data>(reply: Promise<{ data: Data }>): Promise<Data> {
  return (await reply).data
}
