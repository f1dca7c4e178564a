import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Button } from 'react-aria-components'
import { messageOf, type Problem } from '../api.ts'
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
  /** Milliseconds between refreshes of the first page; none by default, and none while more pages are shown. */
  refreshMs?: number
  empty: ReactNode
  /** `loadMore` is undefined at the end. A list that calls it needs no button. */
  children: (rows: Row[], loadMore: (() => void) | undefined) => ReactNode
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
    // A refresh requests every page again, which a long list would do without end.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? (refreshMs ?? false) : false),
    refetchOnWindowFocus: ({ state }) => state.data?.pages.length === 1,
  })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const loadMore = useMemo(() => (canLoad ? () => void fetchNextPage() : undefined), [canLoad, fetchNextPage])
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data)
        if (rows.length === 0) return empty
        return (
          <>
            {children(rows, loadMore)}
            {isFetchNextPageError && (
              <p className="problem" role="alert">
                {messageOf(list.error)}
              </p>
            )}
            {hasNextPage && (
              <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
