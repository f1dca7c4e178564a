import type { Plan } from '@svc/db/accounts'
import type { Trade } from '@svc/db/businesses'
import type { Source } from '@svc/db/reviews'

// The words of the contract that an operator types.

export const plans = ['starter', 'growth', 'scale'] as const satisfies readonly Plan[]
export const trades = [
  'restaurant',
  'hotel',
  'salon',
  'garage',
  'dentist',
  'retail',
  'other',
] as const satisfies readonly Trade[]
export const sources = ['google', 'yelp', 'tripadvisor', 'facebook', 'other'] as const satisfies readonly Source[]
