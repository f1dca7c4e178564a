import type { Program } from './programs.ts'

/** The parts of the JSON report of vitest that name its tests. */
interface VitestReport {
  testResults: {
    name: string
    assertionResults: { status: string; ancestorTitles: string[]; title: string; tags?: string[] }[]
  }[]
}

/**
 * Returns a line for each missing program with the number of tests that need it, and one for each other group of tests
 * that did not run: how many they are, their file and the name of the group, which states their condition.
 *
 * @param root the folder from which files are named, with a slash at its end
 */
export function skippedTests({ testResults }: VitestReport, root: string, missing: readonly Program[]): string[] {
  const ofPrograms = new Map<Program, number>()
  const counts = new Map<string, number>()
  for (const { name, assertionResults } of testResults)
    for (const { status, ancestorTitles, title, tags = [] } of assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      const needed = missing.filter((program) => tags.includes(program.name))
      for (const program of needed) ofPrograms.set(program, (ofPrograms.get(program) ?? 0) + 1)
      if (needed.length > 0) continue
      const group = `${name.replace(root, '')}: ${ancestorTitles[0] ?? title}`
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
  return [
    ...[...ofPrograms].map(([program, count]) =>
      skippedFor(program, count === 1 ? '1 test that needs' : `${count} tests that need`),
    ),
    ...[...counts].map(([group, count]) => `${count} skipped: ${group}`),
  ]
}

/** Returns the line about what did not run because a program is missing; `needing` ends with "that need". */
export function skippedFor({ name, install }: Program, needing: string): string {
  return `skipped ${needing} ${name}: ${install}`
}
