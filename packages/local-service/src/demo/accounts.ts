import type { Trade } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { dentistPhrases } from './dentist-phrases.ts'
import { restaurantPhrases } from './restaurant-phrases.ts'
import { type DemoReview, type PhraseBank, type Story, type Talk, writeReviews } from './reviews.ts'

export interface DemoAccount {
  name: string
  plan: 'growth' | 'scale'
  business: Required<Schemas['CreateBusinessRequest']>
  reviews: DemoReview[]
  competitors: DemoCompetitor[]
}

interface DemoCompetitor {
  name: string
  trade: Trade
  website: string
  distance_m: number
  reviews: DemoReview[]
}

/**
 * The two accounts of a new installation, with fictional businesses. The same `now` gives the same data.
 *
 * @param reviewsMax the most reviews that each business gets; the newest ones
 */
export function demoAccounts(now: Date, reviewsMax = Number.POSITIVE_INFINITY): DemoAccount[] {
  const newestOf = (reviews: DemoReview[]) => reviews.slice(-reviewsMax)
  const account = (script: Script): DemoAccount => ({
    name: script.account,
    plan: script.plan,
    business: script.business,
    reviews: newestOf(writeReviews(script.story, script.phrases, now)),
    competitors: script.competitors.map(({ story, ...competitor }) => ({
      ...competitor,
      trade: script.business.trade,
      reviews: newestOf(writeReviews(story, script.phrases, now)),
    })),
  })
  return [account(rosso), account(brightside)]
}

interface Script {
  account: string
  plan: DemoAccount['plan']
  business: DemoAccount['business']
  phrases: PhraseBank
  story: Story
  competitors: (Omit<DemoCompetitor, 'reviews' | 'trade'> & { story: Story })[]
}

/** The reviews of an ordinary Italian restaurant; each story overrides a part. */
const restaurantTalk: Record<string, Talk> = {
  food: { mention: 0.7, complaint: 0.22, cost: 1.2 },
  service: { mention: 0.42, complaint: 0.16, cost: 1.3 },
  wait: { mention: 0.16, complaint: 0.45, cost: 1.1 },
  price: { mention: 0.2, complaint: 0.4, cost: 0.8 },
  ambience: { mention: 0.28, complaint: 0.15, cost: 0.7 },
  cleanliness: { mention: 0.08, complaint: 0.2, cost: 1.3 },
  booking: { mention: 0.06, complaint: 0.3, cost: 1 },
  comfort: { mention: 0.07, complaint: 0.5, cost: 0.6 },
  location: { mention: 0.1, complaint: 0.2, cost: 0.4 },
}

/** The floor and the toilets were renewed about four months ago, and the complaints ended. */
const cleanedDaysAgo = 115

/** The restaurant raised its prices twice. */
function risingComplaints(ageDays: number): number {
  if (ageDays < 120) return 0.88
  return ageDays < 240 ? 0.45 : 0.15
}

const rosso: Script = {
  account: 'Rosso Trattoria',
  plan: 'growth',
  business: {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: 'https://rosso-trattoria.example',
  },
  phrases: restaurantPhrases,
  story: {
    seed: 'rosso',
    count: 306,
    talk: {
      ...restaurantTalk,
      food: { mention: 0.8, complaint: 0.05, cost: 1.4 },
      wait: { mention: 0.34, complaint: 0.82, cost: 1.5 },
      price: { mention: 0.38, complaint: risingComplaints, cost: 0.8 },
      cleanliness: { mention: 0.18, complaint: (ageDays) => (ageDays < cleanedDaysAgo ? 0 : 0.8), cost: 1.4 },
    },
    sources: ['google', 'tripadvisor', 'facebook', 'yelp'],
    replied: 0.34,
  },
  competitors: [
    {
      name: 'Bella Vista',
      website: 'https://bella-vista.example',
      distance_m: 350,
      story: {
        seed: 'bella-vista',
        count: 214,
        talk: {
          ...restaurantTalk,
          food: { mention: 0.6, complaint: 0.25, cost: 1.5 },
          location: { mention: 0.4, complaint: 0.05, cost: 0.4 },
          price: { mention: 0.28, complaint: 0.6, cost: 0.9 },
        },
        sources: ['google', 'tripadvisor'],
        replied: 0.6,
      },
    },
    {
      name: 'Osteria del Ponte',
      website: 'https://osteria-del-ponte.example',
      distance_m: 620,
      story: {
        seed: 'osteria-del-ponte',
        count: 238,
        talk: {
          ...restaurantTalk,
          wait: { mention: 0.4, complaint: 0.05, cost: 1 },
          booking: { mention: 0.18, complaint: 0.06, cost: 1 },
          service: { mention: 0.48, complaint: 0.08, cost: 1.2 },
        },
        sources: ['google', 'tripadvisor', 'yelp'],
        replied: 0.82,
      },
    },
    {
      name: 'Pasta Fresca',
      website: 'https://pasta-fresca.example',
      distance_m: 890,
      story: {
        seed: 'pasta-fresca',
        count: 187,
        talk: {
          ...restaurantTalk,
          price: { mention: 0.42, complaint: 0.06, cost: 0.6 },
          comfort: { mention: 0.24, complaint: 0.85, cost: 0.7 },
        },
        sources: ['google', 'facebook'],
        replied: 0.15,
      },
    },
    {
      name: 'Il Giardino',
      website: 'https://il-giardino.example',
      distance_m: 1240,
      story: {
        seed: 'il-giardino',
        count: 163,
        talk: {
          ...restaurantTalk,
          ambience: { mention: 0.5, complaint: 0.04, cost: 0.5 },
          service: { mention: 0.46, complaint: 0.42, cost: 1.3 },
        },
        sources: ['google', 'tripadvisor', 'facebook'],
        replied: 0.4,
      },
    },
    {
      name: 'Trattoria Sole',
      website: 'https://trattoria-sole.example',
      distance_m: 1710,
      story: {
        seed: 'trattoria-sole',
        count: 152,
        talk: {
          ...restaurantTalk,
          price: { mention: 0.3, complaint: 0.15, cost: 0.8 },
          cleanliness: { mention: 0.22, complaint: 0.7, cost: 1.4 },
        },
        sources: ['google'],
        replied: 0.05,
      },
    },
  ],
}

