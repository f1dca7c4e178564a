import { useState } from 'react'
import { localMinute, timeZoneName } from '../format.ts'
import { definedOf, instantOf } from '../search.ts'
import { Button } from './button.tsx'
import { Field } from './parts.tsx'

/** From an instant on and before another one, each without a limit if it is undefined. */
interface Period {
  from?: string | undefined
  to?: string | undefined
}

interface PeriodFormProps extends Period {
  onChange: (period: Period) => void
}

/** A period in the time zone of the browser, which applies when it is sent. Incomplete instants have no value. */
export function PeriodForm({ from, to, onChange }: PeriodFormProps) {
  // Another period, such as that of the previous page of the history, replaces what was entered.
  return <PeriodFields key={`${from} ${to}`} {...definedOf({ from, to })} onChange={onChange} />
}

function PeriodFields({ from, to, onChange }: PeriodFormProps) {
  const [fromText, setFromText] = useState(from === undefined ? '' : localMinute(from))
  const [toText, setToText] = useState(to === undefined ? '' : localMinute(to))
  return (
    <search aria-label="Period">
      <form
        className="period"
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ from: instantOf(fromText), to: instantOf(toText) })
        }}
      >
        <Field label={`From (${timeZoneName()})`} type="datetime-local" value={fromText} onChange={setFromText} />
        <Field label="To" type="datetime-local" value={toText} onChange={setToText} />
        <div className="row">
          <Button className="button" type="submit">
            Show
          </Button>
          {(from !== undefined || to !== undefined) && (
            <Button className="button quiet" onPress={() => onChange({ from: undefined, to: undefined })}>
              Any time
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
