import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { CommandError } from '@svc/command-line/errors'
import { type ExportedRecord, exportedKinds, exportLine, lastExportLine, startManifest } from '@svc/db/account-export'

/** The destination of the records of an export. */
interface ExportTarget {
  write(record: ExportedRecord): Promise<void>
  /** Completes the export, and returns the number of records written of each kind. */
  end(): Promise<Readonly<Record<string, number>>>
}

/** Exported files are readable by their owner only. */
const [fileMode, directoryMode] = [0o600, 0o700]

/**
 * Exports to a folder with one NDJSON file for each kind of record, the unchanged report files, and `export.json`.
 * `export.json` is written last: without it the export is incomplete. Throws a CommandError if the folder is not empty.
 */
export function exportToDirectory(path: string): ExportTarget {
  if (existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0))
    throw new CommandError(`${path} is not an empty folder. Name one that is empty or does not exist.`)
  mkdirSync(join(path, 'report_files'), { recursive: true, mode: directoryMode })
  const manifest = startManifest()
  const files = new Map(Object.keys(exportedKinds).map((kind) => [kind, openFile(join(path, `${kind}.ndjson`))]))
  return {
    async write(record) {
      manifest.count(record)
      if ('content' in record) {
        const file = openFile(join(path, 'report_files', `${record.report_id}.${record.format}`))
        return close(file.end(record.content))
      }
      const file = files.get(record.kind)
      if (file !== undefined) await append(file, `${record.json}\n`)
    },
    async end() {
      for (const file of files.values()) await close(file.end())
      await close(openFile(join(path, 'export.json')).end(`${JSON.stringify(manifest, null, 2)}\n`))
      return manifest.records
    },
  }
}

/**
 * Exports to one NDJSON file. Each line has the `kind` of a record and the `record`; report files are in base64. The
 * last line has the kind `export`: without it the export is incomplete. Throws a CommandError if the file exists.
 */
export function exportToFile(path: string): ExportTarget {
  if (existsSync(path)) throw new CommandError(`${path} already exists. Name another file.`)
  const manifest = startManifest()
  const file = openFile(path)
  return {
    async write(record) {
      manifest.count(record)
      await append(file, exportLine(record))
    },
    async end() {
      await close(file.end(lastExportLine(manifest)))
      return manifest.records
    },
  }
}

function openFile(path: string): WriteStream {
  return createWriteStream(path, { flags: 'wx', mode: fileMode })
}

/** Waits while the disk is slower than the database, so that memory use does not grow. Rejects if a write failed. */
async function append(file: WriteStream, line: string): Promise<void> {
  if (file.errored) throw file.errored
  if (!file.write(line)) await once(file, 'drain')
}

async function close(file: WriteStream): Promise<void> {
  await finished(file)
}
