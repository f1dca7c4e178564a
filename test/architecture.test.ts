import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { settingVariables } from '@svc/runtime/testing'
import { nodeOptionsOf } from '@svc/supervisor/node-options'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((path) => path !== '' && existsSync(`${root}${path}`))
const sources = files.filter((path) => /^(packages|apps)\/.*\.tsx?$/.test(path) && !path.includes('/fixtures/'))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The packages of this repository that the source of a package or app may import. */
const arrows: Record<string, string[]> = {
  'packages/runtime': ['@generated/contract'],
  'packages/rules': ['@generated/contract'],
  'packages/supervisor': [],
  'packages/command-line': [],
  'packages/python': [],
  'packages/local-postgres': ['@svc/supervisor'],
  'packages/local-service': [
    '@svc/runtime',
    '@svc/supervisor',
    '@svc/local-postgres',
    '@svc/startup',
    '@svc/db',
    '@svc/credentials',
    '@generated/contract',
  ],
  'packages/intelligence': ['@generated/contract'],
  'packages/intelligence-training': ['@svc/command-line', '@svc/intelligence', '@generated/contract'],
  'packages/llm': ['@svc/runtime', '@svc/intelligence', '@generated/contract'],
  'packages/codegen': ['@svc/command-line'],
  'packages/http': ['@svc/runtime', '@generated/contract'],
  'packages/db': ['@svc/runtime', '@svc/rules', '@generated/contract', '@generated/portal'],
  'packages/tracing': ['@svc/runtime'],
  'packages/startup': ['@svc/runtime', '@svc/local-postgres', '@svc/db'],
  'packages/sdk': ['@generated/sdk', '@generated/contract'],
  'packages/sdk-python': ['@svc/python', '@svc/runtime'],
  'packages/credentials': ['@svc/runtime', '@svc/db', '@generated/contract', '@generated/portal'],
  'packages/limits': ['@svc/runtime', '@svc/db', '@generated/contract'],
  'packages/report-pages': ['@svc/intelligence'],
  'packages/review-erasure': ['@svc/runtime', '@svc/db', '@svc/report-pages', '@generated/contract'],
  'packages/review-import': ['@svc/runtime', '@svc/db', '@generated/contract'],
  'packages/business-profile': ['@svc/runtime', '@svc/db', '@generated/business-profile', '@generated/contract'],
  'packages/webhooks': ['@svc/runtime', '@svc/db', '@generated/contract'],
  'apps/api': [
    '@svc/runtime',
    '@svc/rules',
    '@svc/startup',
    '@svc/tracing',
    '@svc/db',
    '@svc/review-erasure',
    '@svc/review-import',
    '@svc/credentials',
    '@svc/limits',
    '@svc/business-profile',
    '@svc/webhooks',
    '@svc/http',
    '@svc/llm',
    '@generated/contract',
    '@generated/mcp',
    '@generated/portal',
  ],
  'apps/mock': [
    '@svc/runtime',
    '@svc/rules',
    '@svc/command-line',
    '@svc/credentials',
    '@svc/limits',
    '@svc/webhooks',
    '@svc/http',
    '@svc/intelligence',
    '@generated/contract',
  ],
  'apps/worker': [
    '@svc/runtime',
    '@svc/startup',
    '@svc/tracing',
    '@svc/db',
    '@svc/credentials',
    '@svc/report-pages',
    '@svc/review-erasure',
    '@svc/review-import',
    '@svc/limits',
    '@svc/business-profile',
    '@svc/webhooks',
    '@svc/intelligence',
    '@svc/llm',
    '@generated/contract',
  ],
  'apps/portal': ['@generated/contract', '@generated/portal'],
  'apps/workflow': ['@svc/sdk', '@svc/command-line', '@generated/contract', '@generated/workflow'],
  'apps/dev': [
    '@svc/runtime',
    '@svc/supervisor',
    '@svc/command-line',
    '@svc/local-service',
    '@svc/codegen',
    '@svc/http',
  ],
  'apps/cli': [
    '@svc/runtime',
    '@svc/startup',
    '@svc/command-line',
    '@svc/supervisor',
    '@svc/local-service',
    '@svc/db',
    '@svc/review-erasure',
    '@svc/review-import',
    '@svc/credentials',
    '@svc/limits',
    '@svc/business-profile',
    '@svc/webhooks',
    '@svc/intelligence',
    '@generated/contract',
    '@generated/portal',
  ],
}

