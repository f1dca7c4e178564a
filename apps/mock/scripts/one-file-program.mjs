#!/usr/bin/env node
// The mock as one file. At its first start it unpacks its modules into the cache of the user; it needs Node alone.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

// What Node 20 lacks of the language.
Promise.withResolvers ??= () => {
  const parts = {}
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc-mock')
const folder = join(cache, 'HASH_OF_CONTENT')
if (!existsSync(folder)) unpack()
await import(pathToFileURL(join(folder, 'main.js')).href)

function unpack() {
  const source = readFileSync(fileURLToPath(import.meta.url), 'latin1')
  const begin = source.lastIndexOf('/*content:')
  const packed = Buffer.from(source.slice(begin + '/*content:'.length, source.lastIndexOf('*/')), 'base64')
  const whole = brotliDecompressSync(packed)
  const indexEnd = 4 + whole.readUInt32BE(0)
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const unpacked = mkdtempSync(join(cache, 'unpacking-'))
  let at = indexEnd
  for (const [path, length] of JSON.parse(whole.subarray(4, indexEnd).toString())) {
    const file = join(unpacked, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, whole.subarray(at, at + length))
    at += length
  }
  try {
    renameSync(unpacked, folder)
  } catch (error) {
    // Another start has unpacked the same at the same time.
    rmSync(unpacked, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
