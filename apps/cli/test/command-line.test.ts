import { describe, expect, test } from 'vitest'
import { commands } from '../src/commands/index.ts'
import { runSvc } from './svc.ts'

describe('help', () => {
  test.each(commands.map(({ name }) => name))('svc %s --help describes the command and every option', async (name) => {
    const { exitCode, stdout, stderr } = await runSvc(`${name} --help`)
    expect(exitCode).toBe(0)
    expect(stderr).toBe('')
    const command = commands.find((candidate) => candidate.name === name)
    expect(stdout).toContain(`Usage: svc ${name} `)
    expect(stdout.replace(/\s+/g, ' ')).toContain(`${command?.summary}.`)
    for (const option of Object.keys(command?.options ?? {})) expect(stdout).toContain(`--${option}`)
    expect(stdout.split('\n').every((line) => line.length <= 180)).toBe(true)
  })

  test.each(['', '--help', 'help', '-h'])('svc %s lists every command', async (words) => {
    const { exitCode, stdout } = await runSvc(words === '' ? [] : words)
    expect(exitCode).toBe(0)
    for (const { name, summary } of commands) expect(stdout.replace(/\s+/g, ' ')).toContain(` ${name} ${summary}`)
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

describe('an invalid command line ends with exit code 2 and a message with the correction', () => {
  test.each([
    ['acount list', 'Unknown command "acount". Did you mean account?'],
    ['account lsit', 'Unknown command "account lsit". Did you mean account list?'],
    ['frobnicate', 'Unknown command "frobnicate".\nRun "svc --help" for usage.'],
    ['key', 'Missing command after "svc key".'],
    ['--json account list', 'Options come after the command: svc COMMAND --json.'],
    ['account list --jsn', 'Unknown option "--jsn". Did you mean --json?'],
    ['account list extra', 'Unexpected argument "extra".'],
    ['account set-plan acc', 'Missing argument PLAN.'],
    ['account set-plan acc groth', 'PLAN must be starter, growth, or scale, not "groth". Did you mean growth?'],
    ['key issue --kind test', 'Missing option --name NAME.'],
    ['key issue --kind tset --name x', '--kind must be test or live, not "tset". Did you mean test?'],
    ['key issue --name --kind test', '--name needs a value'],
    ['key issue --kind test --name a --name b', '--name is given more than once.'],
    ['key issue --kind test --name a --expires-in soon', '--expires-in must be a period such as 30m, 12h'],
    ['key issue --kind test --name a --scopes businesses:reed', 'not "businesses:reed". Did you mean businesses:read?'],
    ['analysis run --business x --wait=yes', 'Unknown option "--wait=yes".'],
    ['limits set', 'Missing argument NAME=NUMBER.'],
    ['limits set ip=0', 'NAME=NUMBER must set ip to a whole number from 1 to 1000000'],
    ['limits set ips=5', 'NAME=NUMBER must name one of ip, account, key,'],
    ['webhooks resend', 'Missing option --dead-lettered.'],
  ])('svc %s is refused with that message', async (words, message) => {
    const { exitCode, stdout, stderr } = await runSvc(words)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
    expect(stdout).toBe('')
  })
})

describe('when started by npm, commands are shown as npm runs them', () => {
  const env = { npm_lifecycle_event: 'svc' }

  test('the help and its examples show commands as npm runs them', async () => {
    const { stdout } = await runSvc('flag set --help', { env })
    expect(stdout).toContain('Usage: npm run -s svc -- flag set NAME STATE')
    expect(stdout).toContain('  npm run -s svc -- flag set live_keys_enabled on\n')
    expect(stdout).toContain('as "npm run -s svc -- flag list" shows it')
    expect((await runSvc('listen --help', { env })).stdout).toContain(
      '  SVC_API_KEY=svc_test_… npm run -s svc -- listen ',
    )
    expect((await runSvc('key --help', { env })).stdout).toContain('Usage: npm run -s svc -- key [options] [command]')
    expect((await runSvc([], { env })).stdout).toContain('Usage: npm run -s svc -- [options] [command]')
  })

  test('usage errors show commands as npm runs them', async () => {
    expect((await runSvc('key', { env })).stderr).toContain('Missing command after "npm run -s svc -- key".')
    expect((await runSvc('frobnicate', { env })).stderr).toContain('\nRun "npm run -s svc -- --help" for usage.')
    expect((await runSvc('key list --jsn', { env })).stderr).toContain(
      '\nRun "npm run -s svc -- key list --help" for usage.',
    )
  })
})

test('all invalid values of a command line are reported together', async () => {
  const words = 'account create --plan pro --trade pub --country Netherlands --website x --timezone Mars/Base extra'
  const { exitCode, stderr } = await runSvc(words)
  expect(exitCode).toBe(2)
  expect(stderr).toBe(
    [
      'Missing option --name NAME.',
      '--plan must be starter, growth, or scale, not "pro".',
      '--trade must be restaurant, hotel, salon, garage, dentist, retail, or other, not "pub".',
      '--country must be an ISO 3166-1 code of two letters, such as NL, not "Netherlands".',
      '--timezone must be an IANA time zone, such as Europe/Amsterdam, not "Mars/Base".',
      '--website must be a URL such as https://www.example.com, not "x".',
      'Unexpected argument "extra".',
      'Run "svc account create --help" for usage.',
      '',
    ].join('\n'),
  )
  // After an option without its value, what the other words mean is a guess.
  expect((await runSvc('key issue --name --kind test')).stderr).not.toContain('Missing')
})

test('with --json, errors are JSON too', async () => {
  const { exitCode, stderr } = await runSvc('account list --json --jsn')
  expect(exitCode).toBe(2)
  expect(JSON.parse(stderr).error).toMatchObject({ exit_code: 2, message: expect.stringContaining('--jsn') })
})

test('when no service runs, the error of an operator command contains what to start', async () => {
  const { exitCode, stderr } = await runSvc('account list', { env: { SVC_DATA_DIR: '/nonexistent/svc' } })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('No service is running with the data in /nonexistent/svc.\nStart it with "npm start"')
})

test('all invalid settings are reported together', async () => {
  const { exitCode, stderr } = await runSvc('account list', { env: { SVC_PORT: 'x', WEBHOOK_TIMEOUT: 'y' } })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('SVC_PORT')
  expect(stderr).toContain('WEBHOOK_TIMEOUT')
})
