import { expect, test } from 'vitest'
import { type ReportPage, renderReport } from '../src/page.ts'

const hostile = `</style></svg><script>alert("1")</script>' onload='&lt;`

function page(content: string, timezone = 'Europe/Amsterdam'): ReportPage {
  const quote = {
    review_id: 'rev_1',
    competitor_id: null,
    source: 'yelp',
    rating: 2,
    text: content,
    published_at: null,
  } as const
  const series = (points: { label: string; value: number }[]) => [{ name: content, points }]
  const section = { key: 'overview' as const, heading: content, text: `${content}\n\n${content}`, quotes: [quote] }
  return {
    business: { name: content, city: content, timezone },
    period: { from: '2025-11-16T06:00:00.000Z', to: '2026-11-16T06:00:00.000Z' },
    title: content,
    sections: [
      { ...section, chart: { kind: 'bar', unit: 'share', series: series([{ label: content, value: 0.5 }]) } },
      { ...section, chart: { kind: 'line', unit: 'rating', series: series([{ label: content, value: 3 }]) } },
      { ...section, chart: { kind: 'bar', unit: 'count', series: series([{ label: 'none', value: 0 }]) } },
      { ...section, chart: null },
    ],
  }
}

test('hostile strings leave the tags and attributes of the page unchanged', () => {
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

test.each([
  ['an image that runs code', '<img src=x onerror=alert(1)>'],
  ['a link', '<a href="javascript:alert(1)">click</a>'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['a quote that would end an attribute', '" style="background:url(https://evil.example/x)" x="'],
  ['an entity', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['100,000 characters', `<b>${'x'.repeat(100_000)}`],
  ['right-to-left text', '\u202E<b>elbirret'],
  ['invisible characters', '<\u200bscript>'],
])('%s in every string of a report is shown as text', (_, payload) => {
  const html = renderReport(page(payload))
  const bare = html.replaceAll(/&#\d+;/g, '')
  // The page has the same tags as with harmless strings, and none can load or run anything.
  expect(new Set(bare.match(/<\/?[a-z][\w-]*/g)?.map((tag) => tag.replace('/', '')))).toEqual(
    new Set(
      renderReport(page('plain'))
        .match(/<\/?[a-z][\w-]*/g)
        ?.map((tag) => tag.replace('/', '')),
    ),
  )
  expect(html.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]+\s(on\w+|src|href|srcdoc)\b/i)
  expect(html).toContain("default-src 'none'")
})

test('the dates of the period are in the time zone of the business, or in UTC if that is unknown', () => {
  expect(renderReport(page('x', 'America/Los_Angeles'))).toContain('15 November 2025 to 15 November 2026')
  expect(renderReport(page('x', 'Nowhere/Land'))).toContain('16 November 2025 to 16 November 2026')
})

test('a line chart has every month in which either side has reviews', () => {
  const line = (name: string, months: string[]) => ({ name, points: months.map((label) => ({ label, value: 4 })) })
  const series = [line('You', ['Nov 2025', 'Jan 2026', 'Apr 2026']), line('Competitors', ['Dec 2025', 'Feb 2026'])]
  const section = { key: 'trend' as const, heading: 'Trend', text: '', quotes: [] }
  const html = renderReport({
    ...page('x'),
    sections: [{ ...section, chart: { kind: 'line', unit: 'rating', series } }],
  })
  const months = ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026', 'Apr 2026']
  expect([...html.matchAll(/text-anchor="(?:start|middle)">([^<]+)</g)].map(([, month]) => month)).toEqual(months)
})
