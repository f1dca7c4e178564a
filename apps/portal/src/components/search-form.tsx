import { useState } from 'react'
import { Button } from './button.tsx'
import { Field, type FieldProps } from './parts.tsx'

interface SearchFormProps extends Pick<FieldProps, 'label' | 'placeholder' | 'maxLength'> {
  /** A `datetime-local` has its value in the time zone of the browser; empty if it is incomplete. */
  type?: 'search' | 'datetime-local'
  /** The text of the button. */
  submit?: string
  initial: string
  onSearch: (text: string) => void
}

/** A text to search for or an instant, which applies when it is sent. */
export function SearchForm({ type = 'search', submit = 'Search', initial, onSearch, ...field }: SearchFormProps) {
  const [text, setText] = useState(initial)
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <Field {...field} type={type} value={text} onChange={setText} />
        <Button className="button" type="submit">
          {submit}
        </Button>
      </form>
    </search>
  )
}
