import type { Role } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { type Columns, type NoOtherFields, only, selectList } from '../connection/records.ts'
import { type AuditActor, recordChange } from '../platform/audit-log.ts'

/** Members sign in for their account, and administrators for the platform. Neither can sign in as the other. */
export type UserKind = 'member' | 'administrator'

/** A person who can sign in. */
export interface User {
  id: Id<'usr'>
  /** Null for an administrator. */
  account_id: Id<'acc'> | null
  /** In lower case. */
  email: string
  role: Role | 'admin'
  created_at: string
  password_set_at: string
  /** The time of the last invitation. Null if the person has chosen a password. */
  invited_at: string | null
}

export const userColumns: Columns<User> = {
  id: 'text',
  account_id: 'text?',
  email: 'text',
  role: 'text',
  created_at: 'timestamptz',
  password_set_at: 'timestamptz',
  invited_at: 'timestamptz?',
}
const columns = selectList(userColumns)

/** The condition in SQL that a row of `users` is of a kind, from the placeholder of the kind. */
export const isOfKind = (kind: string) => `(account_id is null) = (${kind} = 'administrator')`

/** Rejects with a unique violation (23505) when the address is taken. */
export async function insertUser(
  connection: Connection,
  accountId: Id<'acc'> | null,
  user: { email: string; password_hash: string; role: User['role'] },
): Promise<User> {
  return only(
    await query<User>(
      connection,
      {
        name: 'insert_user',
        text: `
          insert into users (id, account_id, email, password_hash, role) values ($1, $2, lower($3), $4, $5)
          returning ${columns}`,
      },
      [newId('usr'), accountId, user.email, user.password_hash, user.role],
    ),
  )
}

/** The users of an account, oldest first. */
export async function listUsers(connection: Reader, accountId: Id<'acc'>): Promise<User[]> {
  const text = `select ${columns} from users where account_id = $1 order by id`
  return query(connection, { name: 'list_users', text }, [accountId])
}

/** The administrators of the platform. */
export async function listAdministrators(connection: Reader): Promise<User[]> {
  const text = `select ${columns} from users where role = 'admin' order by id`
  return query(connection, { name: 'list_administrators', text }, [])
}

/**
 * Sets a new password and ends all sessions, links and consents of the user, with the tokens based on them, in one
 * transaction. Returns undefined if the user does not exist.
 */
export async function replacePassword(
  connection: Connection,
  email: string,
  passwordHash: string,
  kind: UserKind = 'member',
): Promise<User | undefined> {
  return connection.transaction(async (transaction) => {
    // Locks the user before anything is deleted: concurrent inserts for the user, such as a session or a consent, wait.
    const lock = `select id from users where email = lower($1) and ${isOfKind('$2')} for update`
    await query(transaction, { name: 'lock_user', text: lock }, [email, kind])
    const [user] = await query<User>(
      transaction,
      {
        name: 'replace_password',
        text: `
          with changed as (
            update users set password_hash = $2, password_set_at = now(), invited_at = null
            where email = lower($1) and ${isOfKind('$3')} returning ${columns}
          ), ended as (
            delete from sessions where user_id in (select id from changed)
          ), unlinked as (
            delete from sign_in_links where user_id in (select id from changed)
          ), withdrawn as (
            delete from oauth_records where user_id in (select id from changed)
          )
          select ${columns} from changed`,
      },
      [email, passwordHash, kind],
    )
    return user
  })
}

/**
 * Deletes a user with all sessions and consents, and the tokens based on them. Returns undefined if the user does not
 * exist.
 */
export async function deleteUser(
  transaction: Transaction,
  email: string,
  kind: UserKind = 'member',
): Promise<User | undefined> {
  const text = `delete from users where email = lower($1) and ${isOfKind('$2')} returning ${columns}`
  const [user] = await query<User>(transaction, { name: 'delete_user', text }, [email, kind])
  return user
}

export async function findUserByEmail(
  connection: Reader,
  email: string,
  kind: UserKind = 'member',
): Promise<(User & { password_hash: string }) | undefined> {
  const text = `select ${columns}, password_hash from users where email = lower($1) and ${isOfKind('$2')}`
  const [user] = await query<User & { password_hash: string }>(connection, { name: 'find_user_by_email', text }, [
    email,
    kind,
  ])
  return user
}

/** The number of days within which an invited person can choose a password. */
export const invitationDays = 7

/** A person who was invited and has not chosen a password yet. */
type InvitationRow = Omit<Schemas['Invitation'], 'delivery'>

const invitationEnd = `users.invited_at + interval '${invitationDays} days'`
const invitationColumns = `users.id, users.email, users.role, users.invited_at, ${invitationEnd} as expires_at`
const isInvited = `users.account_id = $1 and ${invitationEnd} > now()`

/** Creates a user without a password, and records it. Returns undefined if the address is already in use. */
export async function insertInvitation(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  { email, role, ...rest }: Schemas['InviteMemberRequest'],
): Promise<InvitationRow | undefined> {
  rest satisfies NoOtherFields
  const text = `
    insert into users (id, account_id, email, password_hash, role, invited_at) values ($1, $2, lower($3), '', $4, now())
    on conflict do nothing returning ${invitationColumns}`
  const values = [newId('usr'), accountId, email, role]
  const [invitation] = await query<InvitationRow>(transaction, { name: 'insert_invitation', text }, values)
  if (invitation)
    await recordChange(transaction, actor, {
      action: 'member.invited',
      account_id: accountId,
      subject_id: invitation.id,
      after: { role },
    })
  return invitation
}

