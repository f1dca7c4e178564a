import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as bounds from '@generated/contract/bounds'
import { type Plan, plans, type Trade, trades } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { countOf, formatCount, table } from '@svc/command-line/text'
import { eraseAccount, findErasedAccount } from '@svc/db/account-erasure'
import { exportAccount } from '@svc/db/account-export'
import { createAccount, listAccounts } from '@svc/db/accounts'
import { changeAccount, changeRetention } from '@svc/db/administration'
import { operatorActor, recordChange } from '@svc/db/audit-log'
import { createBusiness } from '@svc/db/businesses'
import { openServiceKeyring } from '@svc/db/key-register'
import { applyChangedRetention, retentionDaysMax } from '@svc/db/review-retention'
import { isId } from '@svc/runtime/ids'
import { exportToDirectory, exportToFile } from '../account-export.ts'
import { asTyped } from '../as-typed.ts'
import { accountOption, chooseAccount, withDatabase } from '../operator.ts'
import { nameUpTo, parseCountry, parseRetention, parseTimezone, websiteOption } from '../parsers.ts'

const create = defineCommand({
  name: 'account create',
  summary: 'Create an account, with or without its business',
  description: `
    An account belongs to one business permanently. Describe it with --trade, --country and --timezone. If you omit all business
    options, the business is created on the first page of the portal, or by a client with businesses:write (see "svc client grant").

    The plans growth and scale include the API. For the plan starter, enable
    the API with "svc account entitle ACCOUNT on".`,
  options: {
    name: {
      value: 'NAME',
      required: true,
      parse: nameUpTo(bounds.AccountName.maxLength),
      description: 'Name of the account',
    },
    plan: { choices: plans, required: true, description: 'Plan of the account' },
    'business-name': {
      value: 'NAME',
      parse: nameUpTo(bounds.CreateBusinessRequest.name.maxLength),
      description: 'Name of the business (default: the name of the account)',
    },
    trade: { choices: trades, description: 'Trade of the business' },
    city: {
      value: 'CITY',
      parse: nameUpTo(bounds.CreateBusinessRequest.city.maxLength),
      description: 'City of the business',
    },
    country: {
      value: 'CC',
      parse: parseCountry,
      description: 'Country, an ISO 3166-1 code such as NL',
    },
    timezone: {
      value: 'ZONE',
      parse: parseTimezone,
      description: 'IANA time zone, such as Europe/Amsterdam',
    },
    website: websiteOption,
  },
  examples: [
    'svc account create --name "Rosso Trattoria" --plan growth --trade restaurant --country NL --timezone Europe/Amsterdam',
  ],
  async run({ options }, context) {
    const business = businessOf(options)
    const created = await withDatabase(context, ({ db }) =>
      db.transaction(async (transaction) => {
        const account = await createAccount(transaction, { name: options.name, plan: options.plan })
        await recordChange(transaction, operatorActor, {
          action: 'account.created',
          account_id: account.id,
          after: { plan: account.plan },
        })
        return { account, business: business && (await createBusiness(transaction, account.id, business)) }
      }),
    )
    const { account } = created
    const next = asTyped(`svc key issue --account ${account.id} --kind test --name "first key"`, context.env)
    return {
      data: created,
      text: `Created ${account.id} (${account.name}, ${account.plan}) with ${created.business ? `the business ${created.business.id}` : 'no business'}.\nNext: ${next}`,
    }
  },
})

interface BusinessOptions {
  name: string
  'business-name': string | undefined
  trade: Trade | undefined
  city: string | undefined
  country: string | undefined
  timezone: string | undefined
  website: string | undefined
}

/** The business that the options describe, or null if none of them does. */
function businessOf({ name, trade, country, timezone, city, website, ...options }: BusinessOptions) {
  const businessName = options['business-name']
  if ([businessName, trade, country, timezone, city, website].every((value) => value === undefined)) return null
  if (trade === undefined || country === undefined || timezone === undefined)
    throw new UsageError(
      'A business needs --trade, --country and --timezone. Omit all business options to create the account without one.',
    )
  return { name: businessName ?? name, trade, city: city ?? null, country, timezone, website: website ?? null }
}

const list = defineCommand({
  name: 'account list',
  summary: 'List the accounts and their businesses',
  async run(_input, context) {
    const accounts = await withDatabase(context, ({ db }) => listAccounts(db))
    const rows = accounts.map((account) => [
      account.id,
      account.erasing_since === null ? account.name : `${account.name} (being deleted)`,
      account.plan,
      account.api_demo ? 'api_demo' : '',
      account.business_id ?? '(no business)',
    ])
    return {
      data: accounts,
      text: table(
        ['ACCOUNT', 'NAME', 'PLAN', 'ENTITLED', 'BUSINESS'],
        rows,
        asTyped('There are no accounts yet. Create one with "svc account create".', context.env),
      ),
    }
  },
})

const setPlan = defineCommand({
  name: 'account set-plan',
  summary: 'Change the plan of an account',
  description: 'Takes effect with the next request of the account.',
  arguments: [
    { name: 'ACCOUNT', description: 'Id or name' },
    { name: 'PLAN', description: plans.join(', '), choices: plans },
  ],
  async run({ arguments: [named, plan] }, context) {
    const account = await changeNamed(context, named, { plan })
    return { data: account, text: `${account.name} is now on the plan ${account.plan}.` }
  },
})

