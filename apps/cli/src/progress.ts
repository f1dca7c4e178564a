import type { Output } from './command.ts'

/** One line that says how far a long work is. */
export interface Progress {
  /** Shows the line: in place on a terminal, elsewhere as a new line every few seconds. Cheap to call often. */
  show(line: string): void
  /** Writes a line that stays. */
  note(line: string): void
  /** Takes the line away. */
  end(): void
}

const redrawEveryMs = 100
const lineEveryMs = 5_000

export function createProgress(output: Output): Progress {
  const everyMs = output.isTTY ? redrawEveryMs : lineEveryMs
  let shownAtMs = output.isTTY ? Number.NEGATIVE_INFINITY : performance.now()
  let drawn = false

  /** ECMA-48: carriage return, then "erase in line". */
  const erase = () => {
    if (drawn) output.write('\r\u001b[K')
    drawn = false
  }

  return {
    show(line) {
      if (performance.now() - shownAtMs < everyMs) return
      shownAtMs = performance.now()
      if (!output.isTTY) return void output.write(`${line}\n`)
      erase()
      output.write(line.slice(0, (output.columns ?? 80) - 1))
      drawn = true
    },
    note(line) {
      erase()
      output.write(`${line}\n`)
    },
    end: erase,
  }
}
