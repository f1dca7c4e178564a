import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { setPasswordByLink } from '@svc/credentials/sign-in-links'
import { operatorActor } from '@svc/db/audit-log'
import { type LinkEmailKind, queueLinkEmail } from '@svc/db/emails'
import { disableFailingEndpoints } from '@svc/db/failing-endpoints'
import { knexOf } from '@svc/db/testing'
import {
  acceptInvitations,
  countEmails,
  deleteAccounts,
  makeEmailsDue,
  queueEmailsEarlier,
} from '@svc/db/testing-accounts'
import { failLonger, storedHealth } from '@svc/db/testing-webhooks'
import { insertInvitation, insertUser } from '@svc/db/users'
import { updateWebhook } from '@svc/db/webhook-endpoints'
import { createLogger } from '@svc/runtime/logger'
import { disabledAfter } from '@svc/webhooks/delivery-rules'
import { createAuthority } from '@svc/webhooks/testing'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../src/mailer.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

interface ReceivedEmail {
  to: string[]
  /** Headers and text, decoded from quoted-printable. */
  content: string
}

interface MailServer {
  port: number
  received: ReceivedEmail[]
  /** The response of the server to each email, instead of accepting it. */
  refusal: { responseCode: number; message: string } | undefined
  close(): Promise<void>
}

