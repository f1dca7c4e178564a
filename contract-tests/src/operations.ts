import { readFile } from 'node:fs/promises'
import { contractFile } from './places.ts'
import { CannotRun } from './problem.ts'

/** `GET /webhooks/{id}` → `getWebhook`, for all operations or those asked for. Throws CannotRun where one does not exist. */
export async function readOperations(wanted?: readonly string[]): Promise<Map<string, string>> {
  const { paths } = JSON.parse(await readFile(contractFile, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operationId] as const],
    ),
  )
  const names = all.map(([, name]) => name)
  const unknown = wanted?.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new CannotRun(`There is no operation "${unknown}". There are ${names.join(', ')}.`)
  return new Map(all.filter(([, name]) => wanted === undefined || wanted.includes(name)))
}
