import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { UsageError } from '@svc/command-line/errors'
import { newOperation } from '../new-operation/new-operation.ts'
import { repository } from '../our-contract.ts'

export const newCommand = defineCommand({
  name: 'new',
  summary: 'Add a GET operation to the contract of this repository',
  description: `Writes its file in spec/paths and its path in spec/openapi.yaml, and prints what is left to do, as the recipe in
  CONTRIBUTING.md describes it.`,
  arguments: [{ name: 'PATH', description: 'The path, such as /businesses/{id}/plan' }],
  options: {
    id: { value: 'NAME', description: 'The operationId, such as getPlan' },
    tag: { value: 'TAG', description: 'The tag, such as Businesses' },
    scope: { value: 'SCOPE', description: 'The scope that a caller needs, such as businesses:read' },
  },
  json: false,
  async run({ arguments: [path], options: { id, tag, scope } }) {
    if (id === undefined || tag === undefined || scope === undefined)
      throw new UsageError('--id, --tag and --scope are required.')
    const { files, left } = newOperation(repository, { path, operationId: id, tag, scope })
    for (const [file, text] of files) await writeFile(join(repository, file), text)
    return {
      text: `Changed ${[...files.keys()].join(' and ')}. Left to do:\n\n${left.map((one) => `  ${one}\n`).join('')}`,
    }
  },
})
