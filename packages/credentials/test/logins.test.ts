import { randomBytes } from 'node:crypto'
import { createAccount } from '@svc/db/accounts'
import { endLoginLimits, forgetLoginAttempts, storedLoginAttempts } from '@svc/db/testing-credentials'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { createKeyring } from '@svc/runtime/secrets'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newKnownDevice, readKnownDevice } from '../src/known-devices.ts'
import { createLoginQueue, LoginQueueFullError } from '../src/login-queue.ts'
import { logIn } from '../src/logins.ts'
import { createUser, newPassword, type User } from '../src/users.ts'

const keyring = createKeyring([{ id: 'test', key: randomBytes(32) }])
const password = newPassword()
const email = 'owner@rosso-trattoria.nl'

const database = openTestDatabase()
let user: User
/** Hashes that were computed for passwords: what an attempt costs. */
let checks = 0

beforeAll(async () => {
  const account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  user = await createUser(database.db, account.id, { email, password })
})
beforeEach(async () => {
  await forgetLoginAttempts(database.db)
  checks = 0
})

/** A queue as that of one process; with `wrong`, it refuses every password without the slow hash. */
function openQueue({ wrong = false } = {}) {
  const queue = createLoginQueue()
  const run: typeof queue.run = (work, options) => {
    checks += 1
    return queue.run(wrong ? async () => undefined as Awaited<ReturnType<typeof work>> : work, options)
  }
  return { ...queue, run }
}

const quick = openQueue({ wrong: true })
const real = openQueue()

const attempt = (
  fields: { email?: string; password?: string; address?: string; device?: string } = {},
  queue = quick,
) => logIn(database.db, { email, password: 'a wrong one', address: '192.0.2.1', ...fields }, { keyring, queue })

const fail = async (times: number, fields?: Parameters<typeof attempt>[0]) => {
  for (let time = 0; time < times; time++) await attempt(fields)
}

const tooMany = { reason: 'too_many', retryAfterS: expect.any(Number) }

describe('a login', () => {
  test('is for the right password only, and counts only when it fails', async () => {
    expect(await attempt({ password }, real)).toEqual(user)
    expect(await attempt({ password: password.toLowerCase() }, real)).toBe('wrong')
    expect(await attempt({ email: 'nobody@rosso-trattoria.nl', password }, real)).toBe('wrong')
    const counted = (await storedLoginAttempts(database.db)).filter(({ attempts }) => attempts > 0)
    // The address, all, and for each of the two users: the user, and the user at this address.
    expect(counted).toHaveLength(6)
  })

  test('is refused without work if no login can have such an address or password', async () => {
    for (const fields of [{ email: "' or 1=1 --\u0000" }, { password: 'x'.repeat(100_000) }, { email: '' }])
      expect(await attempt(fields)).toBe('wrong')
    expect(checks).toBe(0)
    expect(await storedLoginAttempts(database.db)).toEqual([])
  })

  test('is refused unchecked after ten failures of a user at an address, whether the user exists or not', async () => {
    for (const [index, tried] of [email, 'ghost@example.com'].entries()) {
      const address = `192.0.2.${10 + index}`
      await fail(10, { email: tried, address })
      checks = 0
      const refused = await attempt({ email: tried, address, password })
      expect(refused).toEqual(tooMany)
      expect(checks).toBe(0)
    }
    await endLoginLimits(database.db)
    expect(await attempt({ address: '192.0.2.10', password }, real)).toEqual(user)
  })

  test('is refused after thirty failures from one address, for whichever users', async () => {
    for (let index = 0; index < 30; index++) expect(await attempt({ email: `user${index}@example.com` })).toBe('wrong')
    expect(await attempt({ email: 'one-more@example.com' })).toEqual(tooMany)
    expect(await attempt({ email: 'one-more@example.com', address: '192.0.2.2' })).toBe('wrong')
  })

  test('is checked exactly as often as the limit allows, however many attempts arrive concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => attempt({}, openQueue({ wrong: true }))))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
    expect(checks).toBe(10)
  })

  test('cannot be prevented by failures at other addresses', async () => {
    for (let index = 0; index < 12; index++) await fail(10, { address: `198.51.100.${index}` })
    // From now on an address that was never seen has three attempts left, not ten; the owner needs one.
    expect(await attempt({ address: '192.0.2.77', password }, real)).toEqual(user)
    await fail(3, { address: '192.0.2.78' })
    expect(await attempt({ address: '192.0.2.78' })).toEqual(tooMany)
  })

  test('cannot be prevented on a known device, not even by failures at its own address', async () => {
    const device = newKnownDevice(keyring, email)
    await fail(30)
    expect(await attempt({ password })).toEqual(tooMany)
    expect(await attempt({ password, device }, real)).toEqual(user)
  })

  test('has ten attempts on a known device too, and none more for a device of another user or a forged one', async () => {
    const device = newKnownDevice(keyring, email)
    await fail(10, { device })
    expect(await attempt({ device })).toEqual(tooMany)

    await fail(30)
    for (const foreign of [
      newKnownDevice(keyring, 'other@rosso-trattoria.nl'),
      newKnownDevice(createKeyring([{ id: 'test', key: randomBytes(32) }]), email),
      `${randomBytes(16).toString('base64url')}.${device.split('.')[1]}`,
    ])
      expect(await attempt({ device: foreign })).toEqual(tooMany)
  })

  test('stores neither the email address nor the network address', async () => {
    await attempt({ email: 'somebody@example.com', address: '203.0.113.9' })
    const rows = JSON.stringify(await storedLoginAttempts(database.db))
    expect(rows).not.toMatch(/somebody|203\.0/)
  })
})

