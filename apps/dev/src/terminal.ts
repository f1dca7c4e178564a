import type { WriteStream } from 'node:tty'
import { colors, noColors, panelLines, reportLines, serviceLine } from './panel-text.ts'
import type { DevState, Store } from './state.ts'

const enterScreen = '\u001b[?1049h\u001b[?25l'
const leaveScreen = '\u001b[?25h\u001b[?1049l'
const clearScreen = '\u001b[H\u001b[J'

/** Changes of the state within this time are drawn together. */
const redrawMs = 50

/**
 * Shows the state as long as it runs: one panel that is redrawn on a terminal, lines that are added elsewhere. Returns
 * what ends that.
 */
export function showInTerminal(
  store: Store,
  output: WriteStream,
  { page, color }: { page: string; color: boolean },
): () => void {
  return output.isTTY ? showPanel(store, output, { page, color }) : showLines(store, output)
}

function showPanel(store: Store, output: WriteStream, { page, color }: { page: string; color: boolean }): () => void {
  let timer: NodeJS.Timeout | undefined
  const paint = color ? colors : noColors
  const draw = () => {
    timer = undefined
    const size = { columns: output.columns, rows: output.rows }
    output.write(`${clearScreen}${panelLines(store.state, { ...size, paint, page }).join('\n')}`)
  }
  const drawSoon = () => {
    timer ??= setTimeout(draw, redrawMs)
  }
  const unsubscribe = store.subscribe(drawSoon)
  output.on('resize', drawSoon)
  output.write(enterScreen)
  draw()
  return () => {
    unsubscribe()
    output.off('resize', drawSoon)
    clearTimeout(timer)
    output.write(leaveScreen)
  }
}

function showLines(store: Store, output: WriteStream): () => void {
  let before: DevState = store.state
  return store.subscribe((state) => {
    const old = before
    before = state
    for (const line of state.services) {
      const known = old.services.find(({ name }) => name === line.name)
      if (known?.state !== line.state || known.detail !== line.detail) output.write(`${serviceLine(line, noColors)}\n`)
    }
    if (old.busy && !state.busy) output.write(`\n${reportLines(state, noColors).join('\n')}\n\n`)
  })
}
