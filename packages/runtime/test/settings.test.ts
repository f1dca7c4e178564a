import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDuration } from '../src/setting-parsers.ts'
import { defaultSettings, readEnvironment, readSettings, SettingsError, withDatabaseUrl } from '../src/settings.ts'
import { settingVariables } from './testing.ts'

const secretKeys = `k2:${randomBytes(32).toString('base64')},k1:${randomBytes(32).toString('base64')}`
const production = {
  SVC_MODE: 'production',
  SVC_SECRET_KEYS: secretKeys,
  SVC_TRUSTED_PROXIES: '10.0.0.0/8',
  SVC_PUBLIC_URL: 'https://reviews.example.com',
}

const dir = mkdtempSync(join(tmpdir(), 'svc-settings-'))
afterAll(() => rmSync(dir, { recursive: true }))

function fileWith(name: string, text: string): string {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}

/** Two authorities, as a file with certificates in PEM has them. */
const authorities = rootCertificates.slice(0, 2).join('\n')

function errorsOf(
  env: NodeJS.ProcessEnv,
  purpose: Parameters<typeof readSettings>[1]['purpose'] = 'start',
): readonly string[] {
  try {
    readSettings(env, { purpose })
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.errors
    throw error
  }
}

test('an empty environment gives the documented defaults, frozen', () => {
  const settings = readSettings({ SVC_PORT: '' }, { purpose: 'start' })
  expect(settings).toMatchObject({
    mode: 'development',
    host: '127.0.0.1',
    port: 3000,
    mockPort: 4010,
    dataDir: resolve('.svc'),
    databaseUrl: null,
    redisUrl: null,
    redisSentinels: [],
    llm: null,
    webhooks: {
      retryScheduleMs: [30_000, 120_000, 600_000, 3_600_000, 21_600_000],
      attemptsMax: 5,
      timeoutMs: 15_000,
      endpointsMax: 20,
      connectTo: [],
    },
  })
  expect(
    Object.isFrozen(settings) && Object.isFrozen(settings.webhooks) && Object.isFrozen(settings.webhooks.connectTo),
  ).toBe(true)
})

test('every variable is read as its example shows it', () => {
  const written = settingVariables.filter(
    ({ name }) => !['SVC_TLS_CERT', 'SVC_TLS_KEY', 'WEBHOOK_CA_FILE', 'SVC_SECRET_KEYS'].includes(name),
  )
  const env = Object.fromEntries(written.map(({ name, example }) => [name, example]))
  const refused = { WEBHOOK_CONNECT_TO: '', BUSINESS_PROFILE_ORIGIN: '' }
  expect(errorsOf({ ...env, SVC_SECRET_KEYS: secretKeys, ...refused })).toEqual([])
})

test('all errors are reported together, each with the variable, the value and an example', () => {
  const errors = errorsOf({
    SVC_PORT: '70000',
    SVC_MODE: 'prod',
    WEBHOOK_TIMEOUT: '15',
    WEBHOOK_CONNECT_TO: 'nowhere',
  })
  expect(errors).toEqual([
    'SVC_MODE: "prod" is not one of development, production. Example: SVC_MODE=production',
    'SVC_PORT: "70000" is not a whole number from 0 to 65535. Example: SVC_PORT=3000',
    'WEBHOOK_TIMEOUT: "15" is not a duration such as 30s, 2m or 1h. Example: WEBHOOK_TIMEOUT=15s',
    'WEBHOOK_CONNECT_TO: "nowhere" is not a list of name:port=address:port or *=address:port. Example: WEBHOOK_CONNECT_TO=hooks.example.com:443=127.0.0.1:8443',
  ])
})

test('an invalid secret is never repeated', () => {
  const message = errorsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', SVC_SECRET_KEYS: 'k1:hunter2' }).join('\n')
  expect(message).toMatch(/DATABASE_URL: its value is not a URL that starts with postgres:/)
  expect(message).toMatch(/SVC_SECRET_KEYS: its value is invalid: the key "k1" has \d+ bytes; 32 are needed/)
  expect(message).not.toContain('hunter2')
})

