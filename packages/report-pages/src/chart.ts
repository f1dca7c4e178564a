import type { ReportChart } from '@svc/intelligence/records'
import { escapeHtml } from './html.ts'

/** Colors repeat from the third series on; a report has at most two. */
const colorCount = 2

/** Renders a chart with its unit and its series as the caption. */
export function renderChart(chart: ReportChart): string {
  const drawing = chart.kind === 'bar' ? drawBars(chart) : drawLines(chart)
  const keys = chart.series.map(
    ({ name }, index) => `<span class="key key${index % colorCount}"></span>${escapeHtml(name)}`,
  )
  return `<figure>${drawing}<figcaption>${escapeHtml(unitNames[chart.unit])}${keys.join('')}</figcaption></figure>`
}

const unitNames: Record<ReportChart['unit'], string> = {
  share: 'Share of reviews',
  rating: 'Stars, 1 to 5',
  count: 'Number of reviews',
  score: 'Score, 0 to 100',
}

/** The longest bar takes this share of the row; the rest shows its value. */
const longestBarPercent = 85

/**
 * One row per label and one bar per series, with its value. In HTML, so that text has the same size on every screen.
 */
function drawBars({ unit, series }: ReportChart): string {
  const labels = [...new Set(series.flatMap(({ points }) => points.map(({ label }) => label)))]
  const end = Math.max(leastEndOf(unit), ...series.flatMap(({ points }) => points.map(({ value }) => value)), 1e-9)
  const rows = labels.map((label) => {
    const bars = series.map(({ points }, index) => {
      const value = points.find((point) => point.label === label)?.value
      if (value === undefined) return ''
      const width = px((Math.max(0, value) / end) * longestBarPercent)
      return `<div class="bar"><span class="key${index % colorCount}" style="width:${width}%"></span>${escapeHtml(formatValue(value, unit))}</div>`
    })
    return `<div>${escapeHtml(label)}</div><div>${bars.join('')}</div>`
  })
  return `<div class="rows" role="img" aria-label="${escapeHtml(describe(series, unit))}">${rows.join('')}</div>`
}

const widthPx = 640
const heightPx = 200
const marginPx = 36

/** Months from left to right. The line spans months without reviews. */
function drawLines({ unit, series }: ReportChart): string {
  const labels = [...new Set(series.flatMap(({ points }) => points.map(({ label }) => label)))].sort(byMonth)
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const [low, high] = unit === 'rating' ? [1, 5] : [Math.min(0, ...values), Math.max(leastEndOf(unit), ...values, 1e-9)]
  const x = (label: string) =>
    marginPx + (labels.indexOf(label) / Math.max(1, labels.length - 1)) * (widthPx - 2 * marginPx)
  const y = (value: number) => marginPx + (1 - (value - low) / (high - low)) * (heightPx - 2 * marginPx)
  const lines = series.map(({ points }, index) => {
    const coordinates = points.map(({ label, value }) => `${px(x(label))},${px(y(value))}`)
    const dots = points.map(({ label, value }) => `<circle cx="${px(x(label))}" cy="${px(y(value))}" r="2.5"/>`)
    return `<g class="series${index % colorCount}"><polyline points="${coordinates.join(' ')}" style="fill:none" stroke-width="2"/>${dots.join('')}</g>`
  })
  const scale = [low, high].map(
    (value) => `<text x="0" y="${px(y(value) + 4)}">${escapeHtml(formatValue(value, unit))}</text>`,
  )
  // At most eight labels fit.
  const step = Math.ceil(labels.length / 8)
  const axis = labels
    .filter((_, index) => index % step === 0)
    .map(
      (label, index) =>
        `<text${index % 3 === 0 ? '' : ' class="between"'} x="${px(x(label))}" y="${heightPx - 6}" text-anchor="${index === 0 ? 'start' : 'middle'}">${escapeHtml(label)}</text>`,
    )
  return svg(describe(series, unit), [...lines, ...scale, ...axis].join(''))
}

/** Orders "Nov 2025" before "Jan 2026"; labels that are not months compare as 0. */
function byMonth(a: string, b: string): number {
  return (Date.parse(`1 ${a} UTC`) || 0) - (Date.parse(`1 ${b} UTC`) || 0)
}

function svg(description: string, content: string): string {
  return `<svg viewBox="0 0 ${widthPx} ${heightPx}" role="img" aria-label="${escapeHtml(description)}">${content}</svg>`
}

/** The values of the chart, for screen readers. */
function describe(series: ReportChart['series'], unit: ReportChart['unit']): string {
  return series
    .map(
      ({ name, points }) =>
        `${name}: ${points.map(({ label, value }) => `${label} ${formatValue(value, unit)}`).join(', ')}`,
    )
    .join('. ')
}

/** The lowest possible end of the axis, so that small values look small. */
function leastEndOf(unit: ReportChart['unit']): number {
  if (unit === 'rating') return 5
  return unit === 'score' ? 100 : 0
}

function formatValue(value: number, unit: ReportChart['unit']): string {
  if (unit === 'share') return `${Math.round(value * 100)}%`
  if (unit === 'rating') return value.toFixed(1)
  return String(Math.round(value))
}

/** A coordinate with one decimal: short, and the same on every machine. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}
