import type { Output } from './output.ts'

/** One status line of a long command. */
interface Progress {
  /** Shows the line: in place on a terminal, otherwise as a new line every few seconds. Cheap to call often. */
  show(line: string): void
  /** Prints a line that stays. */
  note(line: string): void
  /** Removes the status line. */
  end(): void
}

const redrawEveryMs = 100
const lineEveryMs = 5_000

export function createProgress(output: Output): Progress {
  const everyMs = output.isTTY ? redrawEveryMs : lineEveryMs
  let shownAtMs = output.isTTY ? Number.NEGATIVE_INFINITY : performance.now()
  let drawn = false

  const erase = () => {
    if (drawn) output.replaceLine('')
    drawn = false
  }

  return {
    show(line) {
      if (performance.now() - shownAtMs < everyMs) return
      shownAtMs = performance.now()
      if (!output.isTTY) return void output.write(`${line}\n`)
      output.replaceLine(line.slice(0, (output.columns ?? 80) - 1))
      drawn = true
    },
    note(line) {
      erase()
      output.write(`${line}\n`)
    },
    end: erase,
  }
}
