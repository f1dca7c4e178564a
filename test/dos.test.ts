import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('after an attack of each kind another account is served again, and memory stays under 600 MB', {
  timeout: 180_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/run.ts', 'dos', '--short'], { cwd: root })
  expect(stdout.match(/^✓ .+$/gm)).toHaveLength(9)
})
