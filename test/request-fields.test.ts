import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './structure/source-files.ts'

/** Requests without fields that are stored: they prove who a person is, or are input of the engine. */
const notStored = [
  'AdministratorLinkUse',
  'AdministratorPasswordConfirmation',
  'AdministratorSignInRequest',
  'DeleteAccountRequest',
  'DraftReviewReplyRequest',
  'PasskeySignIn',
  'PasswordChange',
  'PasswordConfirmation',
  'ProfileConsentCode',
  'ProfileLocationChoice',
  'ResetLinkRequest',
  'SecondFactorCode',
  'SignInLinkUse',
  'SignInRequest',
]

/** Takes 4 s of a quiet core; this is for a machine that runs much else. */
const timeoutMs = 120_000

test('a field that the contract adds to a request does not compile until it is stored', { timeout: timeoutMs }, () => {
  const requests = ['contract/openapi.strict.json', 'portal/portal.json'].flatMap(requestSchemas)
  const required = new Set(errorsOf(sourcesWithRestCheck(), requests).flatMap(addedFields))
  const expected = requests.filter((name) => !notStored.includes(name))
  expect(expected).not.toEqual([])
  expect([...required].sort()).toEqual([...new Set(expected)].sort())
})

/** The operations of a path, as far as they matter here. */
type PathItem = Record<string, { requestBody?: { content: Record<string, { schema: { $ref?: string } }> } }>

/** The schemas of JSON bodies that have fields. */
function requestSchemas(document: string): string[] {
  const { paths, components } = JSON.parse(readFileSync(join(root, 'generated', document), 'utf8'))
  return Object.values<PathItem>(paths)
    .flatMap((item) => Object.values(item))
    .map(({ requestBody }) => requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1))
    .filter((name) => name !== undefined)
    .filter((name) => components.schemas[name].properties)
}

/** The files that take requests apart. */
function sourcesWithRestCheck(): string[] {
  return ['apps/api/src', 'packages/db/src', 'packages/credentials/src']
    .flatMap((folder) => ts.sys.readDirectory(join(root, folder), ['.ts']))
    .filter((path) => readFileSync(path, 'utf8').includes('rest satisfies NoOtherFields'))
}

/** The errors of the compiler in these files when every request has one more optional field. */
function errorsOf(files: readonly string[], requests: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile
  host.readFile = (path) => {
    const text = readFile(path)
    if (!path.endsWith('/server-types.ts')) return text
    return text?.replaceAll(/^ {8}(\w+): \{\n/gm, (line, name) =>
      requests.includes(name) ? `${line}added_to_${name}?: string;\n` : line,
    )
  }
  const program = ts.createProgram(files, options, host)
  return files
    .map((file) => program.getSourceFile(file))
    .flatMap((file) => program.getSemanticDiagnostics(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

function addedFields(error: string): string[] {
  return [...error.matchAll(/added_to_(\w+)/g)].map(([, name = '']) => name)
}
