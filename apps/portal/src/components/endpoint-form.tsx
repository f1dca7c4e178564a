import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/contract/client-types'
import { type EventType, eventTypeDescriptions, eventTypes } from '@generated/contract/enums'
import { useState } from 'react'
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { formatNumber } from '../format.ts'
import { FormDialog, type FormDialogProps } from './dialogs.tsx'
import { Field } from './parts.tsx'

type Endpoint = Pick<
  components['schemas']['Webhook'],
  'url' | 'description' | 'event_types' | 'max_attempts_per_minute'
>

const newEndpoint: Endpoint = {
  url: '',
  description: null,
  event_types: [...eventTypes],
  max_attempts_per_minute: null,
}

const attemptsMax = bounds.CreateWebhookRequest.max_attempts_per_minute.maximum

interface EndpointDialogProps extends Pick<FormDialogProps, 'action' | 'isPrimary' | 'title' | 'submit'> {
  /** The initial values of the fields; those of a new endpoint by default. */
  endpoint?: Endpoint
  onSave: (endpoint: Endpoint) => Promise<unknown>
}

/** The settings of an endpoint: its URL, its event types, and the attempts per minute. */
export function EndpointDialog({ endpoint, onSave, ...dialog }: EndpointDialogProps) {
  const [form, setForm] = useState(endpoint ?? newEndpoint)
  const [rate, setRate] = useState('')
  const fill = () => {
    const initial = endpoint ?? newEndpoint
    setForm(initial)
    setRate(initial.max_attempts_per_minute?.toString() ?? '')
  }
  const change = (changed: Partial<Endpoint>) => setForm({ ...form, ...changed })
  const save = async () => {
    const { url, description, event_types } = form
    const max_attempts_per_minute = rate.trim() === '' ? null : Number(rate)
    await onSave({ url, description: description || null, event_types, max_attempts_per_minute })
  }
  return (
    <FormDialog {...dialog} onOpen={fill} onSubmit={save}>
      <Field
        label="URL"
        type="url"
        description="A public HTTPS URL of your server"
        placeholder="https://hooks.example.com/reviews"
        value={form.url}
        onChange={(url) => change({ url })}
        isRequired
        autoFocus
      />
      <Field
        label="Description"
        value={form.description ?? ''}
        onChange={(description) => change({ description })}
        maxLength={bounds.CreateWebhookRequest.description.maxLength}
      />
      <EventTypeChoice value={form.event_types} onChange={(event_types) => change({ event_types })} />
      <Field
        label="Attempts per minute"
        description={`1 to ${formatNumber(attemptsMax)}; empty for no limit`}
        inputMode="numeric"
        value={rate}
        onChange={setRate}
        validate={rateProblem}
      />
    </FormDialog>
  )
}

/** Returns the error in the text of a rate, or null. */
function rateProblem(text: string): string | null {
  const rate = Number(text)
  const isRate = text.trim() === '' || (Number.isInteger(rate) && rate >= 1 && rate <= attemptsMax)
  return isRate ? null : `Enter a whole number from 1 to ${formatNumber(attemptsMax)}.`
}

function EventTypeChoice({ value, onChange }: { value: EventType[]; onChange: (value: EventType[]) => void }) {
  return (
    <CheckboxGroup
      className="field"
      value={value}
      isRequired
      onChange={(chosen) => onChange(eventTypes.filter((type) => chosen.includes(type)))}
    >
      <Label>Which events it receives</Label>
      {eventTypes.map((type) => (
        <Checkbox key={type} value={type} className="checkbox">
          <span className="box" aria-hidden="true" />
          <span>
            {eventTypeDescriptions[type]} <code>{type}</code>
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}
