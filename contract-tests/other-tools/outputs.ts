import type { Failure } from './explanations.ts'

/** The failures and errors in the output of Schemathesis, one for each operation and check. */
export function schemathesisFailures(output: string): Failure[] {
  const failures: Failure[] = []
  const sections = output.split(/^_{3,} (.+?) _{3,}$/m).slice(1)
  for (let index = 0; index + 1 < sections.length; index += 2) {
    const operation = sections[index] ?? ''
    const [section = ''] = (sections[index + 1] ?? '').split(/^=+ .+ =+$/m)
    const cases = section.split(/^\d+\. Test Case ID: /m)
    for (const text of cases.length > 1 ? cases.slice(1) : cases) {
      const titles = [...text.matchAll(/^- ([A-Z]{2}\d+ .+)$/gm)].map(([, title = '']) => title)
      const [error = ''] = text.trim().split('\n')
      const status = Number(/^\[(\d{3})\]/m.exec(text)?.[1] ?? 0)
      for (const title of titles.length > 0 ? titles : [error])
        failures.push({ tool: 'schemathesis', operation, title, expected: 0, status, message: text })
    }
  }
  return failures
}

/** The failed tests in the output of Specmatic: it prints the request, the response and the reason of each. */
export function specmaticFailures(output: string): Failure[] {
  const [tests = ''] = output.split(/^Unsuccessful Scenarios:$/m)
  return tests.split(/^ {2}Request to /m).flatMap((text) => {
    const [, operation = '', expectedStatus] = /^Scenario: ([A-Z]+ \S+) -> (\d{3}).* has FAILED$/m.exec(text) ?? []
    if (operation === '') return []
    const status = Number(/ {2}Response at .*\n {4}(\d{3}) /.exec(text)?.[1] ?? 0)
    const title = /^ {6}R\d+: (.+)$/m.exec(text)?.[1] ?? /^ {2}>> (.+)$/m.exec(text)?.[1] ?? 'no response'
    const messages = [...text.matchAll(/"message": "([^"]*)"/g)].map(([, message]) => message)
    const message = messages.join('; ')
    return [{ tool: 'specmatic', operation, title, expected: Number(expectedStatus), status, message }]
  })
}
