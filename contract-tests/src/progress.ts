import type { WriteStream } from 'node:tty'
import type { Tally } from './tally.ts'

/** The interval between changes of the progress line on a terminal, and between lines of a log. */
const terminalEveryMs = 200
const logEveryMs = 15_000

/** Shows the progress of a lane: one changing line on a terminal, regular lines in a log. */
export function createProgress(
  stream: NodeJS.WriteStream | WriteStream,
  lane: string,
): { show(tally: Tally): void; end(): void } {
  const everyMs = stream.isTTY ? terminalEveryMs : logEveryMs
  let shownAtMs = performance.now()
  let isOpen = false

  return {
    show({ phase, operations, cases, failures }) {
      const nowMs = performance.now()
      if (nowMs - shownAtMs < everyMs) return
      shownAtMs = nowMs
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
      const unit = phase === 'stateful' ? 'sequences' : 'operations'
      const line = `  ${lane}, ${phase}: ${operations} ${unit} done, ${cases} cases in total, ${failed} failed checks`
      stream.write(stream.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
      isOpen = stream.isTTY === true
    },
    end() {
      if (isOpen) stream.write('\r\x1b[2K')
      isOpen = false
    },
  }
}
