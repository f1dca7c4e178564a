import { useId } from 'react'

/** One of a few values, or all of them. */
export function Choice({
  label,
  value,
  options,
  isRequired = false,
  isLabelHidden = false,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  /** Leaves out the choice of no filter. */
  isRequired?: boolean
  /** Leaves the label to screen readers, where the page shows what is chosen. */
  isLabelHidden?: boolean
  /** In some browsers the arrow keys report every value on their way: what cannot be undone waits for a button. */
  onChange: (value: string | undefined) => void
}) {
  const id = useId()
  return (
    <div className="choice">
      <label className={isLabelHidden ? 'hidden' : undefined} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="button"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        {!isRequired && <option value="">All</option>}
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
