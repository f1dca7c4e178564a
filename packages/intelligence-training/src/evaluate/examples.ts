import { readFileSync, writeFileSync } from 'node:fs'
import { draftReviewReplyRequestLengths, draftReviewReplyRequestTones } from '@generated/contract/enums'
import type { Quote, ReportSection, Theme } from '@svc/intelligence/records'
import { draftReply } from '@svc/intelligence/replies/reply'
import { analyzeShop, type Shop } from './shops.ts'

/** A business of `examples/`: invented, with reviews by a writer who did not know the engine. */
type Example = Pick<Shop, 'business' | 'competitors' | 'reviews'>

const folder = new URL('../../examples/', import.meta.url)
const draftsPerExample = 7

/** The names of the examples: of each, the JSON file in `examples/` is read, and the Markdown file written. */
export const exampleNames: readonly string[] = ['barber', 'cafe', 'groomer']

/** Writes the file of every example again, and returns their names. */
export async function writeExamples(): Promise<string[]> {
  const files = await Promise.all(
    exampleNames.map(async (name) => [`${name}.md`, await describeExample(name)] as const),
  )
  for (const [file, text] of files) writeFileSync(new URL(file, folder), text)
  return files.map(([file]) => file)
}

/** The analysis and the report of an example, and drafts of replies to some of its reviews, as Markdown. */
export async function describeExample(name: string): Promise<string> {
  const example: Example = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
  const { business, competitors, reviews } = example
  const result = await analyzeShop(example)
  const nameOf = (id: string | null) => (id === null ? business.name : (competitors[Number(id.slice(4))] ?? id))
  const quoted = (quotes: readonly Quote[]) => quotes.map((quote) => quoteLine(quote, nameOf)).join('\n>\n')
  const own = reviews.filter(({ of }) => of === 'own')
  const parts = [
    `# ${business.name}`,
    `${business.kind}. ${own.length} reviews; competitors: ${competitors.join(' and ')}.`,
    '## Analysis',
    '### Praise',
    listOf(result.summary.positives),
    '### Complaints',
    listOf(result.summary.negatives),
    '### Themes',
    themeTable(result.themes),
    ...result.themes.flatMap(({ label, quotes }) => (quotes.length > 0 ? [`${label}:`, quoted(quotes)] : [])),
    '### Leads',
    ...(result.leads.length === 0 ? ['None.'] : result.leads.flatMap(({ text, quotes }) => [text, quoted(quotes)])),
    '### Recommendations',
    ...result.recommendations.flatMap(({ priority, title, action, rationale, evidence }) => [
      `${priority}. **${title}** ${action}`,
      rationale,
      quoted(evidence),
    ]),
    '## Report',
    `**${result.report.title}**`,
    ...result.report.sections.flatMap((section) => reportParts(section, quoted)),
    '## Drafts of replies',
    ...draftsOf(example),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function reportParts({ heading, text, quotes }: ReportSection, quoted: (quotes: readonly Quote[]) => string): string[] {
  return [`### ${heading}`, text, quoted(quotes)]
}

function draftsOf({ business, reviews }: Example): string[] {
  const own = reviews.filter(({ of }) => of === 'own')
  const every = Math.floor(own.length / draftsPerExample)
  return Array.from({ length: draftsPerExample }, (_, index) => own[index * every]).flatMap((review, index) => {
    if (review === undefined) return []
    const tone = turnOf(draftReviewReplyRequestTones, index)
    const length = turnOf(draftReviewReplyRequestLengths, index)
    const { variants, warnings } = draftReply(
      { review: { rating: review.stars ?? 3, text: review.text }, tone, length },
      { businessName: business.name, trade: business.trade, seed: `${index}` },
    )
    return [
      `### ${review.stars} stars; ${tone}, ${length}`,
      `> ${review.text}`,
      ...variants.map(({ text }) => text),
      warnings.length > 0 ? `Warnings: ${warnings.join(', ')}.` : '',
    ]
  })
}

function turnOf<T>([first, ...others]: readonly [T, ...T[]], index: number): T {
  return [first, ...others][index % (others.length + 1)] ?? first
}

function quoteLine({ text, rating, competitor_id }: Quote, nameOf: (id: string | null) => string): string {
  return `> “${text}” (${rating} stars${competitor_id === null ? '' : `, ${nameOf(competitor_id)}`})`
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function themeTable(themes: readonly Theme[]): string {
  const rows = themes.map(
    ({ label, own, competitors, verdict }) =>
      `| ${label} | ${own.mentions} | ${own.net ?? ''} | ${competitors.mentions} | ${competitors.net ?? ''} | ${verdict} |`,
  )
  return [
    '| theme | own reviews | net | competitors | net | verdict |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
