import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { UsageError } from '@svc/command-line/errors'
import { countOf } from '@svc/command-line/text'
import { stringify } from 'yaml'
import { formatPlace, loadDocument, type Place, placeOf, UnreadableDocumentError } from '../source/document.ts'
import { capitalized } from '../source/names.ts'
import { meaningChangesOf, upgradeDocument } from '../source/upgrade.ts'

/** The places listed for one kind of change. Further places are only counted. */
const placesMax = 3

export const upgradeCommand = defineCommand({
  name: 'upgrade',
  summary: 'Convert an OpenAPI 3.0 document to 3.1, and list what means something else afterwards',
  description: `Writes NEW, as JSON if its name ends with .json and otherwise as YAML, without the comments of OLD. A document of
  several files has to be bundled first.`,
  arguments: [
    { name: 'OLD', description: 'The OpenAPI 3.0 document: a file, a git reference or an http(s) URL' },
    { name: 'NEW', description: 'The file to write' },
  ],
  async run({ arguments: [old, now] }, { workingDirectory }) {
    try {
      const document = await loadDocument(old, { folder: workingDirectory, version: '3.0' })
      if (document.files.size > 1)
        throw new UsageError(`${old} refers to other files. Bundle it first: npx redocly bundle ${old} --output FILE.`)
      const upgraded = upgradeDocument(document)
      const text = now.endsWith('.json') ? JSON.stringify(upgraded, null, 2) : stringify(upgraded, { lineWidth: 120 })
      await writeFile(resolve(workingDirectory, now), text.endsWith('\n') ? text : `${text}\n`)
      const changes = byKind(
        meaningChangesOf(document).map(({ node, sentence }) => ({ sentence, place: placeOf(node) })),
      )
      const kinds = changes.map(describe)
      const summary = `Wrote ${now} as OpenAPI 3.1: ${countOf(changes.length, 'kind')} of changes in meaning.`
      return { data: { changes }, text: [...kinds, summary].join('\n\n') }
    } catch (error) {
      throw error instanceof UnreadableDocumentError ? new UsageError(error.message) : error
    }
  },
})

interface ChangedMeaning {
  sentence: string
  places: Place[]
}

function byKind(changes: readonly { sentence: string; place: Place }[]): ChangedMeaning[] {
  return [...Map.groupBy(changes, ({ sentence }) => sentence)].map(([sentence, found]) => ({
    sentence,
    places: found.map(({ place }) => place),
  }))
}

function describe({ sentence, places }: ChangedMeaning): string {
  const listed = places.slice(0, placesMax).map((place) => `  ${formatPlace(place)}`)
  const more = places.length > placesMax ? [`  … and ${places.length - placesMax} more`] : []
  return [`${capitalized(sentence)}:`, ...listed, ...more].join('\n')
}
