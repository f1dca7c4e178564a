import { defineCommand } from '@svc/command-line/command'
import { UsageError } from '@svc/command-line/errors'
import type { Program } from '@svc/command-line/program'
import { alignColumns } from '@svc/command-line/text'
import { testAnyDocument } from './any-document/run.ts'
import { CannotRunError, messageOf } from './cannot-run-error.ts'
import { lanes } from './lanes.ts'
import { anyDocumentOptionsOf, optionDefinitions, runOptionsOf } from './options.ts'
import { runContractTests } from './run.ts'

const stoppedExitCode = 130
const cannotRunExitCode = 2

const description = `
  Without options, everything is tested with two services that are started for it: more than 35,000 cases.

  With --base-url, SVC_API_KEY and SVC_API_KEY_2 are keys of two accounts reserved for the tests. SVC_CLIENT_ID and
  SVC_CLIENT_SECRET, an OAuth client of the first account, add the lanes oauth and tokens. SVC_WEBHOOK_URL is the origin
  of webhooks that tests register, https://example.com by default. Lanes that operate the service are skipped.

  With --spec, a service of another OpenAPI 3.1 document is tested: a valid and an invalid request for every operation,
  the relations between responses, and Schemathesis. Operations that return 501 count as not implemented yet. There is
  no report but the output.

  Reports, also when the tests could not run: reports/contract/index.html shows what was tested, what was not, and each
  failure with the command to reproduce it; junit.xml is the same for continuous integration, summary.json for programs;
  LANE/cases.txt lists every case that was sent. $GITHUB_STEP_SUMMARY gets a job summary, if set.

  contract-tests/baseline.json lists known failures, each with a ticket and an expiry date.
  contract-tests/uncovered.json lists documented statuses that no lane reaches, each with its reason.

  Exit code 2 also means that the tests could not run, and 130 that they were stopped.`

/** `npm run contract`. The tests stop when `signal` aborts. */
export function contractProgram(signal: AbortSignal): Program {
  const command = defineCommand({
    name: '',
    summary: 'Test a running service against its contract: spec/openapi.yaml, oauth.yaml and portal.yaml',
    description,
    options: optionDefinitions,
    json: false,
    async run({ options }, { env, stdout, stderr, workingDirectory }) {
      if (options.list) return { text: listOfLanes() }
      const runOptions = runOptionsOf(options)
      const anyDocument = anyDocumentOptionsOf(options, { workingDirectory, env })
      try {
        const print = (line: string) => void stdout.write(`${line}\n`)
        if (anyDocument) return { exitCode: await testAnyDocument(anyDocument, { signal, print }) }
        return { exitCode: await runContractTests(runOptions, { env, signal, print }) }
      } catch (error) {
        if (error instanceof UsageError) throw error
        stderr.write(`${signal.aborted ? 'Stopped.' : explain(error)}\n`)
        return { exitCode: signal.aborted ? stoppedExitCode : cannotRunExitCode }
      }
    },
  })
  return { name: 'npm run contract --', summary: command.summary, commands: command }
}

function listOfLanes(): string {
  return alignColumns(
    lanes.map(({ name, description, operated }) => [name, `${description}${operated ? ' (not with --base-url)' : ''}`]),
  )
}

/** A stack trace only for errors that the tests do not expect. */
function explain(error: unknown): string {
  if (error instanceof CannotRunError || !(error instanceof Error)) return messageOf(error)
  return error.stack ?? error.message
}