/** The additional imports of the tests of a package or app. */
const testArrows: Record<string, string[]> = {
  // A generated client calls a server of the same document.
  'packages/codegen': ['@svc/http', '@svc/runtime', '@svc/sdk'],
  'packages/db': ['@svc/local-postgres'],
  'packages/limits': ['@svc/supervisor'],
  'packages/local-postgres': ['@svc/runtime'],
  'packages/local-service': ['@svc/intelligence'],
  // One trace across the API and the worker.
  'packages/tracing': ['@svc/api', '@svc/db', '@svc/supervisor', '@svc/webhooks', '@svc/worker'],
  // The SDK is tested against the real service and the mock.
  'packages/sdk': [
    '@svc/runtime',
    '@svc/supervisor',
    '@svc/db',
    '@svc/credentials',
    '@svc/webhooks',
    '@svc/local-service',
    '@svc/api',
    '@svc/mock',
    '@svc/worker',
  ],
  'packages/sdk-python': [
    '@svc/db',
    '@svc/credentials',
    '@svc/webhooks',
    '@svc/sdk',
    '@svc/local-service',
    '@svc/api',
    '@svc/mock',
    '@svc/worker',
  ],
  // No job of the worker publishes what no person has approved.
  'apps/api': ['@svc/codegen', '@svc/local-postgres', '@svc/python', '@svc/supervisor', '@svc/worker'],
  'apps/cli': ['@svc/local-postgres', '@svc/mock'],
  // The mock is compared with the service, and partners use it through the SDK and `svc`.
  'apps/mock': ['@svc/local-service', '@svc/api', '@svc/cli', '@svc/worker'],
  // The journey of a new account ends with a delivery to a receiver.
  'apps/portal': [
    '@svc/runtime',
    '@svc/db',
    '@svc/api',
    '@svc/business-profile',
    '@svc/credentials',
    '@svc/webhooks',
    '@svc/worker',
  ],
  'apps/worker': ['@svc/local-postgres'],
  // A flow runs against the real service and the mock.
  'apps/workflow': [
    '@svc/api',
    '@svc/credentials',
    '@svc/db',
    '@svc/mock',
    '@svc/portal',
    '@svc/webhooks',
    '@svc/worker',
  ],
}

/** The imports of the other top-level folders. Nothing imports them. */
const folderArrows: Record<string, string[]> = {
  bench: [
    '@generated/contract',
    '@svc/api',
    '@svc/portal',
    '@svc/codegen',
    '@svc/command-line',
    '@svc/credentials',
    '@svc/db',
    '@svc/http',
    '@svc/intelligence',
    '@svc/intelligence-training',
    '@svc/limits',
    '@svc/local-postgres',
    '@svc/runtime',
    '@svc/sdk',
    '@svc/supervisor',
    '@svc/webhooks',
  ],
  'contract-tests': [
    '@generated/contract',
    '@svc/cli',
    '@svc/command-line',
    '@svc/credentials',
    '@svc/http',
    '@svc/local-postgres',
    '@svc/python',
    '@svc/runtime',
    '@svc/sdk',
    '@svc/supervisor',
    '@svc/webhooks',
  ],
  deploy: ['@svc/command-line', '@svc/supervisor'],
  docs: [
    '@generated/contract',
    '@generated/postman',
    '@svc/api',
    '@svc/db',
    '@svc/http',
    '@svc/limits',
    '@svc/mock',
    '@svc/sdk-python',
    '@svc/supervisor',
  ],
  examples: ['@svc/sdk'],
  test: [
    '@generated/portal',
    '@svc/business-profile',
    '@svc/command-line',
    '@svc/db',
    '@svc/local-postgres',
    '@svc/local-service',
    '@svc/runtime',
    '@svc/startup',
    '@svc/supervisor',
  ],
}

