import { colors, escapeText, px, roundUp } from '../plot.ts'

/** One line of a panel: points from left to right. A value that is not a number is a gap. */
export interface Series {
  name: string
  points: readonly (readonly [seconds: number, value: number])[]
}

/** A panel of a Grafana dashboard, with what its queries returned. */
export interface Panel {
  title: string
  /** A unit of Grafana. */
  unit: string
  series: readonly Series[]
}

interface DashboardPicture {
  title: string
  /** The length of the time axis. */
  seconds: number
  panels: readonly Panel[]
  /** Steps of the drill, in the order of time. */
  marks: readonly { name: string; atS: number }[]
}

const columns = 2
const panelPx = { width: 480, height: 210 }
const margin = { left: 64, right: 14, top: 30, bottom: 66 }
const plotPx = {
  width: panelPx.width - margin.left - margin.right,
  height: panelPx.height - margin.top - margin.bottom,
}
const linePx = 15

/** More lines cannot be distinguished; those with the highest values are drawn. */
const linesMax = 6

/** Factors and suffixes of the units; others are shown as they are. */
const units: Readonly<Record<string, { factor: number; suffix: string }>> = {
  reqps: { factor: 1, suffix: '/s' },
  ops: { factor: 1, suffix: '/s' },
  percentunit: { factor: 100, suffix: ' %' },
  s: { factor: 1, suffix: ' s' },
}

/** The unit of values up to this one. Durations below a second are in milliseconds. */
function unitOf(unit: string, max: number): { factor: number; suffix: string } {
  if (unit === 's' && max < 1) return { factor: 1000, suffix: ' ms' }
  return units[unit] ?? { factor: 1, suffix: '' }
}

/**
 * Draws the panels that have a value other than 0 as one SVG document. Numbered lines show the steps of the drill, and
 * a list above the panels names them.
 */
export function drawDashboard({ title, seconds, panels, marks }: DashboardPicture): string {
  const drawn = panels.filter(({ series }) => series.some(hasValue))
  const rows = Math.ceil(drawn.length / columns)
  const topPx = 40 + Math.ceil(marks.length / columns) * linePx + 10
  const [width, height] = [panelPx.width * columns, topPx + panelPx.height * rows]
  const list = marks.map(({ name, atS }, index) => {
    const [x, y] = [16 + (index % columns) * panelPx.width, 46 + Math.floor(index / columns) * linePx]
    return `<text x="${x}" y="${y}"><tspan font-weight="bold">${index + 1}</tspan> ${Math.round(atS)} s: ${escapeText(name)}</text>`
  })
  const groups = drawn.map((panel, index) => {
    const [x, y] = [(index % columns) * panelPx.width, topPx + Math.floor(index / columns) * panelPx.height]
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, seconds, marks)}</g>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#222">` +
    `<title>${escapeText(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>` +
    `<text x="16" y="24" font-size="15" font-weight="bold">${escapeText(title)}</text>${list.join('')}${groups.join('')}</svg>\n`
  )
}

const hasValue = ({ points }: Series) => points.some(([, value]) => value > 0)

const highest = ({ points }: Series) => Math.max(0, ...points.map(([, value]) => value).filter(Number.isFinite))

/** Returns whether these points are all on an earlier line, which would not be seen. */
function covers(points: Series['points'], earlier: Series): boolean {
  const values = new Map(earlier.points)
  return points.every(([atS, value]) => !Number.isFinite(value) || values.get(atS) === value)
}

function drawPanel({ title, unit, series }: Panel, seconds: number, marks: DashboardPicture['marks']): string {
  const lines = series.filter(hasValue).toSorted((a, b) => highest(b) - highest(a))
  const shown = lines.slice(0, linesMax)
  const max = Math.max(...shown.map(highest))
  const { factor, suffix } = unitOf(unit, max)
  const top = roundUp(max * factor)
  const x = (atS: number) => px(margin.left + (atS / seconds) * plotPx.width)
  const y = (value: number) => px(margin.top + plotPx.height * (1 - Math.min(top, value * factor) / top))
  const [leftPx, rightPx, bottomPx] = [margin.left, margin.left + plotPx.width, margin.top + plotPx.height]
  const grid = [0, 0.5, 1].map((share) => {
    const at = px(bottomPx - share * plotPx.height)
    const label = `${(top * share).toLocaleString('en-US', { maximumSignificantDigits: 3 })}${suffix}`
    return `<path d="M${leftPx} ${at}H${rightPx}" stroke="#ddd"/><text x="${leftPx - 5}" y="${at + 4}" text-anchor="end">${label}</text>`
  })
  const stepS = tickOf(seconds)
  const ticks = Array.from({ length: Math.floor(seconds / stepS) + 1 }, (_, index) => index * stepS).map(
    (atS) => `<text x="${x(atS)}" y="${bottomPx + 14}" text-anchor="middle">${atS} s</text>`,
  )
  const marked = marks.map(({ atS }, index) => {
    // To the left of its line if the next line is too close.
    const nextX = x(marks[index + 1]?.atS ?? Number.POSITIVE_INFINITY)
    const label = nextX - x(atS) < 10 ? `x="${px(x(atS) - 2)}" text-anchor="end"` : `x="${px(x(atS) + 2)}"`
    return (
      `<path d="M${x(atS)} ${margin.top}V${bottomPx}" stroke="#999" stroke-dasharray="2 3"/>` +
      `<text ${label} y="${margin.top + 9}" font-size="9" fill="#666">${index + 1}</text>`
    )
  })
  const drawn = shown.map(({ name, points }, index) => {
    const color = colors[index % colors.length]
    // The line behind it shows through.
    const dashes = shown.slice(0, index).some((earlier) => covers(points, earlier)) ? ' stroke-dasharray="5 5"' : ''
    const [legendX, legendY] = [
      leftPx + (index % columns) * (plotPx.width / columns),
      bottomPx + 30 + Math.floor(index / columns) * linePx,
    ]
    return (
      `<path d="${pathOf(points, x, y)}" fill="none" stroke="${color}" stroke-width="1.5"${dashes}/>` +
      `<path d="M${legendX} ${legendY - 4}h14" stroke="${color}" stroke-width="2"${dashes}/>` +
      `<text x="${legendX + 19}" y="${legendY}">${escapeText(name === '' ? 'all' : name)}</text>`
    )
  })
  const omitted = lines.length > shown.length ? `, ${shown.length} highest of ${lines.length}` : ''
  return (
    `<text x="${leftPx}" y="18" font-size="12" font-weight="bold">${escapeText(title)}` +
    `<tspan font-weight="normal" fill="#666">${omitted}</tspan></text>` +
    [...grid, ...ticks, ...marked, ...drawn].join('')
  )
}

/** Begins a new part after a gap, and omits points between two that have the same value. */
function pathOf(points: Series['points'], x: (atS: number) => number, y: (value: number) => number): string {
  const at = (index: number) => {
    const value = points[index]?.[1]
    return value !== undefined && Number.isFinite(value) ? y(value) : undefined
  }
  let path = ''
  for (const [index, [atS]] of points.entries()) {
    const [before, now, after] = [at(index - 1), at(index), at(index + 1)]
    if (now === undefined || (before === now && now === after)) continue
    path += `${before === undefined ? 'M' : 'L'}${x(atS)} ${now}`
  }
  return path
}

/** The distance of the labels of the time axis: about six of them. */
const tickOf = (seconds: number): number =>
  [5, 10, 15, 20, 30, 60, 120, 300, 600].find((step) => seconds / step <= 7) ?? 1_800
