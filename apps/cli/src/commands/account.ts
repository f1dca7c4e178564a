import { createAccount, listAccounts, updateAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { command, UsageError } from '../command.ts'
import { chooseAccount, withDatabase } from '../operator.ts'
import { asTyped, table } from '../text.ts'
import { plans, trades } from '../words.ts'

const create = command({
  name: 'account create',
  summary: 'Open an account with its business',
  details: `
    An account is bound to one business for good. The plans growth and scale include the API; starter does once the
    account is entitled to api_demo.`,
  options: {
    name: { value: 'NAME', required: true, read: nameOf(120), help: 'Name of the account' },
    plan: { choices: plans, required: true, help: 'Plan of the account' },
    'business-name': {
      value: 'NAME',
      read: nameOf(120),
      help: 'Name of the business; that of the account unless told',
    },
    trade: { choices: trades, required: true, help: 'What the business does' },
    city: { value: 'CITY', read: nameOf(80), help: 'Where it is' },
    country: { value: 'CC', required: true, read: readCountry, help: 'ISO 3166-1 code, such as NL' },
    timezone: { value: 'ZONE', required: true, read: readTimezone, help: 'IANA name, such as Europe/Amsterdam' },
    website: { value: 'URL', read: readWebsite, help: 'Its public site' },
  },
  examples: [
    'svc account create --name "Rosso Trattoria" --plan growth --trade restaurant --country NL --timezone Europe/Amsterdam',
  ],
  async run({ options }, context) {
    const business = {
      name: options['business-name'] ?? options.name,
      trade: options.trade,
      city: options.city ?? null,
      country: options.country,
      timezone: options.timezone,
      website: options.website ?? null,
    }
    const created = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        const account = await createAccount(transaction, { name: options.name, plan: options.plan })
        return { account, business: await createBusiness(transaction, account.id, business) }
      }),
    )
    const { account } = created
    const next = asTyped(`svc key issue --account ${account.id} --kind test --name "first key"`, context.env)
    return {
      data: created,
      text: `Opened ${account.id} (${account.name}, ${account.plan}) with the business ${created.business.id}.\nNext: ${next}`,
    }
  },
})

const list = command({
  name: 'account list',
  summary: 'List the accounts and their businesses',
  async run(_input, context) {
    const accounts = await withDatabase(context, ({ db }) => listAccounts(db))
    const rows = accounts.map((account) => [
      account.id,
      account.name,
      account.plan,
      account.api_demo ? 'api_demo' : '',
      account.business_id ?? '(no business)',
    ])
    return {
      data: accounts,
      text: table(
        ['ACCOUNT', 'NAME', 'PLAN', 'ENTITLED', 'BUSINESS'],
        rows,
        asTyped('There is no account yet. Open one with "svc account create".', context.env),
      ),
    }
  },
})

const setPlan = command({
  name: 'account set-plan',
  summary: 'Put an account on another plan',
  details: 'The next request of the account sees it.',
  arguments: [
    { name: 'ACCOUNT', help: 'Id or name' },
    { name: 'PLAN', help: plans.join(', '), choices: plans },
  ],
  async run({ arguments: [named, plan] }, context) {
    const account = await withDatabase(context, async ({ db }) =>
      updateAccount(db, (await chooseAccount(db, named)).id, { plan }),
    )
    return { data: account, text: `${account?.name} is on the plan ${account?.plan}.` }
  },
})

const entitle = command({
  name: 'account entitle',
  summary: 'Give or take the entitlement api_demo, which opens the API on any plan',
  arguments: [
    { name: 'ACCOUNT', help: 'Id or name' },
    { name: 'STATE', help: 'on or off', choices: ['on', 'off'] },
  ],
  async run({ arguments: [named, state] }, context) {
    const account = await withDatabase(context, async ({ db }) =>
      updateAccount(db, (await chooseAccount(db, named)).id, { api_demo: state === 'on' }),
    )
    return { data: account, text: `${account?.name}: api_demo is ${state}.` }
  },
})

export const accountCommands = [create, list, setPlan, entitle]

/** The bounds are those of the contract, so that what an operator writes can always be shown. */
export function readName(option: string, text: string, charactersMax: number): string {
  const name = text.trim()
  if (name.length === 0 || name.length > charactersMax)
    throw new UsageError(`${option} has 1 to ${charactersMax} characters.`)
  return name
}

function nameOf(charactersMax: number) {
  return (text: string, option: string) => readName(option, text, charactersMax)
}

function readCountry(text: string): string {
  const code = text.toUpperCase()
  const isKnown = /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
  if (!isKnown) throw new UsageError(`--country is an ISO 3166-1 code of two letters, such as NL, not "${text}".`)
  return code
}

function readTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new UsageError(`--timezone is an IANA name, such as Europe/Amsterdam, not "${text}".`)
  }
}

export function readWebsite(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href.length <= 2048) return url.href
  throw new UsageError(`--website is an address such as https://www.example.com, not "${text}".`)
}
