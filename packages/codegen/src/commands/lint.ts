import { defineCommand } from '@svc/command-line/command'
import { countOf } from '@svc/command-line/text'
import { formatFindings } from '../lint/findings.ts'
import { exampleNotes } from '../lint/foreign-document.ts'
import { lintContract } from '../lint/lint-contract.ts'
import { contractOf, contractOptions } from './contract-options.ts'
import { formatSeconds } from './format-seconds.ts'

export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'Lint the contract and write nothing',
  description:
    'Prints one finding for each mistake, with its position and the fix. Exit code 1 if one of them is an error, not a note.',
  options: contractOptions,
  async run({ options }, { workingDirectory }) {
    const start = performance.now()
    const contract = contractOf(options, workingDirectory)
    const findings = await lintContract(contract)
    const { spec, companions, internal = [], upstream = [] } = contract
    const documents = [spec, ...companions, ...internal, ...upstream].join(', ')
    const errors = findings.filter(({ severity }) => severity === 'error').length
    const notes = findings.length - errors
    const found = notes === 0 ? countOf(errors, 'finding') : `${countOf(errors, 'error')}, ${countOf(notes, 'note')}`
    const summary = `${documents}: ${found} (${formatSeconds(performance.now() - start)})`
    return {
      data: { findings },
      text: [...(findings.length === 0 ? [] : [formatFindings(findings)]), ...exampleNotes(findings), summary].join(
        '\n\n',
      ),
      exitCode: errors === 0 ? 0 : 1,
    }
  },
})
