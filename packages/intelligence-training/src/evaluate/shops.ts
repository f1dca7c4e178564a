import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Aspect, aspects, type Trade, trades } from '@generated/contract/enums'
import { analyze } from '@svc/intelligence/analysis/analyze'
import type { ReviewInput } from '@svc/intelligence/labels/review-input'
import { type Alert, alerts } from '@svc/intelligence/model/alert-reader'
import type { AnalysisCompleted, RecommendationDraft } from '@svc/intelligence/records'
import { wilson } from './critical.ts'

/** The subject of a recommendation: an aspect, something that a person must act on, or replies to reviews. */
type Subject = Aspect | Alert | 'replies'

const subjects: readonly Subject[] = [...aspects, ...alerts, 'replies']

interface Claim {
  competitor: string
  aspect: Aspect
}

/**
 * A small business of the evaluation set `shops`: its reviews, and the conclusions of a writer who read them as its
 * owner and did not know the engine.
 */
export interface Shop {
  file: string
  business: { name: string; kind: string; trade: Trade }
  competitors: string[]
  /** `of` is "own" or the name of a competitor. */
  reviews: { of: string; stars: number | null; days_ago: number; replied: boolean | null; text: string }[]
  conclusions: {
    /** The one or two subjects on which the owner acts first. */
    first: Subject[]
    /** Aspects in which the business is clearly better or clearly worse than a competitor. */
    ahead: Claim[]
    behind: Claim[]
    /** Aspects for which advice would contradict the reviews. */
    refuted: Aspect[]
  }
}

const folder = new URL('../../evaluation/shops/', import.meta.url)

/** Reads every shop of the set, in the order of their file names. Throws if a file is invalid, and names it. */
export function readShops(): Shop[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const shop: Omit<Shop, 'file'> = JSON.parse(readFileSync(fileURLToPath(new URL(file, folder)), 'utf8'))
      const problem = problemOf(shop)
      if (problem !== undefined) throw new Error(`${file}: ${problem}`)
      return { file, ...shop }
    })
}

function problemOf({ business, competitors, reviews, conclusions }: Omit<Shop, 'file'>): string | undefined {
  const { first, ahead, behind, refuted } = conclusions
  if (!trades.includes(business.trade)) return `${business.trade} is not a trade.`
  const stranger = reviews.find(({ of }) => of !== 'own' && !competitors.includes(of))
  if (stranger) return `A review is of "${stranger.of}", which is not a competitor.`
  const unknown = first.find((subject) => !subjects.includes(subject))
  if (unknown !== undefined) return `${unknown} is not a subject.`
  const named = [...ahead, ...behind]
  const claimed = named.find(({ competitor }) => !competitors.includes(competitor))
  if (claimed) return `A conclusion is about "${claimed.competitor}", which is not a competitor.`
  const aspect = [...refuted, ...named.map((claim) => claim.aspect)].find((each) => !aspects.includes(each))
  return aspect === undefined ? undefined : `${aspect} is not an aspect.`
}

/** The findings of the engine about one shop, compared with the conclusions of its writer. */
export interface ShopResult {
  shop: Shop
  /** The subject of the first recommendation; undefined if there is none. */
  first: Subject | undefined
  isFirstRight: boolean
  /** Themes in which the engine says that one side is ahead, and the writer says the opposite or nothing. */
  falseClaims: string[]
  claims: number
  /** Leads over one competitor, and those that the writer did not conclude. */
  leads: number
  falseLeads: string[]
  /** Recommendations about an aspect for which advice would contradict the reviews. */
  refuted: string[]
}

const now = new Date('2026-11-24T12:00:00Z')
const dayMs = 86_400_000
const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString()

/** Analyzes a shop as the service would. Rejects if none of its reviews can be read. */
export async function analyzeShop(
  shop: Pick<Shop, 'business' | 'competitors' | 'reviews'>,
): Promise<AnalysisCompleted> {
  const { business, competitors } = shop
  const idOf = (name: string): `cmp_${string}` => `cmp_${competitors.indexOf(name)}`
  const reviews = shop.reviews.map(
    ({ of, stars, days_ago, replied, text }, index): ReviewInput => ({
      id: `rev_${index}`,
      competitor_id: of === 'own' ? null : idOf(of),
      source: 'google',
      rating: stars,
      text,
      published_at: at(days_ago),
      owner_replied: replied,
      labels: null,
    }),
  )
  const result = await analyze({
    business: { id: 'biz_1', name: business.name, trade: business.trade },
    competitors: competitors.map((name) => ({ id: idOf(name), name, review_stats: unknownStats })),
    reviews,
    period: { from: at(366), to: now.toISOString() },
    previous: null,
    openRecommendations: [],
    doneRecommendations: [],
    now,
  })
  if (result.status === 'failed') throw new Error(`${business.name}: ${result.message}`)
  return result
}

