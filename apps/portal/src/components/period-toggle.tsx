import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

/** The periods of charts, by the length of their intervals. */
export const periods = {
  hour: { name: '24 hours', count: 24, stepMs: 3_600_000 },
  day: { name: '30 days', count: 30, stepMs: 86_400_000 },
} as const

export type Interval = keyof typeof periods

interface PeriodToggleProps {
  interval: Interval
  onChange: (interval: Interval) => void
}

/** Switches charts between the last 24 hours and the last 30 days. */
export function PeriodToggle({ interval, onChange }: PeriodToggleProps) {
  return (
    <ToggleButtonGroup
      className="toggle"
      aria-label="Period"
      selectedKeys={[interval]}
      disallowEmptySelection
      onSelectionChange={(keys) => onChange(keys.has('day') ? 'day' : 'hour')}
    >
      {Object.entries(periods).map(([id, { name }]) => (
        <ToggleButton key={id} id={id}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