/** A mail server of this test: without TLS and logins unless the options say otherwise. */
async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { refusal } = mail
        if (refusal) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mail.received.push({ to, content: decoded(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const mail: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received: [],
    refusal: undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  return mail
}

function decoded(quotedPrintable: string): string {
  return quotedPrintable
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')
}

let harness: Harness
let mail: MailServer
beforeAll(async () => {
  harness = await startHarness((_, response) => response.writeHead(503).end('secret of the receiver'))
})
beforeEach(async () => {
  mail = await startMailServer()
})
afterEach(async () => {
  await harness.reset()
  await mail.close()
  await deleteAccounts(harness.database.db)
})
afterAll(() => harness.close())

const settings = () => ({
  SVC_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  SVC_EMAIL_FROM: 'no-reply@reviews.example.com',
})

/** An account with an owner, a developer and an endpoint that has failed for five days and will be disabled. */
async function failingEndpoint() {
  const { db } = harness.database
  const owner = await harness.owner()
  for (const role of ['owner', 'developer', 'viewer'] as const)
    await insertUser(db, owner.account_id, { email: `${role}@rosso-trattoria.nl`, password_hash: '', role })
  const { id } = await harness.subscribe(owner)
  await updateWebhook(db, owner, id, { description: 'Reports for the kitchen display' })
  await harness.publish(owner, 20)
  const attempts = harness.work()
  await eventually('20 failures', async () => (await storedHealth(db, id))?.failures === 20)
  await attempts.stop()
  await failLonger(db, id, 5)
  return id
}

/** An endpoint that was disabled, and two emails that wait. */
async function disabledEndpoint(): Promise<void> {
  await failingEndpoint()
  await disableFailingEndpoints(harness.database.db, { ...disabledAfter, limit: 1, emails: true })
}

test('the email to owners and developers states which endpoint was disabled, since when it failed, and what to do', async () => {
  const id = await failingEndpoint()
  harness.work({ ...settings(), SVC_PUBLIC_URL: 'https://reviews.example.com' })
  await eventually('two emails', () => mail.received.length === 2)
  expect(mail.received.map(({ to }) => to.join()).sort()).toEqual([
    'developer@rosso-trattoria.nl',
    'owner@rosso-trattoria.nl',
  ])
  const minute = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`
  for (const { to, content } of mail.received) {
    expect(content).toContain('From: no-reply@reviews.example.com\n')
    expect(content).toContain(`To: ${to}\n`)
    expect(content).toContain('Subject: Your webhook endpoint at hooks.rosso-trattoria.nl was disabled\n')
    expect(content).toContain('Auto-Submitted: auto-generated\n')
    expect(content).toContain(
      'endpoint of Rosso Trattoria:\n\n  https://hooks.rosso-trattoria.nl/svc\n  Reports for the',
    )
    expect(content).toMatch(new RegExp(`All 20 attempts to deliver events to it have failed since ${minute}\\.`))
    expect(content).toMatch(new RegExp(`The last attempts:\n\n(  ${minute}  HTTP status 503\n){3}`))
    expect(content).toContain('returns a 2xx status within 15 seconds')
    expect(content).toContain(`Enable it: https://reviews.example.com/portal/webhooks/${id}\n`)
    expect(content).not.toContain('secret of the receiver')
  }
  await eventually('an empty queue', async () => (await countEmails(harness.database.db)) === 0)
})

test('an email that the mail server refuses is sent again later, and no log contains an email address', async () => {
  await disabledEndpoint()
  mail.refusal = { responseCode: 450, message: 'owner@rosso-trattoria.nl is over quota' }
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  harness.work(settings(), { logger: createLogger({ name: 'worker', level: 'debug', stream }) })
  await eventually('two refusals', () => lines.filter((line) => line.includes('Email could not be sent')).length === 2)
  expect(lines.join('')).toContain('"response_code":450')
  expect(lines.join('')).not.toContain('@')

  mail.refusal = undefined
  await makeEmailsDue(harness.database.db)
  await harness.reset()
  harness.work(settings())
  await eventually('two emails', () => mail.received.length === 2)
  expect(mail.received[0]?.content).toContain('in the developer portal or with the operation updateWebhook.')
})

describe('an email with a link', () => {
  const publicUrl = 'https://reviews.example.com'

  async function queue(kind: LinkEmailKind): Promise<void> {
    const { db } = harness.database
    const { account_id } = await harness.owner()
    const person = { email: 'noor@rosso-trattoria.nl', role: 'developer' } as const
    if (kind === 'invitation')
      await db.transaction((transaction) => insertInvitation(transaction, operatorActor, account_id, person))
    else await insertUser(db, account_id, { ...person, password_hash: '' })
    await queueLinkEmail(db, kind, person.email)
  }

  test.each([
    ['invitation', 'You are invited to Rosso Trattoria', 'has invited you as a developer'],
    ['password_reset', 'Choose another password', 'set the password of noor@rosso-trattoria.nl'],
  ] as const)(
    '%s links to the portal by the public URL, and its link sets the password once',
    async (kind, ...texts) => {
      await queue(kind)
      harness.work({ ...settings(), SVC_PUBLIC_URL: publicUrl })
      await eventually('an email', () => mail.received.length === 1)
      const [{ to, content } = { to: [], content: '' }] = mail.received
      expect(to).toEqual(['noor@rosso-trattoria.nl'])
      for (const text of texts) expect(content).toContain(text)
      const [, token = ''] =
        /^ {2}https:\/\/reviews\.example\.com\/portal\/set-password#([\w-]{43})$/m.exec(content) ?? []
      const links = await knexOf(harness.database.db)('sign_in_links')
      expect(JSON.stringify(links)).not.toContain(token)
      const use = () =>
        setPasswordByLink(harness.database.db, harness.keyring, { token, password: 'nine purple trains' })
      expect(await use()).toMatchObject({ email: 'noor@rosso-trattoria.nl', invited_at: null })
      expect(await use()).toBeUndefined()
    },
  )

  test('an email with a link waits for a worker with a public URL, and for a forgotten password it is dropped after half an hour', async () => {
    await queue('password_reset')
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    harness.work(settings(), { logger: createLogger({ name: 'worker', level: 'debug', stream }) })
    await queueEmailsEarlier(harness.database.db, 31)
    await eventually('the log line', () => lines.some((line) => line.includes('Dropped emails')))
    expect(await countEmails(harness.database.db)).toBe(0)
    expect(mail.received).toEqual([])
  })

  test('an invitation is not sent to a person who has accepted it in the meantime', async () => {
    await queue('invitation')
    await acceptInvitations(harness.database.db)
    harness.work({ ...settings(), SVC_PUBLIC_URL: publicUrl })
    await eventually('an empty queue', async () => (await countEmails(harness.database.db)) === 0)
    expect(mail.received).toEqual([])
  })
})

test('a worker that stops does not wait for a mail server that is silent', async () => {
  await disabledEndpoint()
  let connections = 0
  const silent = await startMailServer({ onConnect: () => void connections++ })
  const worker = harness.work({ ...settings(), SVC_SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
  await eventually('a connection', () => connections > 0)
  await worker.stop()
  expect(await countEmails(harness.database.db)).toBe(2)
  await silent.close()
})

const message = { to: 'owner@rosso-trattoria.nl', subject: 'Test', text: 'Test', id: 'test' }
const never = new AbortController().signal

test('a password is sent over TLS only, to a mail server whose certificate is trusted', async () => {
  const logins: unknown[] = []
  const withLogin = {
    disabledCommands: [],
    onAuth(auth, _session, done) {
      logins.push([auth.username, auth.password])
      done(null, { user: auth.username })
    },
  } satisfies SMTPServerOptions
  const mailerOf = (protocol: string, port: number) => {
    const smtpUrl = `${protocol}://user%40rosso:p%2Fssword@localhost:${port}`
    return createMailer({ smtpUrl, from: 'no-reply@reviews.example.com' })
  }
  const plain = await startMailServer({ ...withLogin, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  await expect(mailerOf('smtp', plain.port).send(message, never)).rejects.toThrow()
  const authority = createAuthority()
  const encrypted = await startMailServer({ ...withLogin, secure: true, ...authority.issue(['localhost']) })
  await expect(mailerOf('smtps', encrypted.port).send(message, never)).rejects.toThrow(/certificate/)
  expect(logins).toEqual([])

  const trusted = tls.getCACertificates()
  tls.setDefaultCACertificates([...trusted, authority.ca])
  await mailerOf('smtps', encrypted.port).send(message, never)
  tls.setDefaultCACertificates(trusted)
  expect(logins).toEqual([['user@rosso', 'p/ssword']])
  expect(encrypted.received).toHaveLength(1)
  await Promise.all([plain.close(), encrypted.close()])
})