/** Compares the findings about a shop with the conclusions of its writer. */
export async function measureShop(shop: Shop): Promise<ShopResult> {
  const { conclusions } = shop
  const result = await analyzeShop(shop)
  const [top] = result.recommendations
  const first = top && subjectOf(top)
  const claims = claimsOf(result)
  const refuted: ReadonlySet<Subject> = new Set(conclusions.refuted)
  return {
    shop,
    first,
    isFirstRight: first !== undefined && conclusions.first.includes(first),
    claims: claims.length,
    leads: result.leads.length,
    falseLeads: result.leads.flatMap(({ verdict, name, aspect }) => {
      const side = sideOfVerdict[verdict] ?? 'ahead'
      const isConcluded = conclusions[side].some((claim) => claim.aspect === aspect && claim.competitor === name)
      return isConcluded ? [] : [`${side} of ${name} in ${aspect}`]
    }),
    falseClaims: claims
      .filter(({ side, aspect }) => !conclusions[side].some((claim) => claim.aspect === aspect))
      .map(({ side, aspect }) => `${side} in ${aspect}`),
    refuted: result.recommendations
      .filter((recommendation) => refuted.has(subjectOf(recommendation)))
      .map(({ action }) => action),
  }
}

/** The engine does not read them. */
const unknownStats = {
  average_rating: null,
  review_count: 0,
  reviews_90d: 0,
  rating_change_90d: null,
  response_rate_90d: null,
}

const sideOfVerdict = { we_lead: 'ahead', they_lead: 'behind', level: null, insufficient_data: null } as const

function claimsOf({ themes }: AnalysisCompleted): { side: 'ahead' | 'behind'; aspect: Aspect }[] {
  return themes.flatMap(({ aspect, verdict }) => {
    const side = sideOfVerdict[verdict]
    return side === null ? [] : [{ side, aspect }]
  })
}

/** An alert and unanswered reviews have an aspect too, but the advice is not about it. */
function subjectOf({ problem_key, aspect, metric }: RecommendationDraft): Subject {
  if (metric.name === 'response_rate') return 'replies'
  return alerts.find((alert) => problem_key === `alert.${alert}`) ?? aspect
}

/** Formats the results of all shops, a line for each, with the intervals of the shares at 95 %. */
export async function describeShops(): Promise<string> {
  const results: ShopResult[] = []
  for (const shop of readShops()) results.push(await measureShop(shop))
  const lines = results.map(({ shop, first, isFirstRight, falseClaims, falseLeads, refuted }) => {
    const notes = [
      `first ${first ?? 'nothing'}${isFirstRight ? '' : `, not ${shop.conclusions.first.join(' or ')}`}`,
      ...[...falseClaims, ...falseLeads].map((claim) => `false: ${claim}`),
      ...refuted.map((action) => `refuted: ${action}`),
    ]
    return `${isFirstRight && notes.length === 1 ? '✓' : '✗'} ${shop.file} ${shop.business.kind}, ${shop.reviews.length} reviews: ${notes.join('; ')}`
  })
  const right = results.filter(({ isFirstRight }) => isFirstRight).length
  const { low, high } = wilson(right, results.length)
  const sum = (countOf: (result: ShopResult) => number) => results.reduce((total, each) => total + countOf(each), 0)
  return [
    ...lines,
    '',
    `first priority right:       ${right} of ${results.length} (${low.toFixed(0)}–${high.toFixed(0)}%)`,
    `false "ahead" or "behind":  ${sum(({ falseClaims }) => falseClaims.length)} of ${sum(({ claims }) => claims)}`,
    `lead not concluded:         ${sum(({ falseLeads }) => falseLeads.length)} of ${sum(({ leads }) => leads)}`,
    `refuted recommendations:    ${sum(({ refuted }) => refuted.length)}`,
  ].join('\n')
}
