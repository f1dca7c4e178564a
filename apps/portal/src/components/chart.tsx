import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatInstant, formatNumber, timeZoneName } from '../format.ts'

interface Series {
  name: string
  /** A custom property of the style sheet. */
  color: string
  /** One value per instant; null where there is none. */
  values: readonly (number | null)[]
}

interface TimeChartProps {
  label: string
  instants: readonly string[]
  series: readonly Series[]
  /** Bars are stacked, the last series at the bottom. */
  shape?: 'bars' | 'lines'
  /** The ends of the scale; from zero to the greatest value by default. */
  range?: readonly [number, number]
  format?: (value: number) => string
}

/** Values over time, and the same numbers as a table for those who cannot see them. */
export function TimeChart({ label, instants, series, shape = 'bars', range, format = formatNumber }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const colorOf = (name: string) => getComputedStyle(element).getPropertyValue(name)
    const bars = uPlot.paths.bars?.({ size: [0.7, 28] })
    const axis = { stroke: colorOf('--soft'), grid: { stroke: colorOf('--line'), width: 1 }, ticks: { show: false } }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        cursor: { y: false },
        scales: { y: { range: (_plot, _min, max) => (range ? [range[0], range[1]] : [0, Math.max(4, max)]) } },
        axes: [axis, { ...axis, size: widthOf, values: (_plot, values) => values.map((value) => format(value)) }],
        series: [
          {},
          ...series.map(({ name, color }) => ({
            label: name,
            stroke: colorOf(color),
            width: shape === 'bars' ? 0 : 2,
            points: { show: shape === 'lines' },
            ...(shape === 'bars' ? { fill: colorOf(color), ...(bars && { paths: bars }) } : { spanGaps: true }),
          })),
        ],
      },
      [
        instants.map((instant) => Date.parse(instant) / 1000),
        ...(shape === 'bars' ? stacked(series) : series.map(({ values }) => [...values])),
      ],
      element,
    )
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [instants, series, shape, range, format])
  return (
    <figure className="chart">
      <div className="plot" ref={frame} aria-hidden="true" />
      <figcaption className="row soft">
        {series.map(({ name, color }) => (
          <span key={name} className="row">
            <span className="swatch" data-color={color} />
            {name}
          </span>
        ))}
        <span className="zone">Times in {timeZoneName()}</span>
      </figcaption>
      <ChartTable label={label} instants={instants} series={series} format={format} />
    </figure>
  )
}

/** The top of each bar: its value on top of those of the series after it, which are drawn over it. */
function stacked(series: readonly Series[]): number[][] {
  return series.map(({ values }, layer) =>
    values.map((_, index) => series.slice(layer).reduce((sum, below) => sum + (below.values[index] ?? 0), 0)),
  )
}

/** As wide as the longest label of the axis. Nothing is labeled before the first draw. */
const widthOf = (_plot: uPlot, labels: string[] | null) =>
  Math.max(44, ...(labels ?? []).map((label) => 12 + label.length * 7.5))

function ChartTable({
  label,
  instants,
  series,
  format,
}: Pick<TimeChartProps, 'label' | 'instants' | 'series'> & { format: (value: number) => string }) {
  return (
    <div className="hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instants.map((instant, index) => (
            <tr key={instant}>
              <th scope="row">{formatInstant(instant)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{cellOf(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellOf = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)
