// Tests the package as a partner uses it: packs it, installs the tarball in an empty folder, starts the command and
// sends one request.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from './build.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'mock-try-'))
const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  await buildPackage(join(folder, 'dist'))
  const { stdout: packed } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(folder, 'dist'),
  })
  const [{ filename, size, unpackedSize }] = JSON.parse(packed)
  say(`packed     ${filename}, ${Math.round(size / 1024)} KB, ${Math.round(unpackedSize / 1024)} KB unpacked`)

  const home = await mkdtemp(join(folder, 'partner-'))
  await writeFile(join(home, 'package.json'), '{"private":true}')
  let startedMs = performance.now()
  await run('npm', ['install', join(folder, filename), '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: home })
  say(`installed  in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)

  startedMs = performance.now()
  const child = spawn(process.execPath, [join(home, 'node_modules/.bin/svc-mock'), '--port', '0', '--json'], {
    cwd: home,
  })
  child.stderr.pipe(process.stderr)
  const [line] = await once(child.stdout, 'data')
  const { base_url, credentials } = JSON.parse(String(line))
  const response = await fetch(`${base_url}/businesses`, { headers: { 'X-API-Key': credentials.accounts[0].api_key } })
  const { data } = (await response.json()) as { data: { name: string }[] }
  say(
    `responded  ${response.status} with ${data[0]?.name}, ${((performance.now() - startedMs) / 1000).toFixed(2)} s after the start`,
  )
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  say(`stopped    with exit code ${code}`)
} finally {
  await rm(folder, { recursive: true })
}
