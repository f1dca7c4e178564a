import type { Document } from '../contract.ts'
import { quoted } from '../failure.ts'
import { type Caller, shownValue } from './caller.ts'

/** The result of Schemathesis, as it is printed. */
interface Findings {
  /** The number of findings in `text`. */
  count: number
  /** The sections with failures and errors. */
  text: string
  /** The section with warnings; '' without any. */
  warnings: string
  /** The last line, such as `No issues found in 5.53s`. */
  summary: string
}

/** Reads the output of Schemathesis, and replaces the address and the credential in its commands by variables. */
export function readFindings(output: string, document: Document, caller: Caller): Findings {
  const lines = output.split('\n').filter((line) => !/^\s*st replay \w+$|run `st explain/.test(line))
  const sections = new Map<string, string[]>()
  let section = ''
  for (const line of lines) {
    section = /^=+ ([A-Z ]+) =+$/.exec(line)?.[1] ?? section
    sections.set(section, [...(sections.get(section) ?? []), /^\s*curl /.test(line) ? shown(line) : line])
  }

  function shown(command: string): string {
    const withHeaders = Object.entries(caller.headers).reduce((text, [name, value]) => {
      const secret = shownValue(document, { name, value, credential: caller.credential })
      return secret === undefined ? text : text.replace(quoted(`${name}: ${value}`), () => `"${name}: ${secret}"`)
    }, command)
    const withQuery = Object.entries(caller.query).reduce(
      (text, [name, value]) =>
        text.replace(`${name}=${encodeURIComponent(value)}`, () => `${name}='"$API_CREDENTIAL"'`),
      withHeaders,
    )
    // An address alone is not quoted.
    return withQuery
      .replace(`'${caller.baseUrl}`, () => `"$API_URL"'`)
      .replace(` ${caller.baseUrl}`, () => ' "$API_URL"')
  }

  const sectionOf = (name: string) => (sections.get(name) ?? []).slice(1)
  const found = [...sectionOf('ERRORS'), ...sectionOf('FAILURES')]
  const text = (found.length > 0 ? found : lines).join('\n').trim()
  return {
    count: Math.max(1, found.filter((line) => /^- ST\d+ /.test(line)).length),
    text,
    warnings: sectionOf('WARNINGS').join('\n').trim(),
    summary: (output.trim().split('\n').at(-1) ?? '').replaceAll('=', '').trim(),
  }
}
