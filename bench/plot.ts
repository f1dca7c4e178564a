/** One line of a plot: points from left to right. */
interface PlotLine {
  name: string
  points: readonly (readonly [x: number, y: number])[]
  /** Drawn with dashes and without dots: computed, not measured. */
  isModel?: boolean
}

export interface Plot {
  title: string
  xTitle: string
  yTitle: string
  lines: readonly PlotLine[]
}

const widthPx = 460
const heightPx = 300
const margin = { left: 64, right: 16, top: 36, bottom: 78 }
/** Of lines, in their order. */
export const colors = ['#1f5fa8', '#b3431e', '#2f7d4f', '#7a4a9c', '#b8860b', '#4a5568']

/** Draws plots next to each other as one SVG document, with the y axis of each beginning at 0. */
export function drawPlots(plots: readonly Plot[]): string {
  const drawn = plots.map((plot, index) => `<g transform="translate(${index * widthPx} 0)">${drawPlot(plot)}</g>`)
  const total = widthPx * plots.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${heightPx}" font-family="sans-serif" font-size="11" fill="#222">` +
    `<title>${plots.map(({ title }) => escapeText(title)).join('; ')}</title>` +
    `<rect width="${total}" height="${heightPx}" fill="#fff"/>${drawn.join('')}</svg>\n`
  )
}

function drawPlot({ title, xTitle, yTitle, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points)
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b)
  const [low, high] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const top = roundUp(Math.max(...points.map(([, y]) => y)))
  const bottomPx = heightPx - margin.bottom
  const x = (value: number) =>
    px(margin.left + 12 + ((value - low) / Math.max(1, high - low)) * (widthPx - margin.left - margin.right - 24))
  const y = (value: number) => px(bottomPx - (value / top) * (bottomPx - margin.top))
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [at, label] = [y(top * share), (top * share).toLocaleString('en-US')]
    return (
      `<path d="M${margin.left} ${at}H${widthPx - margin.right}" stroke="#ddd"/>` +
      `<text x="${margin.left - 6}" y="${at + 4}" text-anchor="end">${label}</text>`
    )
  })
  const ticks = xs.map((value) => `<text x="${x(value)}" y="${bottomPx + 16}" text-anchor="middle">${value}</text>`)
  const drawn = lines.map((line, index) => {
    const color = colors[index % colors.length]
    const path = line.points.map(([px, py], point) => `${point === 0 ? 'M' : 'L'}${x(px)} ${y(py)}`).join('')
    const dots = line.isModel
      ? ''
      : line.points.map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="3" fill="${color}"/>`).join('')
    const dashes = line.isModel ? ' stroke-dasharray="5 4"' : ''
    const legendY = bottomPx + 48 + Math.floor(index / 2) * 16
    const legendX = margin.left + (index % 2) * 190
    return (
      `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"${dashes}/>${dots}` +
      `<path d="M${legendX} ${legendY}h22" stroke="${color}" stroke-width="2"${dashes}/>` +
      `<text x="${legendX + 28}" y="${legendY + 4}">${escapeText(line.name)}</text>`
    )
  })
  return (
    `<text x="${margin.left}" y="18" font-size="13" font-weight="bold">${escapeText(title)}</text>` +
    `<text x="${margin.left - 48}" y="${margin.top - 6}">${escapeText(yTitle)}</text>` +
    `<text x="${(margin.left + widthPx - margin.right) / 2}" y="${bottomPx + 32}" text-anchor="middle">${escapeText(xTitle)}</text>` +
    [...grid, ...ticks, ...drawn].join('')
  )
}

/** The next of 1, 2, 4, 8 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)))
  return ([1, 2, 4, 8, 10].find((factor) => factor * power >= value) ?? 10) * power
}

export const px = (value: number) => Math.round(value * 10) / 10

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const escapeText = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? '')
