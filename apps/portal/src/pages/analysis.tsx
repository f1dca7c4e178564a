import type { components } from '@generated/contract/client-types'
import type { Verdict } from '@generated/contract/enums'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { Bar } from '../components/bars.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { Badge, Facts, PageHeader, Table, Time, type Tone } from '../components/parts.tsx'
import { Quote, Rating } from '../components/review-parts.tsx'
import { isUnfinished, WorkStatus } from '../components/work-status.tsx'
import { formatDate, formatNumber, formatShare, languageName } from '../format.ts'
import { portalPages } from '../page-table.ts'

type Analysis = components['schemas']['Analysis']
type Theme = components['schemas']['Theme']

const route = getRouteApi('/app/analyses/$id')

export function AnalysisPage() {
  const { id } = route.useParams()
  const query = api.useQuery(
    'get',
    '/analyses/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (isUnfinished(state.data?.data.status) ? 2_000 : false) },
  )
  return (
    <Loaded query={query} title={portalPages['/analyses/$id'].title}>
      {({ data }) => (
        <>
          <PageHeader
            title={`Analysis of ${formatDate(data.created_at)}`}
            action={
              data.report_id && (
                <Link className="button primary" to="/reports/$id" params={{ id: data.report_id }}>
                  Open the report
                </Link>
              )
            }
          >
            Reviews from {formatDate(data.period.from)} to {formatDate(data.period.to)}
          </PageHeader>
          {data.failure && (
            <p className="panel panel-error" role="alert">
              {data.failure.message}
            </p>
          )}
          <AnalysisFacts data={data} />
          {data.status === 'completed' && <Result data={data} />}
        </>
      )}
    </Loaded>
  )
}

function AnalysisFacts({ data }: { data: Analysis }) {
  const { own_reviews, competitor_reviews, not_analyzed } = data.sample
  const languages = data.languages.map(
    ({ language, reviews }) => `${language === null ? 'Unknown' : languageName(language)} ${formatNumber(reviews)}`,
  )
  return (
    <Facts
      facts={[
        ['Status', <WorkStatus key="status" status={data.status} />],
        ['Your reviews', formatNumber(own_reviews)],
        ["Competitors' reviews", formatNumber(competitor_reviews)],
        ['Not analyzed', formatNumber(not_analyzed)],
        // Of a single language there is nothing to compare.
        ...(languages.length > 1 ? ([['Languages', languages.join(', ')]] as const) : []),
        ['Finished', <Time key="finished" at={data.finished_at} never="Not yet" />],
      ]}
    />
  )
}

function Result({ data: { summary, themes, comparison, leads } }: { data: Analysis }) {
  return (
    <>
      <div className="columns">
        <Points title="What customers praise" points={summary.positives} />
        <Points title="What customers criticize" points={summary.negatives} />
      </div>
      <section aria-labelledby="themes">
        <h2 id="themes">Themes</h2>
        <p className="soft">The share of reviews that mention a theme, yours first, and who is ahead.</p>
        {themes.length === 0 ? <Empty title="No theme was mentioned often enough" /> : <Themes themes={themes} />}
      </section>
      {leads.length > 0 && <Leads leads={leads} />}
      {comparison.length > 0 && <Comparison rows={comparison} />}
    </>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {points.length === 0 ? (
        <p className="soft">Nothing stands out.</p>
      ) : (
        <ul className="points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const verdicts: Readonly<Record<Verdict, { tone: Tone; text: string }>> = {
  we_lead: { tone: 'good', text: 'You lead' },
  they_lead: { tone: 'bad', text: 'They lead' },
  level: { tone: 'plain', text: 'Level' },
  insufficient_data: { tone: 'plain', text: 'Too few reviews' },
}

function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { tone, text } = verdicts[verdict]
  return <Badge tone={tone}>{text}</Badge>
}

function Themes({ themes }: { themes: readonly Theme[] }) {
  const greatest = Math.max(...themes.flatMap(({ own, competitors }) => [own.share, competitors.share])) || 1
  const bar = ({ share, net }: Theme['own'], color: 'own' | 'others') => (
    <Bar length={share / greatest} color={color}>
      {formatShare(share)} <span className="soft">{opinionOf(net)}</span>
    </Bar>
  )
  return (
    <>
      <Table
        label="Themes"
        rows={themes}
        keyOf={({ aspect }) => aspect}
        columns={[
          { name: 'Theme', cell: ({ label }) => label },
          { name: 'You', cell: ({ own }) => bar(own, 'own') },
          { name: 'Competitors', cell: ({ competitors }) => bar(competitors, 'others') },
          { name: 'Result', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
        ]}
      />
      <Quotes themes={themes.filter(({ quotes }) => quotes.length > 0)} />
    </>
  )
}

function Quotes({ themes }: { themes: readonly Theme[] }) {
  if (themes.length === 0) return null
  return (
    <section className="panel stack" aria-label="Quotes">
      {themes.map(({ aspect, label, quotes }) => (
        <details key={aspect}>
          <summary>
            {label}: {formatNumber(quotes.length)} {quotes.length === 1 ? 'quote' : 'quotes'}
          </summary>
          {quotes.map((quote) => (
            <Quote key={quote.review_id + quote.text} quote={quote} />
          ))}
        </details>
      ))}
    </section>
  )
}

/** Describes a net sentiment between −1 and 1. */
function opinionOf(net: number | null): string {
  if (net === null) return ''
  if (Math.abs(net) < 0.2) return 'Mixed'
  return net > 0 ? 'Praised' : 'Criticized'
}

/** The aspects in which one side clearly leads, each with the numbers of reviews and a quote of each side. */
function Leads({ leads }: { leads: Analysis['leads'] }) {
  return (
    <section aria-labelledby="leads">
      <h2 id="leads">Who leads in what</h2>
      <p className="soft">Only differences that are larger than chance explains.</p>
      {leads.map(({ competitor_id, aspect, name, label, verdict, text, quotes }) => (
        <article key={`${competitor_id} ${aspect}`} className="panel" aria-label={`${label}: ${name}`}>
          <p>
            <VerdictBadge verdict={verdict} /> {text}
          </p>
          {quotes.map((quote) => (
            <Quote key={quote.review_id} quote={quote} />
          ))}
        </article>
      ))}
    </section>
  )
}

function Comparison({ rows }: { rows: Analysis['comparison'] }) {
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison">Competitors</h2>
      <Table
        label="Competitors"
        rows={rows}
        keyOf={({ competitor_id }) => competitor_id}
        columns={[
          { name: 'Name', cell: ({ name }) => <span className="clip">{name}</span> },
          { name: 'Rating', cell: ({ review_stats }) => <Rating value={review_stats.average_rating} /> },
          { name: 'Reviews', cell: ({ review_stats }) => formatNumber(review_stats.review_count), isNumber: true },
          { name: 'Result', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
        ]}
      />
    </section>
  )
}
