import { describe, expect, test } from 'vitest'
import { runSvc } from '../test/svc.ts'
import { commands } from './commands/index.ts'

describe('help', () => {
  test.each(commands.map(({ name }) => name))('svc %s --help says what it does and every option', async (name) => {
    const { exitCode, stdout, stderr } = await runSvc(`${name} --help`)
    expect(exitCode).toBe(0)
    expect(stderr).toBe('')
    const command = commands.find((candidate) => candidate.name === name)
    expect(stdout).toContain(`svc ${name}: ${command?.summary}`)
    for (const option of Object.keys(command?.options ?? {})) expect(stdout).toContain(`--${option}`)
    expect(stdout.split('\n').every((line) => line.length <= 180)).toBe(true)
  })

  test.each(['', '--help', 'help', '-h'])('svc %s lists every command', async (words) => {
    const { exitCode, stdout } = await runSvc(words === '' ? [] : words)
    expect(exitCode).toBe(0)
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`  ${name} +${summary}`))
  })

  test('a group shows its commands', async () => {
    const { exitCode, stdout } = await runSvc('key --help')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('key issue')
    expect(stdout).not.toContain('account create')
  })

  test('svc help key issue is svc key issue --help', async () => {
    expect((await runSvc('help key issue')).stdout).toBe((await runSvc('key issue --help')).stdout)
  })
})

describe('a command line that makes no sense ends with exit code 2 and says what was meant', () => {
  test.each([
    ['acount list', 'There is no command "acount". Did you mean account?'],
    ['account lsit', 'There is no command "account lsit". Did you mean account list?'],
    ['frobnicate', 'There is no command "frobnicate". svc --help lists the commands.'],
    ['key', 'svc key needs a second word.'],
    ['--json account list', 'The command comes first, then --json.'],
    ['account list --jsn', 'There is no option --jsn. Did you mean --json?'],
    ['account list extra', '"extra" is one word too many.'],
    ['account set-plan acc', 'PLAN is missing.'],
    ['account set-plan acc groth', 'PLAN is starter or growth or scale, not "groth". Did you mean growth?'],
    ['key issue --kind test', '--name NAME is missing.'],
    ['key issue --kind tset --name x', '--kind is test or live, not "tset". Did you mean test?'],
    ['key issue --name --kind test', '--name needs a value'],
    ['key issue --kind test --name a --name b', '--name is given twice.'],
    ['key issue --kind test --name a --expires-in soon', '--expires-in is a time such as 30m, 12h'],
    ['key issue --kind test --name a --scopes businesses:reed', '"businesses:reed" is no scope'],
    ['analysis run --business x --wait=yes', '--wait takes no value.'],
    ['limits set', 'NAME=NUMBER is missing.'],
    ['limits set ip=0', 'ip is a whole number from 1 to 1000000'],
    ['limits set ips=5', 'There is no limit "ips". Did you mean ip?'],
    ['webhooks resend', 'Say what is to be sent again: --dead-lettered.'],
  ])('svc %s', async (words, sentence) => {
    const { exitCode, stdout, stderr } = await runSvc(words)
    expect(stderr).toContain(sentence)
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
  })
})

describe('where npm started it, commands are shown as npm takes them', () => {
  const env = { npm_lifecycle_event: 'svc' }

  test('in the help, with its examples', async () => {
    const { stdout } = await runSvc('flag set --help', { env })
    expect(stdout).toContain('Usage: npm run -s svc -- flag set NAME STATE')
    expect(stdout).toContain('  npm run -s svc -- flag set live_keys_enabled on\n')
    expect(stdout).toContain('As "npm run -s svc -- flag list" shows it')
    expect((await runSvc('listen --help', { env })).stdout).toContain(
      '  SVC_API_KEY=svc_test_… npm run -s svc -- listen ',
    )
    expect((await runSvc('key --help', { env })).stdout).toContain('npm run -s svc -- key COMMAND --help shows more.')
    expect((await runSvc([], { env })).stdout).toContain('Usage: npm run -s svc -- COMMAND [OPTIONS]')
  })

  test('in what is said about a mistake', async () => {
    expect((await runSvc('key', { env })).stderr).toContain('npm run -s svc -- key needs a second word.')
    expect((await runSvc('frobnicate', { env })).stderr).toContain(' npm run -s svc -- --help lists the commands.')
    expect((await runSvc('key list --jsn', { env })).stderr).toContain('\nnpm run -s svc -- key list --help shows how')
  })
})

test('all that is wrong with the values of a command line is told at once', async () => {
  const words = 'account create --plan pro --trade pub --country Netherlands --website x --timezone Mars/Base extra'
  const { exitCode, stderr } = await runSvc(words)
  expect(exitCode).toBe(2)
  expect(stderr).toBe(
    [
      '--plan is starter or growth or scale, not "pro".',
      '--trade is restaurant or hotel or salon or garage or dentist or retail or other, not "pub".',
      '--country is an ISO 3166-1 code of two letters, such as NL, not "Netherlands".',
      '--website is an address such as https://www.example.com, not "x".',
      '--timezone is an IANA name, such as Europe/Amsterdam, not "Mars/Base".',
      '--name NAME is missing.',
      '"extra" is one word too many.',
      'svc account create --help shows how it is used.',
      '',
    ].join('\n'),
  )
  // After an option without its value, what the other words mean is a guess.
  expect((await runSvc('key issue --name --kind test')).stderr).not.toContain('missing')
})

test('with --json an error is JSON as well', async () => {
  const { exitCode, stderr } = await runSvc('account list --json --jsn')
  expect(exitCode).toBe(2)
  expect(JSON.parse(stderr).error).toMatchObject({ exit_code: 2, message: expect.stringContaining('--jsn') })
})

test('where no service runs, an operator command says what to start', async () => {
  const { exitCode, stderr } = await runSvc('account list', { env: { SVC_DATA_DIR: '/nonexistent/svc' } })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('No service is running with the data in /nonexistent/svc.\nStart it with "npm start"')
})

test('wrong settings are told all at once', async () => {
  const { exitCode, stderr } = await runSvc('account list', { env: { SVC_PORT: 'x', WEBHOOK_TIMEOUT: 'y' } })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('SVC_PORT')
  expect(stderr).toContain('WEBHOOK_TIMEOUT')
})
