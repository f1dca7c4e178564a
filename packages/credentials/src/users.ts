import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import * as bounds from '@generated/contract/bounds'
import type { Role } from '@generated/contract/enums'
import type { Connection } from '@svc/db/database'
import { findUserByEmail, insertUser, replacePassword, type User, type UserKind } from '@svc/db/users'
import type { Id } from '@svc/runtime/ids'
import { InvalidInputError } from './invalid-input-error.ts'

export { deleteUser, listAdministrators, type User, type UserKind } from '@svc/db/users'

/**
 * Creates a login for an account. Throws an InvalidInputError for an invalid email address or password; rejects with a
 * unique violation (23505) when the address is taken.
 */
export async function createUser(
  connection: Connection,
  accountId: Id<'acc'>,
  { email, password, role = 'owner' }: { email: string; password: string; role?: Role },
): Promise<User> {
  requireEmail(email)
  requirePassword(password)
  return insertUser(connection, accountId, { email, password_hash: await hashPassword(password), role })
}

/** Creates an administrator of the platform, who belongs to no account. Throws and rejects as `createUser` does. */
export async function createAdministrator(
  connection: Connection,
  { email, password }: { email: string; password: string },
): Promise<User> {
  requireEmail(email)
  requirePassword(password)
  return insertUser(connection, null, { email, password_hash: await hashPassword(password), role: 'admin' })
}

/** Sets another password and ends every session and consent of the user. Undefined when no user has that address. */
export async function resetPassword(
  connection: Connection,
  email: string,
  password: string,
  kind: UserKind = 'member',
): Promise<User | undefined> {
  requirePassword(password)
  return replacePassword(connection, email, await hashPassword(password), kind)
}

/** A random password of 120 bits. */
export function newPassword(): string {
  return randomBytes(15).toString('base64url')
}

/**
 * The user with this address and password. An unknown address takes as long as a wrong password.
 */
export async function findUserByPassword(
  connection: Connection,
  { email, password, kind = 'member' }: { email: string; password: string; kind?: UserKind },
): Promise<User | undefined> {
  const found = await findUserByEmail(connection, email, kind)
  // An invited person has no password yet.
  const isRight = await checkPassword(password, found?.password_hash || (await dummyHash))
  if (!found || !isRight) return undefined
  const { password_hash: _, ...user } = found
  return user
}

/** Returns whether a login can have this address. */
export function isEmail(email: string): boolean {
  return emailPattern.test(email)
}

/** Returns whether a login can have this address and password: others are refused without any work. */
export function isPossibleLogin(email: string, password: string): boolean {
  return isEmail(email) && password.length <= passwordLengthMax
}

const emailPattern = /^[\x21-\x3f\x41-\x7e]{1,64}@[0-9A-Za-z.-]{1,189}$/
const { minLength: passwordLengthMin, maxLength: passwordLengthMax } = bounds.NewPassword

function requireEmail(email: string): void {
  if (!isEmail(email)) throw new InvalidInputError(`"${email}" is not an email address.`)
}

function requirePassword(password: string): void {
  if (password.length < passwordLengthMin || password.length > passwordLengthMax) {
    throw new InvalidInputError(`A password has ${passwordLengthMin} to ${passwordLengthMax} characters.`)
  }
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** 32 MB and some 80 ms for every guess. The parameters are stored with the hash, so that they can grow. */
const cost = { N: 2 ** 15, r: 8, p: 1 }
const hashBytes = 32

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

async function checkPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = stored.split('$')
  if (scheme !== 'scrypt') throw new Error('A stored password hash has an unknown form.')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'))
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return scryptAsync(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r })
}

/** Checked for users that do not exist, so that the response takes as long. */
const dummyHash = hashPassword(newPassword())
