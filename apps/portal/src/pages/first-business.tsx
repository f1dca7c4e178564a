import * as bounds from '@generated/contract/bounds'
import { type Trade, trades } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { portal } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { ErrorPanel } from '../components/feedback.tsx'
import { Field, FinalButton, PageHeader } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { useMay } from '../session.ts'

/** The page of an account without a business, shown instead of every other page. */
export function FirstBusinessPage() {
  const mayManage = useMay().manage('account:manage')
  return (
    <>
      <PageHeader title="Your business">
        The account has no business yet. Reviews, analyses and API requests need one. An account has one business, which
        cannot be replaced later.
      </PageHeader>
      {mayManage ? <BusinessForm /> : <p>Ask an owner of the account to create it.</p>}
    </>
  )
}

const newBusiness = bounds.CreateBusinessRequest

function BusinessForm() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [trade, setTrade] = useState<Trade>('restaurant')
  const [city, setCity] = useState('')
  const [country, setCountry] = useState('')
  const [timezone, setTimezone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const create = portal.useMutation('post', '/business', {
    onSuccess: async () => {
      queryClient.clear()
      await router.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ body: { name, trade, country: country.toUpperCase(), timezone, ...(city !== '' && { city }) } })
  }
  return (
    <form className="panel narrow" onSubmit={submit}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={newBusiness.name.maxLength} autoFocus />
      <Choice
        label="Trade"
        value={trade}
        options={trades.map((value) => [value, displayName(value)] as const)}
        isRequired
        onChange={(value) => setTrade(trades.find((one) => one === value) ?? trade)}
      />
      <Field
        label="City"
        description="Optional"
        value={city}
        onChange={setCity}
        maxLength={newBusiness.city.maxLength}
      />
      <Field
        label="Country"
        description="Two letters, such as NL"
        value={country}
        onChange={setCountry}
        isRequired
        maxLength={newBusiness.country.maxLength}
      />
      <Field
        label="Time zone"
        description="Such as Europe/Amsterdam"
        value={timezone}
        onChange={setTimezone}
        isRequired
        maxLength={newBusiness.timezone.maxLength}
      />
      {create.error && <ErrorPanel error={create.error} />}
      <div className="row">
        <FinalButton className="button primary" type="submit" isWorking={create.isPending}>
          Create the business
        </FinalButton>
      </div>
    </form>
  )
}
