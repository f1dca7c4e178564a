import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { suggestion } from '@svc/command-line/suggestion'
import { table } from '@svc/command-line/text'
import { changeFlag } from '@svc/db/administration'
import { operatorActor } from '@svc/db/audit-log'
import { listFlags } from '@svc/db/flags'
import { chooseAccount, withDatabase } from '../operator.ts'

const list = defineCommand({
  name: 'flag list',
  summary: 'List the feature flags and the accounts with a different state',
  async run(_input, context) {
    const flags = await withDatabase(context, ({ db }) => listFlags(db))
    const rows = flags.map(({ name, enabled, accounts }) => [
      name,
      onOff(enabled),
      accounts.map((account) => `${onOff(account.enabled)} for ${account.account_id}`).join(', '),
    ])
    return { data: flags, text: table(['FLAG', 'STATE', 'ACCOUNTS'], rows, 'There are no flags.') }
  },
})

const set = defineCommand({
  name: 'flag set',
  summary: 'Set a feature flag for the platform, or switch it off for one account',
  description:
    'A flag that is off for the platform is off for every account. For a single account, a flag can only be switched off.',
  arguments: [
    { name: 'NAME', description: 'Name of the flag, as "svc flag list" shows it' },
    { name: 'STATE', description: 'on or off', choices: ['on', 'off'] },
  ],
  options: { account: { value: 'ACCOUNT', description: 'Id or name (default: the whole platform)' } },
  examples: ['svc flag set live_keys_enabled on', 'svc flag set live_keys_enabled off --account "Rosso Trattoria"'],
  async run({ arguments: [name, state], options }, context) {
    return withDatabase(context, async ({ db }) => {
      const account = options.account === undefined ? undefined : await chooseAccount(db, options.account)
      const change = { name, enabled: state === 'on', accountId: account?.id ?? null }
      if (!(await db.transaction((transaction) => changeFlag(transaction, operatorActor, change)))) {
        const names = (await listFlags(db)).map((flag) => flag.name)
        throw new CommandError(`Unknown flag "${name}".${suggestion(name, names)} The flags are ${names.join(', ')}.`)
      }
      const data = { name, enabled: state === 'on', account_id: account?.id ?? null }
      return { data, text: `${name} is ${state}${account ? ` for ${account.name}` : ' for the platform'}.` }
    })
  },
})

export const flagCommands = [list, set]

function onOff(enabled: boolean): string {
  return enabled ? 'on' : 'off'
}