describe('a secret in a file', () => {
  test.each(settingVariables.filter(({ secret }) => secret).map(({ name, example }) => [name, example]))(
    'is the value of %s, as if the variable itself had it',
    (name, example) => {
      const text = name === 'SVC_SECRET_KEYS' ? secretKeys : example
      const env = Object.fromEntries(settingVariables.map((variable) => [variable.name, variable.example]))
      const others = { ...env, ...production, WEBHOOK_CONNECT_TO: '', WEBHOOK_CA_FILE: '', BUSINESS_PROFILE_ORIGIN: '' }
      const withoutTls = { ...others, SVC_TLS_CERT: '', SVC_TLS_KEY: '' }
      const fromFile = { ...withoutTls, [name]: '', [`${name}_FILE`]: fileWith(name, `${text}\n`) }
      const read = (given: NodeJS.ProcessEnv) => readSettings(given, { purpose: 'start' })
      expect(read(fromFile)).toEqual(read({ ...withoutTls, [name]: text }))
    },
  )

  test('is refused together with the variable, if it is empty, and if it cannot be read', () => {
    const url = 'postgres://svc:hunter2@127.0.0.1/svc'
    const both = { DATABASE_URL: url, DATABASE_URL_FILE: fileWith('both', url) }
    expect(errorsOf(both)).toEqual(['DATABASE_URL and DATABASE_URL_FILE: both are set. Set one of them.'])
    const empty = fileWith('empty', '\n')
    expect(errorsOf({ DATABASE_URL_FILE: empty })).toEqual([`DATABASE_URL_FILE: the file "${empty}" is empty.`])
    expect(errorsOf({ DATABASE_URL_FILE: '/nowhere' })).toEqual([
      'DATABASE_URL_FILE: the file "/nowhere" cannot be read (ENOENT).',
    ])
  })

  test('is never repeated in an error', () => {
    const message = errorsOf({ DATABASE_URL_FILE: fileWith('invalid', 'mysql://root:hunter2@db/x') }).join('\n')
    expect(message).toMatch(/DATABASE_URL: its value is not a URL that starts with postgres:/)
    expect(message).not.toContain('hunter2')
  })

  test('counts as set, so that production starts with secret keys in a file', () => {
    const { SVC_SECRET_KEYS, ...others } = production
    expect(errorsOf({ ...others, SVC_SECRET_KEYS_FILE: fileWith('keys', SVC_SECRET_KEYS) })).toEqual([])
  })

  test('does not reach a program that is started with another database', () => {
    const env = withDatabaseUrl({ DATABASE_URL_FILE: '/run/secrets/database_url' }, 'postgres://127.0.0.1/svc')
    expect(errorsOf(env)).toEqual([])
  })
})

