import type { ReactNode } from 'react'
import { api } from '../api.ts'
import { Loaded } from './feedback.tsx'

/** Reads the business of the account, to which reviews and insights belong. */
export function OfBusiness({ children }: { children: (businessId: string) => ReactNode }) {
  const account = api.useQuery('get', '/account')
  return <Loaded query={account}>{({ data }) => children(data.business.id)}</Loaded>
}
