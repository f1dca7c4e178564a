import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { localMinute, timeZoneName } from '../format.ts'
import { definedOf, instantOf } from '../search.ts'
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
    <Form
      className="period"
      role="search"
      aria-label="Period"
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
    </Form>
  )
}
