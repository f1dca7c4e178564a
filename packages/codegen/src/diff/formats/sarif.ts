import { hash } from 'node:crypto'
import type { Place } from '../../source/document.ts'
import type { Change, Verdict } from '../findings.ts'
import type { Waiver } from '../waivers.ts'
import { acceptanceBy, type ComparisonResult, waiverNotes } from './result.ts'

const levels: Record<Verdict, string> = { breaking: 'error', risky: 'warning', safe: 'note' }

/** Formats a result as SARIF 2.1.0 (OASIS), which tools for code scanning import. */
export function sarif(result: ComparisonResult): string {
  const changes = [
    ...result.open.map((change) => ({ change, waiver: undefined })),
    ...result.covered.map(({ change, waiver }) => ({ change, waiver })),
  ]
  const rules = [...new Set(changes.map(({ change }) => change.rule))].sort()
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'svc-spec',
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
          },
        },
        // Lines and columns are those of strings in JavaScript.
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolConfigurationNotifications: notificationsOf(result) }],
        results: changes.map(({ change, waiver }) => resultOf(change, rules.indexOf(change.rule), waiver)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function resultOf(change: Change, ruleIndex: number, waiver: Waiver | undefined) {
  const { rule, verdict, direction, at, sentence, affects, place, was } = change
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[verdict],
    message: { text: sentence },
    locations: [locationOf(place)],
    ...(was && { relatedLocations: [{ id: 0, ...locationOf(was), message: { text: 'In the old document' } }] }),
    // The same change is recognized although lines above it were edited.
    partialFingerprints: { 'change/v1': fingerprintOf(change) },
    ...(waiver && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: acceptanceBy(waiver) }],
    }),
    properties: { verdict, direction, at, affects: affects.map(({ name }) => name) },
  }
}

function fingerprintOf({ rule, direction, at, affects, place }: Change): string {
  return hash('sha256', JSON.stringify([rule, direction, at, affects.map(({ name }) => name), place.pointer]))
}

function locationOf({ file, line, column, pointer }: Place) {
  return {
    physicalLocation: { artifactLocation: artifactOf(file), region: { startLine: line, startColumn: column } },
    logicalLocations: [{ fullyQualifiedName: pointer }],
  }
}

/** A file of the working folder, or of a git reference such as `main:spec/openapi.yaml`, is relative to a root. */
function artifactOf(file: string) {
  if (/^https?:\/\//.test(file)) return { uri: file }
  return { uri: encodeURI(file).replaceAll(':', '%3A'), uriBaseId: '%SRCROOT%' }
}

function notificationsOf(result: ComparisonResult) {
  return waiverNotes(result).map(({ waiver, sentence }) => ({
    level: 'warning',
    message: { text: sentence },
    locations: [
      { physicalLocation: { artifactLocation: artifactOf(waiver.file), region: { startLine: waiver.line } } },
    ],
  }))
}
