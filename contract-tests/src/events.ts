import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The used fields of the events that Schemathesis reports, one JSON object per line with the name of the event as its
 * only key.
 */
export interface Events {
  PhaseStarted?: { phase: { name: string; is_enabled: boolean } }
  PhaseFinished?: { phase: { name: string; is_enabled: boolean }; status: string }
  ScenarioFinished?: { phase: string; status: Status; recorder: Recorder }
  EngineFinished?: { running_time: number }
}

export type Status = 'success' | 'failure' | 'error' | 'skip' | 'interrupted'

export interface Recorder {
  label: string
  cases?: Record<string, { value: Case }>
  checks?: Record<string, { name: string; status: Status; failure_info?: FailureInfo }[]>
  interactions?: Record<string, Interaction>
}

interface FailureInfo {
  failure?: { title?: string; message?: string }
}

export interface Interaction {
  request: Request
  response?: {
    status_code: number
    elapsed: number
    headers?: Record<string, string[]>
    content?: { $base64: string } | null
  }
  /** The time at which it was sent, in seconds since 1970. */
  timestamp: number
}

export interface Case {
  method: string
  path: string
  meta?: { generation?: { mode?: 'positive' | 'negative' } }
}

export interface Request {
  method: string
  uri: string
  headers?: Record<string, string[]>
  body?: { $base64: string }
}

const pollIntervalMs = 200

/**
 * Reads events from a file while it is being written, until `done` has settled and the file is read to its end. A file
 * that never appears has no events; the caller has to check that it exists.
 */
export async function followEvents(file: string, done: Promise<unknown>, take: (event: Events) => void): Promise<void> {
  let finished = false
  const ending = done.then(
    () => (finished = true),
    () => (finished = true),
  )
  const lines = createLines((line) => take(JSON.parse(line)))
  const buffer = Buffer.alloc(1 << 20)
  let handle: FileHandle | undefined
  let position = 0
  try {
    for (;;) {
      // Checked before reading, so that the last events are read as well.
      const isLast = finished
      // The other process has not created the file yet.
      handle ??= await open(file).catch(() => undefined)
      for (let size = 1; handle && size > 0; position += size) {
        size = (await handle.read(buffer, 0, buffer.length, position)).bytesRead
        lines.add(buffer.subarray(0, size))
      }
      if (isLast) return
      await Promise.race([sleep(pollIntervalMs), ending])
    }
  } finally {
    await handle?.close()
  }
}

/** Cuts a stream of bytes into lines; one may be many megabytes long. */
function createLines(take: (line: string) => void): { add(bytes: Buffer): void } {
  let parts: Buffer[] = []
  return {
    add(bytes) {
      let start = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        take(Buffer.concat([...parts, bytes.subarray(start, end)]).toString())
        parts = []
        start = end + 1
      }
      if (start < bytes.length) parts.push(Buffer.from(bytes.subarray(start)))
    },
  }
}