const isTest = (path: string) => path.includes('/test/')
const folderSources = files.filter(
  (path) => Object.keys(folderArrows).includes(path.split('/')[0] ?? '') && /\.ts$/.test(path),
)
const workspaceOf = (path: string) =>
  path
    .split('/')
    .slice(0, /^(packages|apps)\//.test(path) ? 2 : 1)
    .join('/')
const importsOf = (path: string) =>
  [...read(path).matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map((match) => match[1] ?? '')

/** The packages of this repository that a file imports, by their names; its own is left out. */
const packagesIn = (path: string) =>
  importsOf(path)
    .map((target) => /^@(?:svc|generated)\/[^/]+/.exec(target)?.[0])
    .filter((name) => name !== undefined && name !== `@svc/${path.split('/')[1]}`)

const permittedIn = (path: string): string[] => {
  const workspace = workspaceOf(path)
  const own = arrows[workspace] ?? folderArrows[workspace] ?? []
  return isTest(path) ? [...own, ...(testArrows[workspace] ?? [])] : own
}

test('every package, its tests and every folder import only what the arrows permit', () => {
  const forbidden = [...sources, ...folderSources].flatMap((path) =>
    packagesIn(path)
      .filter((name) => name !== undefined && !permittedIn(path).includes(name))
      .map((name) => `${path} imports ${name}`),
  )
  expect(forbidden).toEqual([])
})

test('every arrow stands for an import', () => {
  const unusedOf = (table: Record<string, string[]>, paths: string[]) =>
    Object.entries(table).flatMap(([workspace, names]) => {
      const imported = new Set(paths.filter((path) => workspaceOf(path) === workspace).flatMap(packagesIn))
      return names.filter((name) => !imported.has(name)).map((name) => `${workspace} does not import ${name}`)
    })
  expect(
    unusedOf(
      arrows,
      sources.filter((path) => !isTest(path)),
    ),
  ).toEqual([])
  expect(unusedOf(testArrows, sources.filter(isTest))).toEqual([])
  expect(unusedOf(folderArrows, folderSources)).toEqual([])
})

test('the packages below the servers take types, enums and bounds of the contract, and nothing else of it', () => {
  const workspaces = /^packages\/(db|intelligence|limits|credentials|llm|webhooks)\/src\//
  const values = /^import (?!type\b)[^']*?from '(@generated\/contract\/(?!enums'|bounds')[^']+)'/gm
  const imported = sources
    .filter((path) => workspaces.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(values)].map((match) => `${path} imports ${match[1]}`))
  expect(imported).toEqual([])
})

test('only packages/db imports knex and pg, except for the readiness check of packages/local-postgres', () => {
  const others = sources.filter(
    (path) =>
      !path.startsWith('packages/db/') &&
      importsOf(path).some(
        (target) => /^knex(\/|$)/.test(target) || (target === 'pg' && !path.startsWith('packages/local-postgres/')),
      ),
  )
  expect(others).toEqual([])
})

test('the apps change keys and clients only by functions that leave an entry in the audit log', () => {
  const unrecorded = /\b(issueApiKey|revokeApiKey|(create|update|delete)OAuthClient|rotateClientSecret)\b[^}]*\} from '/
  const unrecordedIn = (path: string) =>
    read(path)
      .split(/^(?=import )/m)
      .some((statement) => unrecorded.test(statement))
  expect(sources.filter((path) => /^apps\/[a-z]+\/src\//.test(path)).filter(unrecordedIn)).toEqual([])
})

test('no file reaches into another workspace by a relative path', () => {
  const reached = (path: string) => [
    ...importsOf(path).filter((target) => target.startsWith('.')),
    ...[...read(path).matchAll(/new URL\('(\.[^']*)', import\.meta\.url\)/g)].map((match) => match[1] ?? ''),
  ]
  const reaching = sources
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      reached(path)
        .map((target) => ({ path, resolved: new URL(target, `file:///${path}`).pathname.slice(1) }))
        .filter(({ resolved }) => resolved !== '' && workspaceOf(resolved) !== workspaceOf(path))
        .map(({ resolved }) => `${path} reaches ${resolved}`),
    )
  // The API serves the pages that were built, as files: their code and its dependencies are not installed with it.
  expect(reaching).toEqual(['apps/api/src/portal/pages.ts reaches apps/portal/dist/'])
})

// PATH and NODE_COMPILE_CACHE are not settings: programs that are started need them to find others and compiled code.
// A variable whose name is inserted is a sample that the portal shows. `Object.assign` sets variables and reads none.
test('the environment is read in one place per program', () => {
  const allowed =
    /^(packages\/runtime\/src\/settings|packages\/codegen\/src\/main|packages\/intelligence-training\/src\/(?:train|evaluate)\/cli|apps\/[a-z]+\/src\/main)/
  const readers = sources.filter(
    (path) =>
      !path.endsWith('.test.ts') &&
      !/testing[^/]*\.ts$/.test(path) &&
      /(?<!Object\.assign\()process\.env\b(?!\.(?:PATH\b|NODE_COMPILE_CACHE\b|\$\{))/.test(read(path)),
  )
  expect(readers.filter((path) => !allowed.test(path))).toEqual([])
})

test('the table in docs/architecture.md has every arrow, and no other', () => {
  const table = /```text\n([a-z-]+ +→ [\s\S]*?)```/.exec(read('docs/architecture.md'))?.[1] ?? ''
  // A line that begins with spaces continues the one before.
  const listed = table
    .replaceAll(/\n +/g, ' ')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [from = '', importers = ''] = line.split(/ +→ /)
      return importers.split(', ').map((importer) => `${from} → ${importer}`)
    })
  const permitted = Object.entries(arrows).flatMap(([workspace, targets]) =>
    targets.map((target) => {
      const [, scope, name] = /^@(svc|generated)\/(.+)$/.exec(target) ?? []
      return `${scope === 'generated' ? scope : name} → ${workspace.split('/')[1]}`
    }),
  )
  expect(listed.sort()).toEqual([...new Set(permitted)].sort())
})

test('tests are declared by test, not by it', () => {
  const others = files.filter((path) => path.endsWith('.test.ts') && /^ *it(?:\(|\.)/m.test(read(path)))
  expect(others).toEqual([])
})

test('the tree in README.md names every workspace, and no other', () => {
  const workspaces = new Set(
    files.filter((path) => /^(packages|apps)\/[^/]+\/package\.json$/.test(path)).map((path) => path.split('/')[1]),
  )
  const tree = /```text\n(spec\/[\s\S]*?)```/.exec(read('README.md'))?.[1] ?? ''
  const named = new Set([...tree.matchAll(/^ {2}([a-z-]+)\/ /gm)].map((match) => match[1]))
  expect([...workspaces].sort()).toEqual([...named].sort())
})

describe('a README names', () => {
  /** `name`, `name.ts`, `src/name.ts` and `@svc/package/name` name a module, and `folder/` all modules of a folder. */
  const namesIn = (readme: string) => {
    const quoted = read(readme).matchAll(/[`'](?:src\/|@svc\/[a-z-]+\/)?([^`'\s]+?)(?:\.tsx?)?[`']/g)
    return new Set([...quoted].map((match) => match[1]))
  }
  const moduleOf = (path: string) => path.replace(/^.*?\bsrc\/|\.tsx?$/g, '')
  const isNamed = (module: string, names: ReadonlySet<string | undefined>) => {
    const [name = '', ...folders] = module.split('/').reverse()
    return names.has(module) || names.has(name) || folders.some((folder) => names.has(`${folder}/`))
  }
  const ofPackages = files.filter((path) => /^packages\/[^/]+\/README\.md$/.test(path))
  test.each(ofPackages)('every module that its package exports: %s', (readme) => {
    const manifest = JSON.parse(read(readme.replace('README.md', 'package.json')))
    const exported = Object.entries<unknown>(manifest.exports ?? {}).filter(
      ([name, target]) => name !== '.' && String(target).startsWith('./src/'),
    )
    const names = namesIn(readme)
    const unnamed = exported.filter(
      ([name, target]) => !names.has(name.slice('./'.length)) && !isNamed(moduleOf(String(target)), names),
    )
    expect(unnamed).toEqual([])
  })

  const withTable = files.filter((path) => path.endsWith('/README.md') && read(path).includes('\n| module'))
  test.each(withTable)('every module of its package in a table of modules: %s', (readme) => {
    const names = namesIn(readme)
    const modules = files.filter((path) => path.startsWith(readme.replace('README.md', 'src/')))
    expect(modules.length).toBeGreaterThan(0)
    expect(modules.filter((path) => !isNamed(moduleOf(path), names))).toEqual([])
  })
})

test('.env.example lists every setting with its default, as the settings have it', () => {
  const expected = settingVariables.map((variable) => {
    const description = variable.default ? variable.description : `${variable.description} Example: ${variable.example}`
    return `# ${description}\n${variable.default ? `${variable.name}=${variable.default}` : `# ${variable.name}=`}\n`
  })
  const [heading = '', ...listed] = read('.env.example').split('\n\n')
  expect(listed.map((entry) => `${entry.trimEnd()}\n`)).toEqual(expected)
  const secrets = settingVariables.filter(({ secret }) => secret).map(({ name }) => name)
  expect(heading.match(/\b[A-Z_]+\b(?=[,.]| and )/g)).toEqual(secrets)
})

test('the units of systemd start their processes with the Node options of the supervisor', () => {
  const starts = files
    .filter((path) => path.endsWith('.service'))
    .map((path) => /^ExecStart=.*$/m.exec(read(path))?.[0])
  expect(starts).toHaveLength(2)
  for (const start of starts) {
    const source = /apps\/.*/.exec(start ?? '')?.[0] ?? ''
    expect(start).toContain(`/node ${nodeOptionsOf(source).join(' ')} ${source}`)
  }
})