/** The reviews of an ordinary dental practice. */
const dentistTalk: Record<string, Talk> = {
  gentle: { mention: 0.42, complaint: 0.16, cost: 1.7 },
  explains: { mention: 0.34, complaint: 0.16, cost: 1.2 },
  team: { mention: 0.42, complaint: 0.14, cost: 1.2 },
  treatment: { mention: 0.34, complaint: 0.16, cost: 1.8 },
  phone: { mention: 0.22, complaint: 0.4, cost: 1.1 },
  bill: { mention: 0.18, complaint: 0.35, cost: 1.3 },
  wait: { mention: 0.2, complaint: 0.35, cost: 0.9 },
  clean: { mention: 0.12, complaint: 0.08, cost: 1 },
  comfort: { mention: 0.1, complaint: 0.25, cost: 0.5 },
  location: { mention: 0.08, complaint: 0.35, cost: 0.4 },
  honest: { mention: 0.1, complaint: 0.25, cost: 1.5 },
}

const brightside: Script = {
  account: 'Brightside Dental',
  plan: 'scale',
  business: {
    name: 'Brightside Dental',
    trade: 'dentist',
    city: 'Leeds',
    country: 'GB',
    timezone: 'Europe/London',
    website: 'https://brightside-dental.example',
  },
  phrases: dentistPhrases,
  story: {
    seed: 'brightside',
    count: 298,
    talk: {
      ...dentistTalk,
      gentle: { mention: 0.62, complaint: 0.03, cost: 1.6 },
      comfort: { mention: 0.1, complaint: 0.05, cost: 0.5 },
      explains: { mention: 0.5, complaint: 0.04, cost: 1.1 },
      phone: { mention: 0.4, complaint: 0.82, cost: 1.4 },
      bill: { mention: 0.26, complaint: (ageDays) => (ageDays < 150 ? 0.8 : 0.6), cost: 1.4 },
    },
    sources: ['google', 'facebook', 'yelp'],
    replied: 0.42,
  },
  competitors: [
    {
      name: 'City Smile Clinic',
      website: 'https://city-smile-clinic.example',
      distance_m: 480,
      story: {
        seed: 'city-smile',
        count: 241,
        talk: {
          ...dentistTalk,
          phone: { mention: 0.6, complaint: 0.02, cost: 0.9 },
          wait: { mention: 0.28, complaint: 0.15, cost: 0.9 },
        },
        sources: ['google', 'facebook'],
        replied: 0.76,
      },
    },
    {
      name: 'Park Lane Dental',
      website: 'https://park-lane-dental.example',
      distance_m: 950,
      story: {
        seed: 'park-lane',
        count: 176,
        talk: {
          ...dentistTalk,
          comfort: { mention: 0.32, complaint: 0.04, cost: 0.5 },
          bill: { mention: 0.3, complaint: 0.55, cost: 1.1 },
        },
        sources: ['google', 'yelp'],
        replied: 0.55,
      },
    },
    {
      name: 'Whitehall Dentists',
      website: 'https://whitehall-dentists.example',
      distance_m: 1320,
      story: {
        seed: 'whitehall',
        count: 203,
        talk: {
          ...dentistTalk,
          wait: { mention: 0.36, complaint: 0.75, cost: 1 },
          phone: { mention: 0.28, complaint: 0.5, cost: 1 },
        },
        sources: ['google'],
        replied: 0.1,
      },
    },
    {
      name: 'Northern Dental Care',
      website: 'https://northern-dental-care.example',
      distance_m: 2150,
      story: {
        seed: 'northern',
        count: 158,
        talk: {
          ...dentistTalk,
          bill: { mention: 0.34, complaint: 0.06, cost: 1 },
          gentle: { mention: 0.42, complaint: 0.5, cost: 1.6 },
        },
        sources: ['google', 'facebook'],
        replied: 0.3,
      },
    },
    {
      name: 'The Tooth Studio',
      website: 'https://the-tooth-studio.example',
      distance_m: 2640,
      story: {
        seed: 'tooth-studio',
        count: 169,
        talk: {
          ...dentistTalk,
          treatment: { mention: 0.5, complaint: 0.06, cost: 1.6 },
          honest: { mention: 0.34, complaint: 0.8, cost: 1.4 },
        },
        sources: ['google', 'yelp'],
        replied: 0.48,
      },
    },
  ],
}
