import type { Period, Quote, ReportChart, ReportContent, ReportSection } from '@svc/intelligence/records'

export interface ReportPage extends ReportContent {
  business: { name: string; city: string | null; timezone: string }
  period: Period
}

/**
 * A report as one HTML page that needs nothing from anywhere: styles and charts are inside, and there is no script. It
 * reads well on a screen and on paper. Everything that customers wrote is text, never markup.
 */
export function renderReport({ title, sections, business, period }: ReportPage): string {
  const place = business.city === null ? business.name : `${business.name}, ${business.city}`
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zoneOf(business.timezone) })
  const span = `${day.format(new Date(period.from))} to ${day.format(new Date(period.to))}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${markup(title)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p class="place">${markup(place)}</p>
<h1>${markup(title)}</h1>
<p class="period">Reviews from ${markup(span)}</p>
</header>
<main>
${sections.map(renderSection).join('\n')}
</main>
</body>
</html>
`
}

const styles = `
:root { color-scheme: light; --ink: #1d2433; --soft: #5c667a; --line: #d9dee8; --own: #1f5fbf; --other: #c2702d; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.5rem; color: var(--ink); background: #fff;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { border-bottom: 2px solid var(--ink); margin-bottom: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; }
.place, .period, figcaption, cite { color: var(--soft); font-size: .9rem; }
h2 { break-after: avoid; }
blockquote, figure { break-inside: avoid; }
blockquote { margin: 1rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0; }
cite { font-style: normal; }
figure { margin: 1.2rem 0; }
figcaption { margin-top: .6rem; }
h1 { text-wrap: balance; }
svg, .key, .bar { print-color-adjust: exact; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.series0 { fill: var(--own); stroke: var(--own); }
.series1 { fill: var(--other); stroke: var(--other); }
.rows { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .7rem 1rem; align-items: center; font-size: .85rem; }
.rows > :nth-child(odd) { text-align: right; max-width: 15rem; line-height: 1.3; }
.bar { display: flex; align-items: center; gap: .4rem; line-height: 1.15; color: var(--soft); break-inside: avoid; }
.bar span { display: block; height: .7rem; min-width: 1px; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .2rem; break-after: avoid; }
h3 + p { margin-top: 0; }
.why { color: var(--soft); font-size: .95rem; }
.key { display: inline-block; width: .7rem; height: .7rem; margin: 0 .3rem 0 .9rem; }
.key0 { background: var(--own); }
.key1 { background: var(--other); }
@media screen and (max-width: 34rem) {
  body { padding: 1.5rem 1rem; }
  h1 { font-size: 1.5rem; }
  .rows { grid-template-columns: 1fr; gap: .15rem; }
  .rows > :nth-child(odd) { text-align: left; max-width: none; margin-top: .6rem; }
  svg text { font-size: 22px; }
  svg .between { display: none; }
}
@page { size: A4; margin: 18mm 17mm; @bottom-right { content: counter(page); color: #5c667a; font: 9pt system-ui, sans-serif; } }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } p { orphans: 3; widows: 3; } }
`

function renderSection({ key, heading, text, quotes, chart }: ReportSection): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(key === 'priorities' ? renderPriority : (paragraph) => `<p>${markup(paragraph)}</p>`)
  const parts = [
    `<h2>${markup(heading)}</h2>`,
    ...paragraphs,
    chart ? renderChart(chart) : '',
    ...quotes.map(renderQuote),
  ]
  return `<section id="${key}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`
}

/** The title, what to do, and why: a line each. */
function renderPriority(paragraph: string): string {
  const [title = '', action, why] = paragraph.split('\n')
  if (action === undefined) return `<p>${markup(title)}</p>`
  return `<h3>${markup(title)}</h3><p>${markup(action)}</p>${why === undefined ? '' : `<p class="why">${markup(why)}</p>`}`
}

function renderQuote({ text, rating, source, published_at, competitor_id }: Quote): string {
  const about = [
    competitor_id === null ? 'Your review' : 'Review of a competitor',
    `on ${sourceNames[source]}`,
    published_at === null ? '' : `in ${monthOf(published_at)}`,
    rating === null ? '' : `${rating} of 5 stars`,
  ]
  return `<blockquote><p>“${markup(text)}”</p><cite>${markup(about.filter((part) => part !== '').join(', '))}</cite></blockquote>`
}

/** "November 2026". */
function monthOf(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(time))
}

const sourceNames: Record<Quote['source'], string> = {
  google: 'Google',
  yelp: 'Yelp',
  tripadvisor: 'TripAdvisor',
  facebook: 'Facebook',
  other: 'another site',
}

/** Colours repeat from the third series on; the engine draws two at most. */
const colourCount = 2

