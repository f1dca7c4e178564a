import { expect, test } from 'vitest'
import { type ReportPage, renderReport } from './report-page.ts'

const hostile = `</style></svg><script>alert("1")</script>' onload='&lt;`

function page(texts: string, timezone = 'Europe/Amsterdam'): ReportPage {
  const quote = {
    review_id: 'rev_1',
    competitor_id: null,
    source: 'yelp',
    rating: 2,
    text: texts,
    published_at: null,
  } as const
  const series = (points: { label: string; value: number }[]) => [{ name: texts, points }]
  const section = { key: 'overview' as const, heading: texts, text: `${texts}\n\n${texts}`, quotes: [quote] }
  return {
    business: { name: texts, city: texts, timezone },
    period: { from: '2025-11-16T06:00:00.000Z', to: '2026-11-16T06:00:00.000Z' },
    title: texts,
    sections: [
      { ...section, chart: { kind: 'bar', unit: 'share', series: series([{ label: texts, value: 0.5 }]) } },
      { ...section, chart: { kind: 'line', unit: 'rating', series: series([{ label: texts, value: 3 }]) } },
      { ...section, chart: { kind: 'bar', unit: 'count', series: series([{ label: 'none', value: 0 }]) } },
      { ...section, chart: null },
    ],
  }
}

test('whatever the texts hold, the page has the tags and attributes of harmless ones', () => {
  const tags = (html: string) =>
    html
      .replace(/<style>[^<]*<\/style>/, '')
      .match(/<[^>]*>/g)
      ?.map((tag) => tag.replace(/aria-label="[^"]*"/, ''))
  const html = renderReport(page(hostile))
  expect(tags(html)).toEqual(tags(renderReport(page('-'.repeat(hostile.length)))))
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})

test('the dates of the period are those of the place of business, and an unknown zone costs nothing', () => {
  expect(renderReport(page('x', 'America/Los_Angeles'))).toContain('15 November 2025 to 15 November 2026')
  expect(renderReport(page('x', 'Nowhere/Land'))).toContain('16 November 2025 to 16 November 2026')
})