const entitle = defineCommand({
  name: 'account entitle',
  summary: 'Grant or revoke the entitlement api_demo, which adds the API to any plan',
  arguments: [
    { name: 'ACCOUNT', description: 'Id or name' },
    { name: 'STATE', description: 'on or off', choices: ['on', 'off'] },
  ],
  async run({ arguments: [named, state] }, context) {
    const account = await changeNamed(context, named, { api_demo: state === 'on' })
    return { data: account, text: `${account.name}: api_demo is ${state}.` }
  },
})

function changeNamed(context: Context, named: string, change: { plan?: Plan; api_demo?: boolean }) {
  return withDatabase(context, async ({ db }) => {
    const { id } = await chooseAccount(db, named)
    const changed = await db.transaction((transaction) => changeAccount(transaction, operatorActor, id, change))
    if (changed === undefined) throw new CommandError(`The account ${named} was deleted in the meantime.`)
    return changed
  })
}

const setRetention = defineCommand({
  name: 'account set-retention',
  summary: 'Set how long an account keeps reviews',
  description: `
    Reviews are deleted DAYS days after they were posted, with everything that quotes them. If the posting date of a review is
    unknown, the period begins when the review is stored. The rule of a source (see "svc source set-retention") may delete
    reviews earlier.`,
  arguments: [
    { name: 'ACCOUNT', description: 'Id or name' },
    { name: 'DAYS', parse: parseRetention, description: `1 to ${retentionDaysMax}, or off to keep reviews` },
  ],
  examples: ['svc account set-retention "Rosso Trattoria" 395'],
  async run({ arguments: [named, days] }, context) {
    const { id, name } = await withDatabase(context, async ({ db }) => {
      const account = await chooseAccount(db, named)
      await db.transaction((transaction) =>
        changeRetention(transaction, operatorActor, account.id, { review_retention_days: days }),
      )
      while (await applyChangedRetention(db));
      return account
    })
    const kept =
      days === null ? 'keeps its reviews' : `keeps reviews for ${countOf(days, 'day')} after they were posted`
    return { data: { account_id: id, review_retention_days: days }, text: `${name} ${kept}.` }
  },
})

const exportAll = defineCommand({
  name: 'account export',
  summary: 'Write everything that an account owns to a folder or a file',
  description: `
    To a folder, the export writes the report files and one NDJSON file for each kind of record, in the format of the API. If
    the path ends with .ndjson, the export writes one file with all records. The export is a consistent snapshot of the
    account. Secrets are not exported, because they cannot be shown again.`,
  options: {
    account: accountOption,
    to: { value: 'PATH', required: true, description: 'An empty or new folder, or a new file that ends with .ndjson' },
  },
  examples: ['svc account export --account "Rosso Trattoria" --to rosso'],
  async run({ options }, context) {
    const path = resolve(context.workingDirectory, options.to)
    const { account, records } = await withDatabase(context, async ({ db }) => {
      const { id } = await chooseAccount(db, options.account)
      const target = path.endsWith('.ndjson') ? exportToFile(path) : exportToDirectory(path)
      const exported = await exportAccount(db, id, (record) => target.write(record))
      if (exported === undefined) throw new CommandError('The account was deleted during the export.')
      return { account: exported, records: await target.end() }
    })
    const count = Object.values(records).reduce((sum, each) => sum + each, 0)
    return {
      data: { account_id: account.id, path, records },
      text: `Wrote ${countOf(count, 'record')} of ${account.name} to ${options.to}.`,
    }
  },
})

const deleteAccount = defineCommand({
  name: 'account delete',
  summary: 'Delete an account and everything that it owns',
  description: `
    Keys, clients, users and tokens stop working immediately. Records are then deleted in batches, so that other accounts are
    not blocked. This cannot be undone: export the account first. If the command is interrupted, run it again. Only a hash of
    the account id and the time of the deletion remain.`,
  arguments: [{ name: 'ACCOUNT', description: 'Id or name' }],
  options: { confirm: { value: 'NAME', description: 'Name of the account, to skip the confirmation prompt' } },
  examples: ['svc account delete "Rosso Trattoria"'],
  async run({ arguments: [named], options }, context) {
    const progress = createProgress(context.stderr)
    return withDatabase(context, async ({ db, settings }) => {
      const keyring = await openServiceKeyring(db, settings)
      const erasedAt = isId('acc', named) ? await findErasedAccount(db, named, keyring) : undefined
      if (erasedAt !== undefined) throw new CommandError(`The account ${named} was deleted at ${erasedAt}.`)
      const { id, name } = await chooseAccount(db, named)
      const confirmed = options.confirm ?? (await ask(`Type the name of the account to delete it (${name}): `, context))
      if (confirmed !== name) throw new CommandError(`Nothing was deleted: "${confirmed}" is not the name "${name}".`)
      const onProgress = (table: string, count: number) =>
        progress.show(`Deleted ${formatCount(count)} rows of ${table}`)
      const erased = await eraseAccount(db, id, { keyring, onProgress })
      progress.end()
      return {
        data: { account_id: id, deleted: erased?.deleted ?? {} },
        text: `Deleted ${name} and everything that it owned.`,
      }
    })
  },
})

/** Prompts on standard error and reads one line. Returns an empty string at the end of the input. */
async function ask(question: string, { stdin, stderr }: Context): Promise<string> {
  stderr.write(question)
  for await (const line of createInterface({ input: stdin })) return line.trim()
  return ''
}

export const accountCommands = [create, list, setPlan, entitle, setRetention, exportAll, deleteAccount]
