import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { countOf } from '@svc/command-line/text'
import { generate, notesOnFindings } from '../generate/generate.ts'
import { publish } from '../generate/output.ts'
import { newContract } from '../init/new-contract.ts'
import { packageName, serviceFiles } from '../init/service-files.ts'
import { BrokenSpecError, type Finding, isOfExample } from '../lint/findings.ts'
import { lintContract } from '../lint/lint-contract.ts'
import { validityRules } from '../lint/redocly.ts'
import { repository } from '../our-contract.ts'
import { escapeSegment } from '../source/json-pointer.ts'
import { type OpenApi, operationsOf } from '../source/openapi.ts'

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Make a new contract-first service from any OpenAPI 3.0 or 3.1 document',
  description: `Writes a folder with the contract, its generated files, a handler for each operation that throws 501, a server with
  validation of requests and responses, contract tests, and the scripts dev, mock, test, docs and generate. The new
  service uses the packages of this repository by its path; docs/new-service.md describes how.`,
  arguments: [{ name: 'DIR', description: 'The folder to make: new or empty' }],
  options: {
    from: { value: 'FILE', description: 'The OpenAPI document: a file, or an http(s) URL' },
  },
  json: false,
  async run({ arguments: [directory], options: { from } }, { stdout, workingDirectory }) {
    if (from === undefined) throw new UsageError('--from is required: the OpenAPI document to begin with.')
    const folder = resolve(workingDirectory, directory)
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new UsageError(`${directory} is not empty. Choose another folder.`)
    const { document, notes } = await newContract(from, workingDirectory).catch((error: unknown) =>
      Promise.reject(error instanceof BrokenSpecError ? unreadable(error) : error),
    )
    const count = operationsOf(document, 'paths').length
    if (count === 0) throw new UsageError(`${from} has no operations under \`paths\`, so there is nothing to serve.`)
    try {
      const platform = relative(folder, repository).replaceAll('\\', '/')
      const files = serviceFiles({ document, name: packageName(document.info.title), platform })
      for (const [path, text] of files) await write(join(folder, path), text)
      const contract = { folder, spec: 'spec/openapi.yaml', companions: [], rules: validityRules }
      const findings = await lintContract(contract)
      const placed = findings.map((one) => ({ ...one, file: relative(workingDirectory, join(folder, one.file)) }))
      if (findings.some(({ severity }) => severity === 'error')) throw new BrokenSpecError(placed)
      const generated = await generate(contract, () => {}, { findings: [] })
      await publish(join(folder, 'generated'), generated.files)
      for (const note of [...notes, ...notesOnFindings(placed), ...generated.notes]) stdout.write(`note: ${note}\n`)
      return { text: `${nextSteps(directory, count)}${mockNote(wrongExamples(document, findings))}` }
    } catch (error) {
      if (!(error instanceof BrokenSpecError)) throw error
      const { length } = error.findings
      const spec = relative(workingDirectory, join(folder, 'spec/openapi.yaml'))
      throw new CommandError(
        `\n${error.message}\n\n${countOf(length, 'finding')} in the document. Correct ${length === 1 ? 'it' : 'them'} in ${spec}, and run \`npm run generate\` in ${directory}.`,
      )
    }
  },
})

function unreadable({ message }: BrokenSpecError): CommandError {
  return new CommandError(`\n${message}\n\nNothing was written: the document cannot be read.`)
}

/** The operations with responses whose examples do not match their schemas. */
function wrongExamples(document: OpenApi, findings: readonly Finding[]): string[] {
  const pointers = findings.filter(isAboutMismatch).flatMap(({ places = [] }) => places)
  return operationsOf(document, 'paths').flatMap(({ path, method, operation }) => {
    const own = `#/paths/${escapeSegment(path)}/${method}/responses`
    const shared = Object.values(operation.responses ?? {}).flatMap((one) => ('$ref' in one ? [String(one.$ref)] : []))
    const isWrong = pointers.some((pointer) => [own, ...shared].some((start) => pointer.startsWith(`${start}/`)))
    return isWrong ? [operation.operationId ?? ''] : []
  })
}

function isAboutMismatch(finding: Finding): boolean {
  return isOfExample(finding) || finding.rule === 'closed-schema'
}

function mockNote(operations: readonly string[]): string {
  if (operations.length === 0) return ''
  return `
The mock generates responses of ${new Intl.ListFormat('en').format(operations)} from their schemas, because examples do
not match them. Where no value can match a schema, \`npm test -- --mock\` fails.
`
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function nextSteps(directory: string, count: number): string {
  return `
${directory} has a service with ${countOf(count, 'operation')}, ${count === 1 ? 'not' : 'none of them'} implemented yet.

  cd ${directory}
  npm install          links this repository: nothing is downloaded
  npm test             types, and the service against its contract
  npm test -- --mock   the mock against the contract
  npm run dev          the service and its docs; begin in src/operations/
`
}