test('a mail server needs a sender, and emails are off without one', () => {
  expect(defaultSettings.email).toBeNull()
  expect(errorsOf({ SVC_SMTP_URL: 'smtps://user:hunter2@mail.example.com' })).toEqual([
    'SVC_EMAIL_FROM: required with SVC_SMTP_URL. Example: SVC_EMAIL_FROM=no-reply@reviews.example.com',
  ])
  expect(errorsOf({ SVC_SMTP_URL: 'https://user:hunter2@mail', SVC_EMAIL_FROM: 'Rosso <a@b>' })).toEqual([
    expect.stringMatching(/^SVC_SMTP_URL: its value is not a URL that starts with smtp:\/\//),
    expect.stringMatching(/^SVC_EMAIL_FROM: "Rosso <a@b>" is not an email address/),
  ])
})

describe('SVC_REDIS_SENTINELS', () => {
  test('lists addresses, and needs the REDIS_URL that has the name of the primary', () => {
    const sentinels = { SVC_REDIS_SENTINELS: 'redis-a:26379, [2001:db8::1]:26380' }
    const { redisSentinels } = readSettings({ ...sentinels, REDIS_URL: 'redis://svc' }, { purpose: 'api' })
    expect(redisSentinels).toEqual([
      { host: 'redis-a', port: 26_379 },
      { host: '2001:db8::1', port: 26_380 },
    ])
    expect(errorsOf(sentinels)).toEqual([
      'REDIS_URL: required with SVC_REDIS_SENTINELS. Example: REDIS_URL=redis://svc',
    ])
    expect(errorsOf({ SVC_REDIS_SENTINELS: 'redis-a' })).toContainEqual(
      expect.stringMatching(/^SVC_REDIS_SENTINELS: "redis-a" is not a list of host:port\./),
    )
  })
})

describe('WEBHOOK_CONNECT_TO', () => {
  test('redirects one receiver, an IPv6 one, or all', () => {
    const { webhooks } = readSettings(
      { WEBHOOK_CONNECT_TO: 'Hooks.Example.com:443=127.0.0.1:8443, [2001:db8::1]:443=[::1]:8443, *=127.0.0.1:9' },
      { purpose: 'worker' },
    )
    expect(webhooks.connectTo).toEqual([
      { from: { host: 'hooks.example.com', port: 443 }, to: { host: '127.0.0.1', port: 8443 } },
      { from: { host: '2001:db8::1', port: 443 }, to: { host: '::1', port: 8443 } },
      { from: '*', to: { host: '127.0.0.1', port: 9 } },
    ])
  })
})

describe('WEBHOOK_CA_FILE', () => {
  test('may contain several certificates and comments', () => {
    const path = fileWith('commented', `# Our two authorities\n${authorities}\n`)
    expect(readSettings({ WEBHOOK_CA_FILE: path }, { purpose: 'worker' }).webhooks.caFile).toBe(path)
  })

  test.each([
    ['that does not exist', () => join(dir, 'nowhere'), 'is not the path of an existing file'],
    ['without a certificate', () => fileWith('other', 'not a certificate'), 'is a file without a certificate in PEM'],
    [
      'with a damaged certificate',
      () => fileWith('damaged', `${authorities}\n${authorities.replace('MII', 'III')}`),
      'is a file with a certificate that cannot be read',
    ],
  ])('is refused for a file %s', (_, path, problem) => {
    const named = `WEBHOOK_CA_FILE: "${path()}" ${problem}. Example: WEBHOOK_CA_FILE=./test-ca.pem`
    expect(errorsOf({ WEBHOOK_CA_FILE: path() }, 'worker')).toEqual([named])
  })
})

describe('webhook attempts', () => {
  test('a delivery has five attempts by default: the retries follow after 30 s, 2 min, 10 min and 1 h', () => {
    const { attemptsMax, retryScheduleMs } = defaultSettings.webhooks
    expect(attemptsMax).toBe(5)
    expect(retryScheduleMs).toEqual([30_000, 120_000, 600_000, 3_600_000, 21_600_000])
  })

  test('a sixth attempt uses the delay of six hours', () => {
    expect(readSettings({ WEBHOOK_MAX_ATTEMPTS: '6' }, { purpose: 'worker' }).webhooks.attemptsMax).toBe(6)
  })

  test('more attempts than the schedule has delays for are refused', () => {
    expect(errorsOf({ WEBHOOK_MAX_ATTEMPTS: '7' })).toEqual([
      expect.stringMatching(/7 attempts need 6 delays, and WEBHOOK_RETRY_SCHEDULE has 5/),
    ])
  })
})

describe('production', () => {
  test('starts with secret keys behind named proxies', () => {
    const settings = readSettings(production, { purpose: 'start' })
    expect(settings.secretKeys.map(({ id }) => id)).toEqual(['k2', 'k1'])
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8'])
  })

  test('refuses settings that weaken the rules for receivers', () => {
    const errors = errorsOf({
      ...production,
      WEBHOOK_CONNECT_TO: '*=127.0.0.1:9',
      WEBHOOK_CA_FILE: fileWith('authorities', authorities),
    })
    expect(errors.map((error) => error.split(':')[0])).toEqual(['WEBHOOK_CONNECT_TO', 'WEBHOOK_CA_FILE'])
  })

  test('refuses to start without secret keys or on plain HTTP', () => {
    const errors = errorsOf({ SVC_MODE: 'production' }, 'api')
    expect(errors).toEqual([
      expect.stringMatching(/^SVC_SECRET_KEYS: required/),
      expect.stringMatching(/^SVC_TLS_CERT and SVC_TLS_KEY, or SVC_TRUSTED_PROXIES/),
      expect.stringMatching(/^SVC_PUBLIC_URL: with SVC_MODE=production/),
    ])
    expect(errorsOf({ SVC_MODE: 'production', SVC_SECRET_KEYS: secretKeys }, 'worker')).toEqual([])
  })
})

describe.each(['start', 'api'] as const)('production as %s', (purpose) => {
  test.each([
    ['no public URL', undefined],
    ['a public URL without TLS', 'http://reviews.example.com'],
  ])('with %s, whose cookies would not be Secure, does not start', (_name, SVC_PUBLIC_URL) => {
    expect(errorsOf({ ...production, SVC_PUBLIC_URL }, purpose)).toEqual([
      'SVC_PUBLIC_URL: with SVC_MODE=production it is the https:// origin under which clients reach the service. ' +
        'Example: SVC_PUBLIC_URL=https://reviews.example.com',
    ])
  })

  test.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 0xa7)],
    ['a short pattern', Buffer.from('secret!'.repeat(5))],
    ['bytes in a row', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
  ])('with a secret key of %s does not start', (_name, key) => {
    const listed = `${secretKeys},k0:${key.toString('base64')}`
    expect(errorsOf({ ...production, SVC_SECRET_KEYS: listed }, purpose)).toEqual([
      expect.stringMatching(/^SVC_SECRET_KEYS: the key "k0" is not random/),
    ])
  })
})

