import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components'

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
  onChange: (value: string | undefined) => void
}) {
  const items = isRequired ? options : [['all', 'All'] as const, ...options]
  return (
    <Select
      className="choice"
      value={value ?? 'all'}
      onChange={(key) => onChange(key === 'all' || key === null ? undefined : String(key))}
    >
      <Label className={isLabelHidden ? 'hidden' : 'react-aria-Label'}>{label}</Label>
      <Button className="button">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <ListBox items={items.map(([id, name]) => ({ id, name }))}>
          {({ id, name }) => <ListBoxItem id={id}>{name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </Select>
  )
}