/** Lists the invitations of an account that have not expired, oldest first, at most 500. */
export async function listInvitations(connection: Reader, accountId: Id<'acc'>): Promise<InvitationRow[]> {
  const text = `select ${invitationColumns} from users where ${isInvited} order by id limit 500`
  return query(connection, { name: 'list_invitations', text }, [accountId])
}

/** Returns an invitation of an account, or undefined if the person has joined or the invitation has expired. */
export async function findInvitation(
  connection: Reader,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
): Promise<InvitationRow | undefined> {
  const text = `select ${invitationColumns} from users where ${isInvited} and users.id = $2`
  const [invitation] = await query<InvitationRow>(connection, { name: 'find_invitation', text }, [accountId, id])
  return invitation
}

/** Renews an invitation. Returns undefined if the person has joined or the invitation has expired. */
export async function renewInvitation(
  transaction: Transaction,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
): Promise<InvitationRow | undefined> {
  const text = `
    update users set invited_at = now() where ${isInvited} and users.id = $2 returning ${invitationColumns}`
  const [invitation] = await query<InvitationRow>(transaction, { name: 'renew_invitation', text }, [accountId, id])
  return invitation
}

/** Deletes an invited user with all links, and records it. False if the person has joined or the invitation is over. */
export async function withdrawInvitation(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
): Promise<boolean> {
  const text = `delete from users where ${isInvited} and users.id = $2 returning users.id`
  const withdrawn = await query(transaction, { name: 'withdraw_invitation', text }, [accountId, id])
  if (withdrawn.length === 0) return false
  await recordChange(transaction, actor, {
    action: 'member.invitation_withdrawn',
    account_id: accountId,
    subject_id: id,
  })
  return true
}

export async function findUserById(
  connection: Reader,
  id: Id<'usr'>,
  kind: UserKind = 'member',
): Promise<User | undefined> {
  const text = `select ${columns} from users where id = $1 and ${isOfKind('$2')}`
  const [user] = await query<User>(connection, { name: 'find_user_by_id', text }, [id, kind])
  return user
}

type Member = Schemas['Member']

const memberColumns = `
  users.id, users.email, users.role, users.created_at,
  (select max(last_used_at) from sessions where user_id = users.id and expires_at > now()) as last_active_at`

/** Lists the members of an account in the order in which they joined, at most 500. */
export async function listMembers(connection: Reader, accountId: Id<'acc'>): Promise<Member[]> {
  const text = `select ${memberColumns} from users where account_id = $1 and invited_at is null order by id limit 500`
  return query(connection, { name: 'list_members', text }, [accountId])
}

/** The reason why a member cannot be changed: the member does not exist, or the account would have no owner. */
type MemberRefusal = 'unknown' | 'last_owner'

/**
 * Changes the role of a member, records it, and ends the member's sessions, because a session must not outlive a change
 * of permissions. Two owners who change each other concurrently wait for each other.
 */
export async function changeRole(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
  { role, ...rest }: Schemas['UpdateMemberRequest'],
): Promise<Member | MemberRefusal> {
  rest satisfies NoOtherFields
  const refusal = await memberRefusal(transaction, accountId, id, { staysOwner: role === 'owner' })
  if (refusal) return refusal
  await query(transaction, { name: 'change_role', text: 'update users set role = $2 where id = $1' }, [id, role])
  await query(transaction, { name: 'end_sessions', text: 'delete from sessions where user_id = $1' }, [id])
  await recordChange(transaction, actor, {
    action: 'member.role_changed',
    account_id: accountId,
    subject_id: id,
    after: { role },
  })
  const text = `select ${memberColumns} from users where id = $1`
  return only(await query<Member>(transaction, { name: 'read_member', text }, [id]))
}

/** Removes a member with every session and consent, and records that. */
export async function removeMember(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
): Promise<'removed' | MemberRefusal> {
  const refusal = await memberRefusal(transaction, accountId, id, { staysOwner: false })
  if (refusal) return refusal
  await query(transaction, { name: 'remove_member', text: 'delete from users where id = $1' }, [id])
  await recordChange(transaction, actor, { action: 'member.removed', account_id: accountId, subject_id: id })
  return 'removed'
}

/** Locks the owners of the account, so that concurrent changes cannot remove the last owner. */
async function memberRefusal(
  transaction: Transaction,
  accountId: Id<'acc'>,
  id: Id<'usr'>,
  { staysOwner }: { staysOwner: boolean },
): Promise<MemberRefusal | undefined> {
  const members = await query<{ id: Id<'usr'>; role: Role }>(
    transaction,
    {
      name: 'lock_owners',
      text: `
        select id, role from users where account_id = $1 and (role = 'owner' or id = $2) and invited_at is null
        order by id for update`,
    },
    [accountId, id],
  )
  const member = members.find((one) => one.id === id)
  if (!member) return 'unknown'
  const otherOwners = members.filter((one) => one.role === 'owner' && one.id !== id)
  return !staysOwner && member.role === 'owner' && otherOwners.length === 0 ? 'last_owner' : undefined
}