function renderChart(chart: ReportChart): string {
  const drawing = chart.kind === 'bar' ? drawBars(chart) : drawLines(chart)
  const keys = chart.series.map(
    ({ name }, place) => `<span class="key key${place % colourCount}"></span>${markup(name)}`,
  )
  return `<figure>${drawing}<figcaption>${markup(unitNames[chart.unit])}${keys.join('')}</figcaption></figure>`
}

const unitNames: Record<ReportChart['unit'], string> = {
  share: 'Share of reviews',
  rating: 'Stars, 1 to 5',
  count: 'Number of reviews',
  score: 'Score, 0 to 100',
}

/** Share of the row that the longest bar takes; the rest is for its value. */
const longestBarPercent = 85

/**
 * One row per label, one bar per series, with the value behind it. Text, so that it is as large on a phone as on paper.
 */
function drawBars({ unit, series }: ReportChart): string {
  const labels = [...new Set(series.flatMap(({ points }) => points.map(({ label }) => label)))]
  const end = Math.max(endOf(unit), ...series.flatMap(({ points }) => points.map(({ value }) => value)), 1e-9)
  const rows = labels.map((label) => {
    const bars = series.map(({ points }, place) => {
      const value = points.find((point) => point.label === label)?.value
      if (value === undefined) return ''
      const width = px((Math.max(0, value) / end) * longestBarPercent)
      return `<div class="bar"><span class="key${place % colourCount}" style="width:${width}%"></span>${markup(shown(value, unit))}</div>`
    })
    return `<div>${markup(label)}</div><div>${bars.join('')}</div>`
  })
  return `<div class="rows" role="img" aria-label="${markup(spoken(series, unit))}">${rows.join('')}</div>`
}

const widthPx = 640
const linesPx = 200
const marginPx = 36

/** Months from left to right; a month without reviews is a gap that the line spans. */
function drawLines({ unit, series }: ReportChart): string {
  const labels = [...new Set(series.flatMap(({ points }) => points.map(({ label }) => label)))].sort(byMonth)
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const [low, high] = unit === 'rating' ? [1, 5] : [Math.min(0, ...values), Math.max(endOf(unit), ...values, 1e-9)]
  const x = (label: string) =>
    marginPx + (labels.indexOf(label) / Math.max(1, labels.length - 1)) * (widthPx - 2 * marginPx)
  const y = (value: number) => marginPx + (1 - (value - low) / (high - low)) * (linesPx - 2 * marginPx)
  const lines = series.map(({ points }, place) => {
    const along = points.map(({ label, value }) => `${px(x(label))},${px(y(value))}`)
    const dots = points.map(({ label, value }) => `<circle cx="${px(x(label))}" cy="${px(y(value))}" r="2.5"/>`)
    return `<g class="series${place % colourCount}"><polyline points="${along.join(' ')}" style="fill:none" stroke-width="2"/>${dots.join('')}</g>`
  })
  const scale = [low, high].map((value) => `<text x="0" y="${px(y(value) + 4)}">${markup(shown(value, unit))}</text>`)
  // As many as fit beside each other.
  const step = Math.ceil(labels.length / 8)
  const axis = labels
    .filter((_, place) => place % step === 0)
    .map(
      (label, place) =>
        `<text${place % 3 === 0 ? '' : ' class="between"'} x="${px(x(label))}" y="${linesPx - 6}" text-anchor="${place === 0 ? 'start' : 'middle'}">${markup(label)}</text>`,
    )
  return svg(linesPx, spoken(series, unit), [...lines, ...scale, ...axis].join(''))
}

/** "Nov 2025" before "Jan 2026"; what is no month stays where it is. */
function byMonth(a: string, b: string): number {
  return (Date.parse(`1 ${a} UTC`) || 0) - (Date.parse(`1 ${b} UTC`) || 0)
}

function svg(height: number, description: string, content: string): string {
  return `<svg viewBox="0 0 ${widthPx} ${height}" role="img" aria-label="${markup(description)}">${content}</svg>`
}

/** The chart in words, for those who do not see it. */
function spoken(series: ReportChart['series'], unit: ReportChart['unit']): string {
  return series
    .map(
      ({ name, points }) => `${name}: ${points.map(({ label, value }) => `${label} ${shown(value, unit)}`).join(', ')}`,
    )
    .join('. ')
}

/** Where the axis ends at least, so that small values look small. */
function endOf(unit: ReportChart['unit']): number {
  return unit === 'rating' ? 5 : unit === 'score' ? 100 : 0
}

function shown(value: number, unit: ReportChart['unit']): string {
  if (unit === 'share') return `${Math.round(value * 100)}%`
  if (unit === 'rating') return value.toFixed(1)
  return String(Math.round(value))
}

/** Short, and the same on every machine. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** An unknown zone must not cost the report. */
function zoneOf(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** Text as HTML: nothing in it is read as a tag, an entity or the end of an attribute. */
function markup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
