import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { countOf } from '@svc/command-line/text'
import { generate } from '../generate/generate.ts'
import { publish } from '../generate/output.ts'
import { newContract } from '../init/new-contract.ts'
import { packageName, serviceFiles } from '../init/service-files.ts'
import { BrokenSpecError } from '../lint/findings.ts'
import { validityRules } from '../lint/redocly.ts'
import { repository } from '../our-contract.ts'
import { operationsOf } from '../source/openapi.ts'

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
    try {
      const { document, notes } = await newContract(from, workingDirectory)
      const platform = relative(folder, repository).replaceAll('\\', '/')
      const files = serviceFiles({ document, name: packageName(document.info.title), platform })
      for (const [path, text] of files) await write(join(folder, path), text)
      const count = operationsOf(document, 'paths').length
      for (const note of notes) stdout.write(`note: ${note}\n`)
      const contract = { folder, spec: 'spec/openapi.yaml', companions: [], rules: validityRules }
      const generated = await generate(contract, () => {})
      await publish(join(folder, 'generated'), generated.files)
      for (const note of generated.notes) stdout.write(`note: ${note}\n`)
      return { text: nextSteps(directory, count) }
    } catch (error) {
      if (!(error instanceof BrokenSpecError)) throw error
      const findings = countOf(error.findings.length, 'finding')
      throw new CommandError(
        `\n${error.message}\n\n${findings} in the document. Correct them in ${from}, or in spec/openapi.yaml and then run \`npm run generate\` there.`,
      )
    }
  },
})

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function nextSteps(directory: string, count: number): string {
  return `
${directory} has a service with ${countOf(count, 'operation')}, none of them implemented yet.

  cd ${directory}
  npm install          links this repository: nothing is downloaded
  npm test             types, and the service against its contract
  npm test -- --mock   the mock against the contract
  npm run dev          the service and its docs; begin in src/operations/
`
}
