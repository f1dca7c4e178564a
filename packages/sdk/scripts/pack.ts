// Run by `npm pack -w packages/sdk`, before (`begin`) and after it (`end`). npm packs the folder of the workspace with
// its package.json, which in this repository names the sources, so the built package takes the place of both meanwhile.

import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildPackage } from './build.ts'

const packageFolder = resolve(import.meta.dirname, '..')
/** Has the files that the built package replaces, and exists only while it does. */
const originals = join(packageFolder, '.originals')
/** The files and folders that exist only in the built package. */
const built = ['esm', 'cjs', 'functions', 'openapi', 'webhooks', 'api.md']

/** Puts the built package into the folder. */
async function begin(): Promise<void> {
  // An interrupted pack has not put the sources back.
  await end()
  const dist = await mkdtemp(join(tmpdir(), 'sdk-pack-'))
  try {
    await buildPackage(dist)
    const names = await readdir(dist)
    const replaced = names.filter((name) => !built.includes(name))
    const copies = `${originals}.incomplete`
    for (const name of replaced) await cp(join(packageFolder, name), join(copies, name))
    await rename(copies, originals)
    for (const name of names) await cp(join(dist, name), join(packageFolder, name), { recursive: true })
  } finally {
    await rm(dist, { recursive: true })
  }
}

/** Puts the files of the repository back. */
async function end(): Promise<void> {
  await rm(`${originals}.incomplete`, { recursive: true, force: true })
  if (!existsSync(originals)) return
  for (const name of built) await rm(join(packageFolder, name), { recursive: true, force: true })
  for (const name of await readdir(originals)) await cp(join(originals, name), join(packageFolder, name))
  await rm(originals, { recursive: true })
}

await (process.argv[2] === 'begin' ? begin() : end())