describe('a file that the user of the process cannot read', () => {
  const closed = join(dir, 'closed')
  mkdirSync(closed)
  const inClosed = fileWith('closed/tls.key', 'a key')
  const unreadable = fileWith('unreadable', 'a key')
  beforeAll(() => {
    chmodSync(closed, 0)
    chmodSync(unreadable, 0)
    chmodSync(dir, 0o755)
    // The superuser can read every file. 65534 is the user nobody.
    if (process.getuid?.() === 0) process.seteuid?.(65_534)
  })
  afterAll(() => {
    if (process.getuid?.() === 0) process.seteuid?.(0)
    chmodSync(closed, 0o700)
  })

  test.each([
    ['in a folder that it cannot enter', inClosed, `lacks the permission to enter the folder "${closed}"`],
    ['itself', unreadable, 'lacks the permission to read the file'],
  ])('is refused with the setting, the file, the user and the missing permission: %s', (_, path, missing) => {
    const user = userInfo().username
    expect(errorsOf({ SVC_TLS_CERT: import.meta.filename, SVC_TLS_KEY: path })).toContain(
      `SVC_TLS_KEY: "${path}" is a file that cannot be read: the user "${user}" ${missing}. Example: SVC_TLS_KEY=/etc/svc/tls.key`,
    )
    expect(errorsOf({ DATABASE_URL_FILE: path })).toEqual([
      `DATABASE_URL_FILE: the file "${path}" cannot be read (EACCES: the user "${user}" ${missing}).`,
    ])
  })
})

test('a certificate without its key is refused', () => {
  expect(errorsOf({ SVC_TLS_CERT: import.meta.filename })).toEqual([
    expect.stringMatching(/one is set without the other/),
  ])
})

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['7d', 604_800_000],
])('a setting with the duration %s lasts %i milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '5', '0s', '-1s', '1.5s', '1w', '1 s', '9999999999s'])(
  'a setting with %j is refused, because it is not a duration',
  (text) => {
    expect(() => parseDuration(text)).toThrow(/is not a duration/)
  },
)

test('.env supplies variables that the environment does not set', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-env-'))
  writeFileSync(join(dir, '.env'), 'SVC_TEST_ONLY_IN_FILE=file\nPATH=/nowhere\n')
  try {
    expect(readEnvironment(dir)).toMatchObject({ SVC_TEST_ONLY_IN_FILE: 'file', PATH: process.env.PATH })
    expect(process.env.SVC_TEST_ONLY_IN_FILE).toBeUndefined()
  } finally {
    rmSync(dir, { recursive: true })
  }
})
