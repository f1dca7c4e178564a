import { listFlags, setFlag } from '@svc/db/flags'
import { CommandError, command, suggestion } from '../command.ts'
import { chooseAccount, withDatabase } from '../operator.ts'
import { table } from '../text.ts'

const list = command({
  name: 'flag list',
  summary: 'List the flags of the platform and the accounts that differ',
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

const set = command({
  name: 'flag set',
  summary: 'Switch a flag for the platform, or off for one account',
  details: 'For an account, a flag can only be switched off: while the platform has it off, it is off for everyone.',
  arguments: [
    { name: 'NAME', help: 'As "svc flag list" shows it' },
    { name: 'STATE', help: 'on or off', choices: ['on', 'off'] },
  ],
  options: { account: { value: 'ACCOUNT', help: 'Id or name; the whole platform unless told' } },
  examples: ['svc flag set live_keys_enabled on', 'svc flag set live_keys_enabled off --account "Rosso Trattoria"'],
  async run({ arguments: [name, state], options }, context) {
    return withDatabase(context, async ({ db }) => {
      const account = options.account === undefined ? undefined : await chooseAccount(db, options.account)
      if (!(await setFlag(db, name, state === 'on', account?.id ?? null))) {
        const names = (await listFlags(db)).map((flag) => flag.name)
        throw new CommandError(`There is no flag "${name}".${suggestion(name, names)} There are ${names.join(', ')}.`)
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
