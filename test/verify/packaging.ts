// Checks the Compose file against the schema of the Compose Specification, and the Helm chart with Helm. Both programs
// are built with Go, which has to be on the path. Each is also given mistakes that it has to report.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@svc/runtime/settings'
import { parseAllDocuments } from 'yaml'
import { root } from '../command.ts'

/** The parts of a resource of Kubernetes that are checked. */
interface Resource {
  kind: string
  metadata: { name: string }
  spec: {
    template?: { spec: PodSpec }
    maxUnavailable?: number
    minReplicas?: number
    metrics?: { external?: { metric: { name: string } } }[]
  }
}

interface PodSpec {
  securityContext: { runAsNonRoot?: boolean }
  containers: {
    image: string
    env: { name: string; value: string }[]
    securityContext: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean }
    startupProbe?: object
    livenessProbe?: object
    readinessProbe?: object
  }[]
}

const composeChecker = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2'
const helmProgram = 'helm.sh/helm/v3/cmd/helm@v3.22.0'

const print = (text: string) => void process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), 'svc-packaging-'))
try {
  checkCompose()
  checkHelm()
} finally {
  rmSync(folder, { recursive: true })
}

function build(program: string): string {
  execFileSync('go', ['install', program], { env: { ...process.env, GOBIN: folder }, stdio: 'inherit' })
  return join(folder, /([^/]+)@/.exec(program)?.[1] ?? '')
}

function checkCompose(): void {
  const checker = build(composeChecker)
  // The checker does not read variables of the environment.
  const text = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
    .replaceAll(/\$\{SVC_PUBLIC_URL:[^}]*\}/g, 'https://reviews.example.com')
    .replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1')
  const run = (content: string) => {
    const file = join(folder, 'compose.yaml')
    writeFileSync(file, content)
    return spawnSync(checker, [file], { cwd: join(root, 'deploy'), encoding: 'utf8' })
  }
  const accepted = run(text)
  if (accepted.status !== 0) throw new Error(`The Compose file is refused: ${accepted.stderr}`)
  const mistakes = {
    'an unknown property': ['stop_grace_period:', 'stop_grace_periods:'],
    'a value of another type': ['replicas: 2', 'replicas: two'],
    'an unknown condition': ['service_completed_successfully', 'service_completed'],
  }
  for (const [mistake, [from = '', to = '']] of Object.entries(mistakes))
    if (run(text.replace(from, to)).status === 0) throw new Error(`The check of the Compose file accepts ${mistake}.`)
  print(`deploy/compose.yaml is accepted, and refused with each of ${Object.keys(mistakes).length} mistakes.`)
}

function checkHelm(): void {
  const helm = build(helmProgram)
  const chart = join(root, 'deploy/helm')
  // Helm assumes an old version of Kubernetes where it is built without one.
  const run = (...args: string[]) => spawnSync(helm, [...args, '--kube-version=1.33.0'], { encoding: 'utf8' })
  const linted = run('lint', '--strict', chart)
  if (linted.status !== 0) throw new Error(`helm lint:\n${linted.stdout}${linted.stderr}`)
  for (const mistake of [
    'images.tag=',
    'settings.SVC_PUBLIC_URL=null',
    'worker.targetQueueAge=soon',
    'apis.replicas=2',
  ])
    if (run('template', 'svc', chart, '--set', mistake).status === 0) throw new Error(`The chart accepts ${mistake}.`)
  const rendered = run('template', 'svc', chart, '--set', 'podMonitor=true')
  if (rendered.status !== 0) throw new Error(`helm template: ${rendered.stderr}`)
  const resources: Resource[] = parseAllDocuments(rendered.stdout).flatMap((document) => document.toJS() ?? [])
  for (const { metadata, spec } of resources) if (spec.template) checkPod(metadata.name, spec.template.spec)
  const kinds = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()
  const expected = [
    ...['Deployment svc-api', 'Deployment svc-worker', 'HorizontalPodAutoscaler svc-api'],
    ...['HorizontalPodAutoscaler svc-worker', 'Ingress svc-api', 'Job svc-migrate', 'PodDisruptionBudget svc-api'],
    ...['PodDisruptionBudget svc-worker', 'PodMonitor svc-api', 'PodMonitor svc-worker', 'Service svc-api'],
  ]
  if (kinds.join() !== expected.join()) throw new Error(`The chart has the resources ${kinds.join(', ')}.`)
  const metrics = resources.flatMap(({ spec }) => spec.metrics ?? []).flatMap(({ external }) => external ?? [])
  const alerts = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  for (const { metric } of metrics)
    if (!alerts.includes(metric.name)) throw new Error(`No alert rule knows the metric ${metric.name}.`)
  print(`The Helm chart is linted, and renders ${kinds.length} resources.`)
}

/** Throws if a process would not start with its settings, or has more rights than it needs. */
function checkPod(name: string, { securityContext, containers }: PodSpec): void {
  const [container] = containers
  if (container === undefined) throw new Error(`${name} has no container.`)
  const { readOnlyRootFilesystem, allowPrivilegeEscalation } = container.securityContext
  if (!securityContext.runAsNonRoot || !readOnlyRootFilesystem || allowPrivilegeEscalation !== false)
    throw new Error(`${name} has more rights than it needs.`)
  const isJob = name.endsWith('-migrate')
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].filter(Boolean)
  if (!isJob && probes.length !== 3) throw new Error(`${name} lacks a probe.`)
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, withExample(value)]))
  const purpose = name.endsWith('-api') ? 'api' : 'worker'
  readSettings({ SVC_MODE: 'production', ...env }, { purpose: isJob ? 'operator' : purpose })
}

/** A mounted secret as a file on this machine, with a value of the form that the settings require. */
function withExample(value: string): string {
  const [, key] = /^\/run\/secrets\/svc\/(.+)$/.exec(value) ?? []
  if (key === undefined) return value
  const file = join(folder, key)
  const examples: Record<string, string> = {
    REDIS_URL: 'redis://valkey:6379',
    SVC_SECRET_KEYS: `k1:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
  }
  writeFileSync(file, examples[key] ?? 'postgres://svc:example@postgres:5432/svc')
  return file
}
