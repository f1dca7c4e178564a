import type { ReactNode } from 'react'
import { api } from '../api.ts'
import { Loaded } from './feedback.tsx'

interface OfBusinessProps {
  /** The heading until the business is known, for a page that has no other until then. */
  title?: string
  children: (businessId: string) => ReactNode
}

/** Reads the business of the account, to which reviews and insights belong. */
export function OfBusiness({ title, children }: OfBusinessProps) {
  const account = api.useQuery('get', '/account')
  return (
    <Loaded query={account} {...(title && { title })}>
      {({ data }) => children(data.business.id)}
    </Loaded>
  )
}
