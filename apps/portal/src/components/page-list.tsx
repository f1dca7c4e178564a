import { replaceEqualDeep, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { messageOf, type Problem } from '../api.ts'
import { Loaded } from './feedback.tsx'
import { FinalButton } from './parts.tsx'

interface ListPage<Row> {
  data: Row[]
  meta: { page: { next_cursor: string | null } }
}

/** The result of a request of `publicClient`: one of the two. */
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

const hasOnePage = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages) && data.pages.length === 1

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
    // Comparing every row with itself takes longer than a page takes to load.
    structuralSharing: (before, after) => (hasOnePage(after) ? replaceEqualDeep(before, after) : after),
    // A refresh requests every page again, which a long list would do without end.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? (refreshMs ?? false) : false),
    refetchOnWindowFocus: ({ state }) => state.data?.pages.length === 1,
  })
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const loadMore = useMemo(() => (canLoad ? () => void fetchNextPage() : undefined), [canLoad, fetchNextPage])
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  return (
    <Loaded query={list}>
      {() => {
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
              <FinalButton className="button" isWorking={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                Show more
              </FinalButton>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