describe('the queue of password checks', () => {
  test('runs one at a time and refuses checks that would wait too long', async () => {
    const queue = createLoginQueue()
    let running = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await gate.promise
      running -= 1
    }
    const outcomes = Array.from({ length: 40 }, () =>
      queue.run(work, { isKnownDevice: false }).then(() => 'checked', String),
    )
    const known = Array.from({ length: 8 }, () =>
      queue.run(work, { isKnownDevice: true }).then(() => 'checked', String),
    )
    expect(queue.isFull({ isKnownDevice: false })).toBe(true)
    gate.resolve()
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'checked')).toHaveLength(9)
    expect(await Promise.all(known)).toEqual(known.map(() => 'checked'))
    expect(most).toBe(1)
  })

  test('checks known devices before others that wait longer', async () => {
    const queue = createLoginQueue()
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = queue.run(() => gate.promise, { isKnownDevice: false })
    const enter = (name: string, isKnownDevice: boolean) =>
      queue.run(async () => void order.push(name), { isKnownDevice })
    const waiting = [enter('other', false), enter('known', true)]
    gate.resolve()
    await Promise.all([first, ...waiting])
    expect(order).toEqual(['known', 'other'])
  })

  test('sends no statement to the database while it is full, and refunds attempts that it could not check', async () => {
    const queue = createLoginQueue()
    const gate = Promise.withResolvers<void>()
    const held = Array.from({ length: 9 }, () => queue.run(() => gate.promise, { isKnownDevice: false }))
    await expect(queue.run(() => gate.promise, { isKnownDevice: false })).rejects.toThrow(LoginQueueFullError)
    expect(await attempt({}, queue)).toEqual({ reason: 'busy', retryAfterS: 2 })
    expect(await storedLoginAttempts(database.db)).toEqual([])
    gate.resolve()
    await Promise.all(held)
  })
})

test('a known device stays known through a rotation of the secret keys', () => {
  const [one, two] = [
    { id: 'k1', key: randomBytes(32) },
    { id: 'k2', key: randomBytes(32) },
  ]
  const device = newKnownDevice(createKeyring([one]), 'Owner@rosso-trattoria.nl')
  expect(readKnownDevice(createKeyring([two, one]), email, device)).toBe(device.split('.')[0])
  expect(readKnownDevice(createKeyring([two]), email, device)).toBeUndefined()
})
