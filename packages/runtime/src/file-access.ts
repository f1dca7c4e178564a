import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/**
 * States which permission the user of this process lacks to read a file: on a folder above it, or on the file.
 *
 * @param path absolute
 */
export function missingPermission(path: string): string {
  const folder = foldersAbove(path).find((above) => !mayEnter(above))
  return folder === undefined
    ? `the user ${userName()} lacks the permission to read the file`
    : `the user ${userName()} lacks the permission to enter the folder "${folder}"`
}

/** The folders that lead to a file, beginning with the root. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

function mayEnter(folder: string): boolean {
  try {
    statSync(`${folder}/.`)
    return true
  } catch {
    // Any error means that the file cannot be reached through this folder.
    return false
  }
}

/** The name of the user of this process, or its id in a container that does not list the user. */
function userName(): string {
  try {
    return `"${userInfo().username}"`
  } catch {
    // The user is not listed in /etc/passwd.
    return `with the id ${process.geteuid?.()}`
  }
}
