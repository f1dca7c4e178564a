import * as bounds from '@generated/contract/bounds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { api, portal } from '../api.ts'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Field } from '../components/parts.tsx'
import { formatDate, formatNumber } from '../format.ts'
import { useMay } from '../session.ts'

const { minimum: daysMin, maximum: daysMax } = bounds.Account.review_retention_days

export function ReviewRetention() {
  const account = api.useQuery('get', '/account')
  const mayManage = useMay().manage('account:manage')
  return (
    <section className="panel short" aria-labelledby="retention">
      <h2 id="retention">Retention of reviews</h2>
      <Loaded query={account}>
        {({ data: { review_retention_days: days } }) => (
          <>
            <p>
              {days === null
                ? 'Reviews are kept until you delete them.'
                : `Reviews are deleted ${formatNumber(days)} days after they were posted, with everything that quotes them.`}
            </p>
            {mayManage && <RetentionForm days={days} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

const dayMs = 86_400_000

function RetentionForm({ days }: { days: number | null }) {
  const queryClient = useQueryClient()
  const [rule, setRule] = useState(days === null ? 'keep' : 'delete')
  const [entered, setEntered] = useState(String(days ?? 395))
  const set = portal.useMutation('put', '/account/review-retention', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['get', '/account'] }),
  })
  const chosen = rule === 'keep' ? null : Number(entered)
  const isValid = chosen === null || (Number.isInteger(chosen) && chosen >= daysMin && chosen <= daysMax)
  return (
    <>
      <RadioGroup className="field" value={rule} onChange={setRule}>
        <Label className="hidden">What happens to reviews</Label>
        <Radio className="checkbox" value="keep">
          <span className="box round" aria-hidden="true" />
          Keep reviews
        </Radio>
        <Radio className="checkbox" value="delete">
          <span className="box round" aria-hidden="true" />
          Delete reviews after a number of days
        </Radio>
      </RadioGroup>
      {rule === 'delete' && (
        <div className="narrow">
          <Field
            label="Days"
            description={`From ${daysMin} to ${formatNumber(daysMax)}`}
            type="number"
            value={entered}
            onChange={setEntered}
            isInvalid={!isValid}
            isRequired
          />
        </div>
      )}
      {chosen !== days && isValid && (
        <div className="row">
          <ConfirmButton
            action="Save the rule"
            title="Change the retention of reviews?"
            onConfirm={() => set.mutateAsync({ body: { review_retention_days: chosen } })}
          >
            {chosen === null ? (
              <p>Reviews that are stored now are kept. Reviews that were deleted do not come back.</p>
            ) : (
              <p>
                Every review that was posted before {formatDate(new Date(Date.now() - chosen * dayMs).toISOString())} is
                deleted within minutes, with everything that quotes it. This cannot be undone.
              </p>
            )}
          </ConfirmButton>
        </div>
      )}
    </>
  )
}
