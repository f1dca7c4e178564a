import type { ReactNode } from 'react'
import { Table } from './parts.tsx'

/** A bar of a length between 0 and 1, and the value that it stands for. */
export function Bar({ length, color, children }: { length: number; color: 'own' | 'others'; children: ReactNode }) {
  const pixels = Math.round(Math.min(1, Math.max(0, length)) * 96)
  return (
    <span className="bar-cell">
      <span className="bar-track" aria-hidden="true">
        <span className="bar" data-color={color} style={{ inlineSize: `${pixels}px` }} />
      </span>
      {children}
    </span>
  )
}

interface Point {
  label: string
  value: number
}

/** Series with the same labels side by side, the longest bar being the greatest value of all. */
export function BarTable({
  label,
  series,
  format,
}: {
  label: string
  series: readonly { name: string; points: readonly Point[] }[]
  format: (value: number) => ReactNode
}) {
  const labels = new Set(series.flatMap(({ points }) => points.map((point) => point.label)))
  const greatest = Math.max(...series.flatMap(({ points }) => points.map(({ value }) => Math.abs(value))), 0) || 1
  return (
    <Table
      label={label}
      rows={[...labels].map((wanted) => ({ wanted }))}
      keyOf={({ wanted }) => wanted}
      columns={[
        { name: 'Name', cell: ({ wanted }: { wanted: string }) => wanted },
        ...series.map(({ name, points }, index) => ({
          name,
          cell({ wanted }: { wanted: string }) {
            const value = points.find((point) => point.label === wanted)?.value
            if (value === undefined) return '–'
            return (
              <Bar length={Math.abs(value) / greatest} color={index === 0 ? 'own' : 'others'}>
                {format(value)}
              </Bar>
            )
          },
        })),
      ]}
    />
  )
}
