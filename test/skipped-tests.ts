/** The parts of the JSON report of vitest that name its tests. */
interface VitestReport {
  testResults: {
    name: string
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[]
  }[]
}

/**
 * Returns a line for each group of tests that did not run: how many they are, their file and the name of the group,
 * which states their condition.
 *
 * @param root the folder from which files are named, with a slash at its end
 */
export function skippedTests({ testResults }: VitestReport, root: string): string[] {
  const counts = new Map<string, number>()
  for (const { name, assertionResults } of testResults)
    for (const { status, ancestorTitles, title } of assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      const group = `${name.replace(root, '')}: ${ancestorTitles[0] ?? title}`
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
  return [...counts].map(([group, count]) => `${count} skipped: ${group}`)
}
