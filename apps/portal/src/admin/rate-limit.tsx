import * as bounds from '@generated/contract/bounds'
import { useState } from 'react'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Field } from '../components/parts.tsx'
import { formatNumber } from '../format.ts'

const limitMax = bounds.SetRateLimitRequest.limit.maximum

/** Sets the rate limit of one account or key. An empty field makes the general limit apply. */
export function RateLimitForm({
  label,
  subject,
  limit,
  onSet,
}: {
  label: string
  subject: string
  limit: number | null
  onSet: (limit: number | null) => Promise<unknown>
}) {
  const [text, setText] = useState(limit === null ? '' : String(limit))
  const value = text.trim() === '' ? null : Number(text)
  const isValid = value === null || (Number.isInteger(value) && value >= 1 && value <= limitMax)
  return (
    <div className="row">
      <Field
        label={label}
        description={`1 to ${formatNumber(limitMax)}; empty for the general limit`}
        inputMode="numeric"
        value={text}
        onChange={setText}
        isInvalid={!isValid}
      />
      {isValid && value !== limit && (
        <ConfirmButton
          action="Set the limit"
          isDestructive={false}
          title={`Set the rate limit of ${subject}?`}
          onConfirm={() => onSet(value)}
        >
          <p>
            {value === null
              ? 'The general limit applies again, within five seconds.'
              : `Beyond ${formatNumber(value)} requests in 60 seconds the response is 429, within five seconds.`}
          </p>
        </ConfirmButton>
      )}
    </div>
  )
}
