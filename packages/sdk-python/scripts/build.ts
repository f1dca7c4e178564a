import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Python, preparePython } from '@svc/python'
import { readEnvironment } from '@svc/runtime/settings'
import { type Contract, modelDocuments } from './model-documents.ts'

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '..')
const root = resolve(packageFolder, '../..')
const generatedFolder = join(root, 'generated')
const environment = { ...readEnvironment(root), PYTHONDONTWRITEBYTECODE: '1' }

export interface Build {
  python: Python
  /** The wheel. */
  wheel: string
  /** The folder into which it is installed, for `PYTHONPATH`. */
  installed: string
}

/** Builds the wheel: the sources, the generated resources, and the models that are generated here. */
export async function build(folder = join(packageFolder, 'build')): Promise<Build> {
  const lockFile = join(packageFolder, 'requirements.lock')
  const python = await preparePython({ name: 'sdk-python', lockFile, env: environment })
  const source = join(folder, 'source')
  await rm(folder, { recursive: true, force: true })
  const target = join(source, 'svc_sdk')
  await mkdir(source, { recursive: true })
  const isSource = (path: string) => !path.endsWith('__pycache__')
  await cp(join(packageFolder, 'src/svc_sdk'), target, { recursive: true, filter: isSource })
  for (const name of ['README.md', 'pyproject.toml']) await cp(join(packageFolder, name), join(source, name))
  await cp(join(generatedFolder, 'sdk-python/_resources.py'), join(target, '_resources.py'))
  await writeModels(python, folder, target)

  // The times in a wheel are not those of the build, so that the same sources make the same bytes.
  const env = { ...environment, ...python.env, SOURCE_DATE_EPOCH: '946684800' }
  await run(python.command, ['-m', 'flit_core.wheel', '--outdir', folder, source], { env })
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'))
  if (wheel === undefined) throw new Error('flit_core wrote no wheel.')
  const installed = join(folder, 'installed')
  const flags = ['--no-deps', '--no-index', '--no-compile', '--disable-pip-version-check', '--quiet']
  await run(python.command, ['-m', 'pip', 'install', ...flags, '--target', installed, join(folder, wheel)], { env })
  return { python, wheel: join(folder, wheel), installed }
}

async function writeModels(python: Python, folder: string, target: string): Promise<void> {
  const contract: Contract = JSON.parse(
    await readFile(join(generatedFolder, 'contract/openapi.published.json'), 'utf8'),
  )
  const documents = modelDocuments(contract)
  const common = [
    ...['--input-file-type', 'openapi', '--target-python-version', '3.10', '--formatters', 'builtin'],
    ...['--disable-timestamp', '--use-standard-collections', '--use-union-operator', '--enum-field-as-literal', 'all'],
    ...['--use-double-quotes', '--use-field-description', '--disable-future-imports'],
  ]
  const kinds = {
    models: ['--output-model-type', 'pydantic_v2.BaseModel', '--base-class', 'svc_sdk._model.Model'],
    requests: ['--output-model-type', 'typing.TypedDict'],
  }
  for (const [name, document] of Object.entries(documents)) {
    const input = join(folder, `${name}.json`)
    await writeFile(input, JSON.stringify(document))
    const output = join(target, `${name}.py`)
    const options = [...common, ...(name === 'models' ? kinds.models : kinds.requests)]
    await run(python.command, ['-m', 'datamodel_code_generator', '--input', input, '--output', output, ...options], {
      env: { ...environment, ...python.env },
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { wheel, python } = await build(join(packageFolder, 'dist'))
  process.stdout.write(`${wheel}, built with Python ${python.version}\n`)
}
