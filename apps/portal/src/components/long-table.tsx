import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HeaderCells, type TableProps, useCells } from './parts.tsx'

/** The height of a row before it is measured, in pixels. */
const rowPx = 43

/** From this many rows before the end on, more rows are loaded. */
const rowsAhead = 20

interface LongTableProps<Row extends object> extends Omit<TableProps<Row>, 'keyOf'> {
  /** Called when the end is near; undefined where everything is loaded. */
  loadMore?: (() => void) | undefined
}

/**
 * A table of any length that scrolls with the page: only the rows near the visible ones are in the document. Screen
 * readers get the position of each row.
 */
export function LongTable<Row extends { id: string }>({ label, columns, rows, loadMore }: LongTableProps<Row>) {
  const frame = useRef<HTMLElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useEffect(() => {
    const measure = () => setScrollMargin((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    // Content above the table moves it when it grows.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // Another function makes the virtualizer compute the position of every row again.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollMargin,
    getItemKey,
    // Rendering within the scroll event makes the browser lay out the page once more for each event.
    useFlushSync: false,
  })
  const cellsOf = useCells(columns)
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)
  const isNearEnd = last !== undefined && last.index >= rows.length - rowsAhead
  useEffect(() => {
    if (isNearEnd) loadMore?.()
  }, [isNearEnd, loadMore])
  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin
  const after = virtual.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className="table" tabIndex={0} aria-label={label} ref={frame}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <HeaderCells columns={columns} />
          </tr>
        </thead>
        <tbody>
          <Space px={before} columns={columns.length} />
          {shown.map(({ index, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <tr key={key} data-index={index} ref={virtual.measureElement} aria-rowindex={index + 2}>
                {cellsOf(row)}
              </tr>
            )
          })}
          <Space px={after} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

/** Stands for the rows that are not in the document. */
function Space({ px, columns }: { px: number; columns: number }) {
  if (px <= 0) return null
  return (
    <tr>
      <td className="space" colSpan={columns} style={{ blockSize: `${px}px` }} />
    </tr>
  )
}
