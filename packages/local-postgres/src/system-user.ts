import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The operating-system user under which PostgreSQL runs. */
export interface SystemUser {
  uid: number
  gid: number
}

/** The system user under which PostgreSQL runs if root starts it, because PostgreSQL refuses to run as root. */
export const systemUserName = 'svc-postgres'

/** Returns whether this process can and must run PostgreSQL as another user. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The dedicated system user, created on the first call on a machine. Throws an Error that states what to do instead.
 */
export async function ensureSystemUser(): Promise<{ user: SystemUser; created: boolean }> {
  const existing = findSystemUser()
  if (existing) return { user: existing, created: false }

  const creation = spawnSync(
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      systemUserName,
    ],
    { encoding: 'utf8' },
  )
  // Another start may be creating the same user and hold the lock of /etc/passwd.
  for (let attempt = 0; attempt < 20; attempt++) {
    const user = findSystemUser()
    if (user) return { user, created: creation.status === 0 }
    await sleep(100)
  }
  const reason = creation.error?.message ?? creation.stderr.trim()
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${systemUserName}" could not be created (${reason}). ` +
      'Start as an ordinary user, create that user yourself, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/**
 * Returns whether the user can enter the folder, including all its parent folders. `null` stands for the user of
 * this process.
 */
export function canEnter(folder: string, user: SystemUser | null): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { cwd: '/', stdio: 'ignore', ...user })
  return attempt.status === 0
}

function findSystemUser(): SystemUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, systemUserName], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid === undefined || gid === undefined ? null : { uid, gid }
}
