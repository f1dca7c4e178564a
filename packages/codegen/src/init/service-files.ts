import { readFileSync } from 'node:fs'
import { countOf } from '@svc/command-line/text'
import { stringify } from 'yaml'
import type { Files } from '../generate/output.ts'
import { comment, key, literal } from '../generate/typescript.ts'
import { camelCase } from '../source/names.ts'
import { type OpenApi, operationsOf, type PlacedOperation } from '../source/openapi.ts'
import { credentialHeaders, credentialQueries, firstRequest } from './first-request.ts'

// The files of a new service that belong to its author. Everything below generated/ is made by the generator.

interface NewService {
  document: OpenApi
  /** The name of the package, such as `parking-permits`. */
  name: string
  /** The path from the new folder to this repository. */
  platform: string
}

const credentialVariable = 'API_CREDENTIAL'
const localCredential = 'local-credential'

/** The files of a new service by path, without the generated ones. */
export function serviceFiles(service: NewService): Files {
  const { document } = service
  const groups = groupsOf(document)
  return new Map([
    ['spec/openapi.yaml', stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 })],
    ['package.json', packageFile(service)],
    ['tsconfig.json', `${JSON.stringify(typescriptConfig, null, 2)}\n`],
    ['.gitignore', 'node_modules/\n'],
    ['.env', `# Values for this machine: no secrets.\nPORT=3000\n${credentialVariable}=${localCredential}\n`],
    ['README.md', readme(service)],
    ['src/main.ts', template('main.ts', { TRY: tryLine(document) })],
    ['src/service.ts', template('service.ts')],
    ['src/handlers.ts', template('handlers.ts')],
    ['src/authenticate.ts', template('authenticate.ts')],
    ...groups.map((group): [string, string] => [`src/operations/${group.file}.ts`, stubs(group)]),
    ['src/operations/index.ts', operationsIndex(groups)],
    ['test/contract.ts', template('contract.ts')],
    ['test/settings.ts', template('settings.ts', settingsOf(document))],
  ])
}

/** The text of a file in `templates/service`, with values in place of words in capitals. */
function template(name: string, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(new URL(`../../templates/service/${name}.txt`, import.meta.url), 'utf8')
  return Object.entries(values).reduce((filled, [word, value]) => filled.replace(word, () => value), text)
}

/** The operations of one tag. */
interface Group {
  file: string
  /** The exported constant. */
  constant: string
  operations: PlacedOperation[]
}

function groupsOf(document: OpenApi): Group[] {
  const byTag = Map.groupBy(operationsOf(document, 'paths'), ({ operation }) =>
    wordsOf(operation.tags?.[0] ?? 'other').join('-'),
  )
  return [...byTag].map(([tag, operations]) => {
    // The folder has an index of its own.
    const file = tag === 'index' || tag === '' ? 'other' : tag
    return { file, constant: `${/^\d/.test(file) ? 'tag' : ''}${camelCase(file)}Operations`, operations }
  })
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** The name of a package: words in lower case, with hyphens. */
export function packageName(title: string): string {
  return wordsOf(title).join('-') || 'service'
}

function stubs({ constant, operations }: Group): string {
  const handlers = operations.map(({ method, path, operation }) => {
    const { operationId = '', summary } = operation
    const notes = comment([summary, `\`${method.toUpperCase()} ${path}\``], 2)
    return `${notes}\n  async ${key(operationId)}() {\n    throw new ProblemError(501, ${literal(`${operationId} is not implemented yet.`)})\n  },`
  })
  return template('operations.ts', { CONSTANT: constant, HANDLERS: handlers.join('\n\n') })
}

function operationsIndex(groups: readonly Group[]): string {
  const imports = groups.map(({ constant, file }) => `import { ${constant} } from './${file}.ts'`)
  const parts = groups.map(({ constant }) => `  ...${constant},`)
  return `import type { Handlers } from '../handlers.ts'
${imports.join('\n')}

/** The handler of each operation of the contract: the compiler names those that are missing. */
export const operations = {
${parts.join('\n')}
} satisfies Record<keyof Handlers, unknown>
`
}

/** The values of `test/settings.ts`: objects with the headers and the query parameters of the credential. */
function settingsOf(document: OpenApi): Record<'HEADERS' | 'QUERY', string> {
  const headers = credentialHeaders(document).map(([name, prefix]) => {
    return `  ${key(name)}: ${prefix === '' ? 'credential' : `\`${prefix}\${credential}\``},\n`
  })
  const queries = credentialQueries(document).map((name) => `  ${key(name)}: credential,\n`)
  const objectOf = (lines: readonly string[]) => (lines.length === 0 ? '{}' : `{\n${lines.join('')}}`)
  return { HEADERS: objectOf(headers), QUERY: objectOf(queries) }
}

/** The line that `src/main.ts` prints with a first request; empty for a document without one. */
function tryLine(document: OpenApi): string {
  const [baseUrl, credential] = ['\u0001', '\u0002']
  const request = firstRequest(document, { baseUrl, credential })
  if (request === undefined) return ''
  const text = request
    .replaceAll(/[`\\]|\$\{/g, String.raw`\$&`)
    .replaceAll(baseUrl, `\${service.baseUrl}`)
    .replaceAll(credential, `\${process.env.${credentialVariable}}`)
  return `console.log(\`Try   ${text}\`)\n`
}

const typescriptConfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'ESNext.Collection', 'DOM.AsyncIterable'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: ['node_modules/@svc/platform/node_modules/@types'],
  },
  include: ['src', 'test'],
}

