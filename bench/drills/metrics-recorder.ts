import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@svc/supervisor/ports'
import { drawDashboard, type Panel, type Series } from './dashboard-picture.ts'
import type { Installation } from './installation.ts'
import { requirePrograms, SystemProgram } from './system-program.ts'

const deployed = (path: string) => new URL(`../../deploy/${path}`, import.meta.url)

/** In seconds. A drill is shorter than an interval of a real installation is useful for. */
const scrapeIntervalS = 1

/** The range of rates in the queries of the dashboard, which Grafana derives from the interval. */
const rateIntervalS = 10

const pointsMax = 150

/** The picture begins this long before the first mark, unless the recording began later. */
const leadS = 10
const startTimeoutMs = 20_000

interface Dashboard {
  panels: {
    title: string
    fieldConfig: { defaults: { unit: string } }
    targets: { expr: string; legendFormat: string }[]
  }[]
}

interface RangeResponse {
  status: string
  error?: string
  data: { result: { metric: Record<string, string>; values: [seconds: number, value: string][] }[] }
}

/** Marks a moment of the drill: the present one, or that of a value of `performance.now()`. */
export type Mark = (name: string, atMs?: number) => void

interface RecordingOptions {
  /** The file for the picture. Undefined: nothing is recorded. */
  file: string | undefined
  title: string
  /** A folder for the data of Prometheus. */
  folder: string
  installation: Installation
}

/** Runs a drill, and draws the dashboard with the moments that it marked if there is a file for it. */
export async function recorded<Result>(
  { file, title, folder, installation }: RecordingOptions,
  drill: (mark: Mark) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return drill(() => {})
  const recorder = await MetricsRecorder.start(folder, installation)
  try {
    const result = await drill((name, atMs) => recorder.mark(name, atMs))
    await recorder.draw(title, file)
    return result
  } finally {
    await recorder.stop()
  }
}

/**
 * A Prometheus that reads the metrics of an installation during a drill, with the configuration of deploy/prometheus
 * apart from addresses and intervals, and the steps of the drill with their times.
 */
class MetricsRecorder {
  readonly #program: SystemProgram
  readonly #url: string
  readonly #startS = Date.now() / 1000
  readonly #startMs = performance.now()
  readonly #marks: { name: string; atS: number }[] = []

  private constructor(program: SystemProgram, url: string) {
    this.#program = program
    this.#url = url
  }

  /** @param folder will contain the data of Prometheus */
  static async start(folder: string, { metricsPorts }: Pick<Installation, 'metricsPorts'>): Promise<MetricsRecorder> {
    await requirePrograms({ prometheus: 'prometheus' })
    const port = await freePort()
    const targets = (ports: readonly number[]) => ports.map((each) => `"127.0.0.1:${each}"`).join(', ')
    const configuration = (await readFile(deployed('prometheus/prometheus.yml'), 'utf8'))
      .replaceAll('15s', `${scrapeIntervalS}s`)
      .replace('"127.0.0.1:9464"', targets(metricsPorts.api))
      .replace('"127.0.0.1:9465"', targets(metricsPorts.worker))
      .replace('alerts.yml', deployed('prometheus/alerts.yml').pathname)
    const file = join(folder, 'prometheus.yml')
    await writeFile(file, configuration)
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    const output = { name: 'Prometheus', logFile: join(folder, 'prometheus.log') }
    const program = await SystemProgram.start(['prometheus', ...options], output)
    const url = `http://127.0.0.1:${port}`
    // It refuses connections until it has started.
    const isReady = () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await program.untilReady(isReady, startTimeoutMs)
    return new MetricsRecorder(program, url)
  }

  mark(name: string, atMs = performance.now()): void {
    this.#marks.push({ name, atS: (atMs - this.#startMs) / 1000 })
  }

  /** Writes the dashboard of deploy/grafana, until now and with the marks, as an SVG document. */
  async draw(title: string, file: string): Promise<void> {
    const dashboard: Dashboard = JSON.parse(await readFile(deployed('grafana/overview.json'), 'utf8'))
    const skippedS = Math.max(0, (this.#marks[0]?.atS ?? 0) - leadS)
    const [startS, endS] = [this.#startS + skippedS, Date.now() / 1000]
    const panels: Panel[] = []
    for (const { title: name, fieldConfig, targets } of dashboard.panels) {
      const series: Series[] = []
      for (const target of targets) series.push(...(await this.#query(target, { startS, endS })))
      panels.push({ title: name, unit: fieldConfig.defaults.unit, series })
    }
    const marks = this.#marks.map(({ name, atS }) => ({ name, atS: atS - skippedS }))
    await writeFile(file, drawDashboard({ title, seconds: endS - startS, panels, marks }))
  }

  async #query(
    { expr, legendFormat }: Dashboard['panels'][number]['targets'][number],
    { startS, endS }: { startS: number; endS: number },
  ): Promise<Series[]> {
    const step = Math.max(scrapeIntervalS, Math.ceil((endS - startS) / pointsMax))
    const query = expr.replaceAll('$__rate_interval', `${rateIntervalS}s`)
    const range = { query, start: String(startS), end: String(endS), step: String(step) }
    const response = await fetch(`${this.#url}/api/v1/query_range?${new URLSearchParams(range)}`)
    const { status, error, data }: RangeResponse = JSON.parse(await response.text())
    if (status !== 'success') throw new Error(`Prometheus refuses ${query}: ${error}`)
    return data.result.map(({ metric, values }) => ({
      name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''),
      points: values.map(([seconds, value]) => [seconds - startS, Number(value)] as const),
    }))
  }

  async stop(): Promise<void> {
    await this.#program.kill()
  }
}
