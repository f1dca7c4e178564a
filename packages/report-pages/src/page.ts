import type { Period, Quote, ReportContent, ReportSection } from '@svc/intelligence/records'
import { renderChart } from './chart.ts'
import { escapeHtml } from './html.ts'
import { styles } from './styles.ts'

export interface ReportPage extends ReportContent {
  business: { name: string; city: string | null; timezone: string }
  period: Period
}

/**
 * Renders a report as one self-contained HTML page for screen and print: it includes its styles and charts, and has no
 * scripts or external resources. All text is escaped.
 */
export function renderReport({ title, sections, business, period }: ReportPage): string {
  const nameAndCity = business.city === null ? business.name : `${business.name}, ${business.city}`
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zoneOf(business.timezone) })
  const span = `${day.format(new Date(period.from))} to ${day.format(new Date(period.to))}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p class="place">${escapeHtml(nameAndCity)}</p>
<h1>${escapeHtml(title)}</h1>
<p class="period">Reviews from ${escapeHtml(span)}</p>
</header>
<main>
${sections.map(renderSection).join('\n')}
</main>
</body>
</html>
`
}

function renderSection({ key, heading, text, quotes, chart }: ReportSection): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
  const render = titledSections.has(key) ? renderTitled : (paragraph: string) => `<p>${escapeHtml(paragraph)}</p>`
  // The quotes of recommendations stand below them, unless one was deleted with its review.
  const isEach = key === 'priorities' && quotes.length === paragraphs.length
  const quoted = quotes.map(renderQuote)
  const parts = [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...paragraphs.flatMap((paragraph, index) => [render(paragraph), isEach ? (quoted[index] ?? '') : '']),
    chart ? renderChart(chart) : '',
    ...(isEach ? [] : quoted),
  ]
  return `<section id="${key}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`
}

/** Sections in which the first line of a paragraph is its title. */
const titledSections: ReadonlySet<ReportSection['key']> = new Set(['priorities', 'follow_up'])

/** A recommendation: its title, its action or its effect, and its reason, one per line. */
function renderTitled(paragraph: string): string {
  const [title = '', action, why] = paragraph.split('\n')
  if (action === undefined) return `<p>${escapeHtml(title)}</p>`
  return `<h3>${escapeHtml(title)}</h3><p>${escapeHtml(action)}</p>${why === undefined ? '' : `<p class="why">${escapeHtml(why)}</p>`}`
}

function renderQuote({ text, rating, source, published_at, competitor_id }: Quote): string {
  const attribution = [
    competitor_id === null ? 'Your review' : 'Review of a competitor',
    `on ${sourceNames[source]}`,
    published_at === null ? '' : `in ${monthOf(published_at)}`,
    rating === null ? '' : `${rating} of 5 stars`,
  ]
  return `<blockquote><p>“${escapeHtml(text)}”</p><cite>${escapeHtml(attribution.filter((part) => part !== '').join(', '))}</cite></blockquote>`
}

/** The month of an instant, such as "November 2026". */
function monthOf(instant: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(instant))
}

const sourceNames: Record<Quote['source'], string> = {
  google: 'Google',
  yelp: 'Yelp',
  tripadvisor: 'TripAdvisor',
  facebook: 'Facebook',
  other: 'another site',
}

/** The time zone, or UTC if this system does not know it: a report is rendered in any case. */
function zoneOf(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    // A RangeError: Intl has no time zone of this name.
    return 'UTC'
  }
}
