/** The generators that the commands of a language need, prepared once. */
export interface Tools {
  /** The absolute path of the published document. */
  document: string
  /** The absolute path of the jar. */
  openapiGenerator: string
  /** A Python with openapi-python-client. */
  python: string
  pythonPath: string
}

type Command = (tools: Tools) => readonly string[]

/** The commands run in a copy of the folder of the language, with the client in `generated`, in Go in `api`. */
export type Language = {
  /** The name of its folder. */
  id: string
  name: string
  /** The generator with its version. */
  generator: string
  generate: Command
} & ({ build: Command; run: Command } | { build?: undefined })

const version = '7.25.0'

/** The program of openapi-generator in Maven Central. */
export const openapiGenerator = {
  artifact: `org.openapitools:openapi-generator-cli:${version}`,
  file: `openapi-generator-cli-${version}.jar`,
  copyGoal: 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
}

/**
 * Without `webhooks`, whose server code does not compile in TypeScript, and with the models of forms, which Java
 * imports. Tests and documentation are not needed.
 */
const parts = [
  'apis,models,supportingFiles,skipFormModel=false',
  'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
].join()

function openapi(name: string, ...options: string[]): Pick<Language, 'generator' | 'generate'> {
  return {
    generator: `openapi-generator ${version} ${name}`,
    generate: ({ openapiGenerator: jar, document }) => [
      ...['java', '-jar', jar, 'generate', '-i', document, '-g', name, '-o', 'generated'],
      ...['--global-property', parts, ...options],
    ],
  }
}

const maven = {
  build: () => [
    ...['mvn', '-q', '-B', 'compile', 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'],
    '-DincludeScope=runtime',
  ],
  run: (main: string) => () => ['java', '-cp', 'target/classes:target/dependency/*', main],
}

const oapiCodegen = 'v2.8.2'

/** A row of the matrix for each language. */
export const languages: Readonly<Record<string, Language>> = {
  java: { id: 'java', name: 'Java', ...openapi('java'), build: maven.build, run: maven.run('Main') },
  kotlin: { id: 'kotlin', name: 'Kotlin', ...openapi('kotlin'), build: maven.build, run: maven.run('MainKt') },
  go: {
    id: 'go',
    name: 'Go',
    generator: `oapi-codegen ${oapiCodegen}`,
    generate: ({ document }) => [
      ...['go', 'run', `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapiCodegen}`],
      ...['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', document],
    ],
    build: () => ['go', 'build', '-o', 'client', '.'],
    run: () => ['./client'],
  },
  php: {
    id: 'php',
    name: 'PHP',
    ...openapi('php'),
    build: () => ['sh', '-c', "find . -name '*.php' -print0 | xargs -0 -n 1 php -l"],
    run: () => ['php', 'main.php'],
  },
  python: {
    id: 'python',
    name: 'Python',
    generator: 'openapi-python-client 0.29.1',
    generate: ({ python, document }) => [
      ...[python, '-m', 'openapi_python_client', 'generate', '--path', document],
      ...['--output-path', 'generated', '--meta', 'none', '--overwrite'],
    ],
    build: ({ python }) => [python, '-m', 'compileall', '-q', '.'],
    run: ({ python }) => [python, 'main.py'],
  },
  typescript: {
    id: 'typescript',
    name: 'TypeScript',
    ...openapi(
      'typescript-fetch',
      ...['--additional-properties', 'importFileExtension=.js', '--model-name-mappings', 'Error=ApiError'],
    ),
    build: () => ['tsc', '-p', '.'],
    run: () => ['node', 'built/main.js'],
  },
  csharp: { id: 'csharp', name: 'C#', ...openapi('csharp') },
}

const versionAndHint: Readonly<Record<string, readonly [string, string]>> = {
  java: ['-version', 'apt install default-jdk-headless'],
  mvn: ['--version', 'apt install maven'],
  go: ['version', 'apt install golang-go'],
  php: ['--version', 'apt install php-cli php-curl php-mbstring php-guzzlehttp-guzzle'],
}

/** The tools of a language that npm does not install, each with the argument that prints its version and a hint. */
export function toolsOf({ id, generator }: Language): Readonly<Record<string, readonly [string, string]>> {
  const isUsed = (tool: string) =>
    tool === id || (generator.startsWith('openapi-generator') && (tool === 'java' || tool === 'mvn'))
  return Object.fromEntries(Object.entries(versionAndHint).filter(([tool]) => isUsed(tool)))
}
