import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { isProblem, messageOf } from '../api.ts'
import { Button } from './button.tsx'
import { PageHeader } from './parts.tsx'

/** Replaces the content of a page when a request failed. */
export function ErrorPanel({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const requestId = isProblem(error) ? error.meta.request_id : undefined
  return (
    <div className="panel panel-error" role="alert">
      <p>{messageOf(error)}</p>
      {requestId && (
        <p className="soft">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry && (
        <Button className="button" onPress={() => void retry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

export function Loading() {
  return (
    <div className="loading" role="status">
      Loading…
    </div>
  )
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

interface EmptyListProps {
  /** The name of one record, and of several. */
  record: [singular: string, plural: string]
  isFiltered: boolean
  /** The page of the list without filters. */
  to: '/audit-log' | '/logs' | '/reviews'
  /** Instructions for creating the first record. */
  children: ReactNode
}

/** Replaces a list without records. A list with filters links to the list without them. */
export function EmptyList({ record: [singular, plural], isFiltered, to, children }: EmptyListProps) {
  if (!isFiltered) return <Empty title={`No ${plural} yet`}>{children}</Empty>
  return (
    <Empty title={`No ${singular} matches the filters`}>
      <Link to={to}>Show all {plural}</Link>
    </Empty>
  )
}

interface Result<Data> {
  data: Data | undefined
  error: unknown
  refetch(): unknown
}

interface LoadedProps<Data> {
  query: Result<Data>
  /** The heading while there is no data, for a page whose heading depends on the data. */
  title?: string
  children: (data: Data) => ReactNode
}

/** Shows a query: its data, that it is loading, or why it failed. Data that was loaded stays while it is refreshed. */
export function Loaded<Data>({ query, title, children }: LoadedProps<Data>) {
  // React renders a deferred value in short tasks; the data of a list at once would block a slow phone.
  const data = useDeferredValue(query.data)
  if (query.data !== undefined && data !== undefined) return children(data)
  return (
    <>
      {title && <PageHeader title={title} />}
      {query.error ? <ErrorPanel error={query.error} retry={query.refetch} /> : <Loading />}
    </>
  )
}
