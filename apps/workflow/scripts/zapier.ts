// Builds the app for Zapier, and validates it with the packages of the platform for an owner who accepts its terms.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { processContext } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { runProgram } from '@svc/command-line/program'
import { build } from 'rolldown'
import manifest from '../package.json' with { type: 'json' }
import { createZapierApp } from '../src/zapier/app.ts'
import { zapierFindings } from './zapier-check.ts'

const workspace = resolve(import.meta.dirname, '..')

/** The version of the platform's packages, which the documentation describes. */
const platformVersion = '18.5.1'
const packages = { dependencies: 'zapier-platform-core', devDependencies: 'zapier-platform-cli' }
const appName = 'svc-zapier-app'
const agreement = 'https://zapier.com/platform/tos'

/**
 * Writes the app as one module without our repository: `index.js` is what the platform loads.
 *
 * @param folder is emptied first
 */
export async function buildZapierApp(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    input: join(workspace, 'src/zapier/app.ts'),
    platform: 'node',
    output: { file: join(folder, 'app.js'), format: 'cjs', codeSplitting: false },
    logLevel: 'warn',
  })
  await writeFile(
    join(folder, 'index.js'),
    `const { createZapierApp } = require('./app.js')

module.exports = createZapierApp({
  version: require('./package.json').version,
  platformVersion: require('${packages.dependencies}').version,
})
`,
  )
  const { version, license } = manifest
  const built = {
    name: appName,
    version,
    private: true,
    license,
    main: 'index.js',
    engines: { node: '>=22' },
    dependencies: { [packages.dependencies]: platformVersion },
    devDependencies: { [packages.devDependencies]: platformVersion },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(built, null, 2)}\n`)
}

const zapier = defineCommand({
  name: 'zapier',
  summary: 'Build the app for Zapier and check its form',
  arguments: [
    {
      name: 'FOLDER',
      description: 'Where the app is written: a new folder, or that of an earlier build, which is replaced',
      optional: true,
    },
  ],
  options: {
    'accept-terms': {
      flag: true,
      description: `Accept the agreement of the platform (${agreement}), install its packages into FOLDER, and validate`,
    },
  },
  json: false,
  async run({ arguments: [path], options }, { workingDirectory }) {
    const folder = path === undefined ? join(workspace, 'dist/zapier') : resolve(workingDirectory, path)
    const app = createZapierApp({ version: manifest.version, platformVersion })
    const findings = zapierFindings(app)
    if (findings.length > 0) return { text: findings.join('\n'), exitCode: 1 }
    if (!(await isReplaceable(folder))) throw new CommandError(`${folder} is not empty, and not an earlier build.`)
    await buildZapierApp(folder)
    const counts = `${Object.keys(app.triggers).length} triggers and ${Object.keys(app.creates).length} actions`
    const text = `Built ${folder}: ${counts}, which pass our own checks.`
    if (!options['accept-terms']) return { text: `${text}\n${notValidated(folder)}` }
    const works =
      (await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder)) &&
      (await run('node_modules/.bin/zapier-platform', ['validate', '--without-style'], folder))
    return works ? { text: `${text}\nThe platform validated it.` } : { text, exitCode: 1 }
  },
})

/** Returns whether a folder is missing, empty, or an earlier build. */
async function isReplaceable(folder: string): Promise<boolean> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && (await readFile(manifest, 'utf8')).includes(`"name": "${appName}"`)
}

function notValidated(folder: string): string {
  const names = Object.values(packages).map((name) => `  ${name} ${platformVersion}`)
  return `
It is not validated by the platform, whose packages are not installed. They are under an agreement that only the owner
of the platform's account can accept: ${agreement}

With --accept-terms, this command accepts it, installs these packages from the registry that npm is configured for into
${folder}, and validates:

${names.join('\n')}`
}

/** Runs a program that prints to this terminal, and returns whether it ends with 0. */
async function run(program: string, args: string[], folder: string): Promise<boolean> {
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}

if (import.meta.main) {
  process.exitCode = await runProgram(
    { name: 'npm run zapier -w apps/workflow --', summary: zapier.summary, commands: zapier },
    process.argv.slice(2),
    processContext({}),
  )
}
