import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { Problem } from '../api.ts'
import { Loaded } from './feedback.tsx'

interface ListPage<Row> {
  data: Row[]
  meta: { page: { next_cursor: string | null } }
}

/** What a request of `publicClient` resolves to: one of the two. */
interface ListResult<Row> {
  data?: ListPage<Row>
  error?: Problem
}

interface PageListProps<Row> {
  /** Identifies the list and its filters. */
  queryKey: readonly unknown[]
  /** Requests the page at a cursor; the first page has none. */
  load: (cursor: string | undefined) => Promise<ListResult<Row>>
  /** Milliseconds between refreshes of what is shown; none by default. */
  refreshMs?: number
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list that grows page by page. */
export function PageList<Row>({ queryKey, load, refreshMs, empty, children }: PageListProps<Row>) {
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam }) {
      const { data, error } = await load(pageParam)
      if (data === undefined) throw error
      return data
    },
    getNextPageParam: ({ meta }) => meta.page.next_cursor ?? undefined,
    refetchInterval: refreshMs ?? false,
  })
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data)
        if (rows.length === 0) return empty
        return (
          <>
            {children(rows)}
            {list.hasNextPage && (
              <Button className="button" isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
