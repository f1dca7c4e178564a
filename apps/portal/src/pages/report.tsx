import type { components } from '@generated/contract/client-types'
import type { ReportChartUnit } from '@generated/contract/enums'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { api } from '../api.ts'
import { BarTable } from '../components/bars.tsx'
import { Loaded } from '../components/feedback.tsx'
import { PageHeader } from '../components/parts.tsx'
import { Quote } from '../components/review-parts.tsx'
import { formatBytes, formatDate, formatDecimal, formatNumber, formatShare } from '../format.ts'
import { portalPages } from '../page-table.ts'

type Section = components['schemas']['ReportSection']

const route = getRouteApi('/app/reports/$id')

export function ReportPage() {
  const { id } = route.useParams()
  const query = api.useQuery('get', '/reports/{id}', { params: { path: { id } } })
  return (
    <Loaded query={query} title={portalPages['/reports/$id'].title}>
      {({ data }) => (
        <>
          <PageHeader
            title={data.title}
            action={
              data.files_deleted_at === null && (
                <div className="row">
                  {data.files.map(({ format, url, size_bytes }) => (
                    <a key={format} className="button" href={url} target="_blank" rel="noreferrer">
                      {format === 'pdf' ? 'PDF' : 'Page to print'}{' '}
                      <span className="soft">{formatBytes(size_bytes)}</span>
                    </a>
                  ))}
                </div>
              )
            }
          >
            Reviews from {formatDate(data.period.from)} to {formatDate(data.period.to)}.{' '}
            <Link to="/analyses/$id" params={{ id: data.analysis_id }}>
              Show the analysis
            </Link>
            {data.files_deleted_at !== null && <> Its files were deleted on {formatDate(data.files_deleted_at)}.</>}
          </PageHeader>
          {data.sections.map((section) => (
            <ReportPart key={section.key} section={section} />
          ))}
        </>
      )}
    </Loaded>
  )
}

const formats: Readonly<Record<ReportChartUnit, (value: number) => string>> = {
  share: formatShare,
  rating: formatDecimal,
  count: formatNumber,
  score: formatDecimal,
}

function ReportPart({ section: { key, heading, text, chart, quotes } }: { section: Section }) {
  const blocks = text.split(/\n{2,}/)
  // The quotes of recommendations stand below them, unless one was deleted with its review.
  const isEach = key === 'priorities' && quotes.length === blocks.length
  const quoted = quotes.map((quote) => <Quote key={quote.review_id + quote.text} quote={quote} />)
  return (
    <section className="panel prose" aria-labelledby={key}>
      <h2 id={key}>{heading}</h2>
      {blocks.map((block, index) => (
        <Fragment key={block}>
          {block.split('\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {isEach && quoted[index]}
        </Fragment>
      ))}
      {chart && <BarTable label={heading} series={chart.series} format={formats[chart.unit]} />}
      {!isEach && quoted}
    </section>
  )
}