function packageFile({ document, name, platform }: NewService): string {
  const run = 'node node_modules/@svc/platform/bootstrap.mjs'
  const node = `${run} node --env-file-if-exists=.env`
  const generate = `${run} packages/codegen/src/main.ts generate --spec spec/openapi.yaml --out generated`
  const description = {
    name,
    version: '0.0.0',
    private: true,
    description: document.info.title,
    type: 'module',
    scripts: {
      dev: `${node} --watch src/main.ts`,
      mock: `${run} apps/mock/src/main.ts --spec spec/openapi.yaml`,
      types: `${run} tsc -p tsconfig.json`,
      test: `${run} tsc -p tsconfig.json && ${node} test/contract.ts`,
      docs: `${generate} && ${node} src/main.ts`,
      generate,
      lint: `${run} packages/codegen/src/main.ts lint --spec spec/openapi.yaml`,
    },
    dependencies: { '@svc/platform': `file:${platform}` },
  }
  return `${JSON.stringify(description, null, 2)}\n`
}

/** The path of the first server, without a final slash. */
function basePathOf({ servers }: OpenApi): string {
  return URL.parse(servers?.[0]?.url ?? '', 'http://localhost')?.pathname.replace(/\/+$/, '') ?? ''
}

function readme({ document, platform }: NewService): string {
  const count = operationsOf(document, 'paths').length
  const baseUrl = `http://127.0.0.1:3000${basePathOf(document)}`
  const request = firstRequest(document, { baseUrl, credential: localCredential })
  return `# ${document.info.title}

A contract-first service: [\`spec/openapi.yaml\`](spec/openapi.yaml) describes ${countOf(count, 'operation')}. Types, request validation,
docs and tests follow from it.

\`\`\`sh
npm install          # links ${platform}, from which everything else comes
npm run dev          # the service at http://127.0.0.1:3000 and its docs at /docs; restarts after each save in src/
npm run mock         # a mock with state, at http://127.0.0.1:4010
npm test             # types, and the running service against the contract
npm run types        # the types alone
npm test -- --mock   # the same against the mock
npm run generate     # after each edit of spec/: types, docs, client and Postman collection in generated/
npm run docs         # generates, and serves the docs
npm run lint         # one message per mistake in spec/
\`\`\`

${request === undefined ? '' : `The first request, which \`npm run dev\` prints as well:\n\n\`\`\`sh\n${request}\n\`\`\`\n\n`}## An operation

1. Describe it in \`spec/openapi.yaml\` with an operationId, and run \`npm run generate\`.
2. \`npm test\` names the handler that is missing in \`src/operations/\`. A handler that throws 501 is listed as pending.
3. Write the handler. It gets validated input and returns the body of the response:

   \`\`\`ts
   async getPet({ path }) {
     const pet = await findPet(path.id)
     if (!pet) throw new ProblemError(404, \`There is no pet \${path.id}.\`)
     return pet
   },
   \`\`\`

   \`reply.status\` and \`reply.headers\` change the response. Errors get the form that the contract describes for their status.
4. \`npm test\` now also compares its responses with each other: what was written is read, pages joined are the list.

The headers of the contract tests, and the checks that they leave out, are in \`test/settings.ts\`.
Credentials are checked in \`src/authenticate.ts\`, which accepts the value of \`${credentialVariable}\` in \`.env\` until you replace it.
Outside of production (\`NODE_ENV\`), a response that does not match the contract is an error 500 that says why.
`
}
