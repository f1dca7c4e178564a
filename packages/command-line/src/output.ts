/** The output of a program: a terminal, a file or a pipe. */
export interface OutputStream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
  hasColors?(): boolean
}

/**
 * The only way in which commands print. Text from files, databases and other programs must not control the terminal of
 * an operator: control characters in it become visible escapes such as `\u001b`, also inside JSON, where that means the
 * same.
 */
export interface Output extends Pick<OutputStream, 'isTTY' | 'columns' | 'hasColors'> {
  write(text: string): void
  /** As `write`, but colors stay. */
  writeColored(text: string): void
  /** Shows a line in the place of the current one, on a terminal. */
  replaceLine(line: string): void
}

export function guardOutput(stream: OutputStream): Output {
  return {
    // Read when used: a terminal can be resized.
    get isTTY() {
      return stream.isTTY ?? false
    },
    get columns() {
      return stream.columns ?? 80
    },
    hasColors: () => stream.hasColors?.() ?? false,
    write: (text) => void stream.write(printable(text)),
    writeColored: (text) => void stream.write(text.replaceAll(controlCharacterOrColor, escapeUnlessColor)),
    // ECMA-48: carriage return, then "erase in line".
    replaceLine: (line) => void stream.write(`\r\u001b[K${printable(line)}`),
  }
}

/** Control characters other than tab and line feed, and those that reorder text (Unicode Standard Annex 9). */
const controlCharacter = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** The same, or a whole sequence that sets a color or a weight. */
const controlCharacterOrColor = new RegExp(
  `\u001b\\[(?:[0-2]|2[2-4]|[39][0-79])m|${controlCharacter.source}`,
  controlCharacter.flags,
)

function printable(text: string): string {
  return text.replaceAll(controlCharacter, escapeCharacter)
}

function escapeUnlessColor(match: string): string {
  return match.length > 1 ? match : escapeCharacter(match)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
