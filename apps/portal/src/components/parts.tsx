import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatInstant, formatRelative } from '../format.ts'
import { Button, type ButtonProps } from './button.tsx'

interface PageHeaderProps {
  title: string
  description?: string
  /** The actions of the page. */
  action?: ReactNode
  /** A description that depends on the data of the page. */
  children?: ReactNode
}

/** The head of a page. Titles and descriptions of `page-table.ts` are in the HTML of the page as well. */
export function PageHeader({ title, description, action, children = description }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {children && <p className="soft">{children}</p>}
      </div>
      {action}
    </div>
  )
}

/** An instant as people say it; the exact one is the title once a pointer is on it. */
export function Time({ at, never = 'Never' }: { at: string | null | undefined; never?: string }) {
  if (!at) return <span className="soft">{never}</span>
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatInstant(at)
      }}
    >
      {formatRelative(at)}
    </time>
  )
}

export type Tone = 'good' | 'bad' | 'busy' | 'plain'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}

/** A button whose text says that it works. */
export function FinalButton({
  isWorking,
  children,
  ...props
}: Pick<ButtonProps, 'className' | 'type' | 'form' | 'onPress' | 'isDisabled'> & {
  isWorking: boolean
  children: string
}) {
  return (
    <Button {...props} isPending={isWorking}>
      {isWorking ? 'One moment …' : children}
    </Button>
  )
}

/** Copies a text and says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  // The browser can refuse access to the clipboard. The label then stays, and the text can be selected.
  const tryToCopy = () => void copy().catch(() => {})
  return (
    <Button className="button" onPress={tryToCopy}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}

/** Names such as `report.generated`, each of which breaks after its dot where it does not fit in a line. */
export function DottedNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => {
    const afterDot = name.indexOf('.') + 1
    return (
      <Fragment key={name}>
        {index > 0 && ', '}
        {name.slice(0, afterDot)}
        <wbr />
        {name.slice(afterDot)}
      </Fragment>
    )
  })
}

/** A secret that is in this page and nowhere else. */
export function SecretPanel({ title, secret, children }: { title: string; secret: string; children?: ReactNode }) {
  return (
    <section className="panel secret" aria-label={title}>
      <h2>{title}</h2>
      <p>Copy it now. It is not shown again.</p>
      <div className="row">
        <code className="secret-text">{secret}</code>
        <CopyButton text={secret} />
      </div>
      {children}
    </section>
  )
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  )
}

/** Names and values, as a description list. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'minLength' | 'maxLength'
>

export interface FieldProps extends InputProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  isInvalid?: boolean
  /** Returns the reason to refuse a value, or null. A form with a refused value is not sent. */
  validate?: (value: string) => string | null
}

/**
 * A field for one line of text. A value that the browser refuses is explained below it: when the field is left after a
 * change, and when the form is sent. It is a native element, because the text field of React Aria renders twice before
 * the first paint: it looks for its own description in the document.
 */
export function Field({ label, description, value, onChange, isRequired, isInvalid, validate, ...input }: FieldProps) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const isChanged = useRef(false)
  const descriptions = [...(description ? [`${id}-description`] : []), ...(problem ? [`${id}-problem`] : [])]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={(element) => element?.setCustomValidity(validate?.(value) ?? '')}
        value={value}
        required={isRequired}
        aria-invalid={isInvalid || problem !== '' || undefined}
        aria-describedby={descriptions.join(' ') || undefined}
        onChange={({ currentTarget }) => {
          isChanged.current = true
          setProblem('')
          onChange(currentTarget.value)
        }}
        onBlur={({ currentTarget }) => {
          if (isChanged.current) setProblem(currentTarget.validationMessage)
          isChanged.current = false
        }}
        onInvalid={(event) => {
          // The text below the field replaces the bubble of the browser, which would focus the first invalid field.
          event.preventDefault()
          const { currentTarget } = event
          setProblem(currentTarget.validationMessage)
          if (currentTarget.form?.querySelector(':invalid:not(fieldset)') === currentTarget) currentTarget.focus()
        }}
      />
      {description && (
        <span className="description" id={`${id}-description`}>
          {description}
        </span>
      )}
      {problem && (
        <span className="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  )
}

export interface TableProps<Row extends object> {
  label: string
  columns: readonly { name: string; cell: (row: Row) => ReactNode; isNumber?: boolean }[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

export function HeaderCells<Row extends object>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return columns.map(({ name, isNumber }) => (
    <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
      {name}
    </th>
  ))
}

function Cells<Row extends object>({ row, columns }: { row: Row } & Pick<TableProps<Row>, 'columns'>) {
  return columns.map(({ name, cell, isNumber }) => (
    <td key={name} className={isNumber ? 'number' : undefined}>
      {cell(row)}
    </td>
  ))
}

/** The cells of a row, rendered once: rows that are in the document already are not rendered again with new ones. */
export function useCells<Row extends object>(columns: TableProps<Row>['columns']): (row: Row) => ReactNode {
  return useMemo(() => {
    const rendered = new WeakMap<Row, ReactNode>()
    return (row) => {
      const cells = rendered.get(row) ?? <Cells row={row} columns={columns} />
      rendered.set(row, cells)
      return cells
    }
  }, [columns])
}

/** The rows that the screen of a phone shows below the filters. More at once would block a slow phone for too long. */
const rowsAtOnce = 10

/** The first rows, and after each paint some more, until all are there. */
function useGrowingRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(rowsAtOnce)
  useEffect(() => {
    if (count < rows.length) startTransition(() => setCount(count + rowsAtOnce))
  }, [count, rows.length])
  return rows.slice(0, count)
}

/** A table that scrolls sideways on a small screen. */
export function Table<Row extends object>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const cellsOf = useCells(columns)
  const shown = useGrowingRows(rows)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className="table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <HeaderCells columns={columns} />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={keyOf(row)}>{cellsOf(row)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
