import { useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { Field, type FieldProps } from './parts.tsx'

interface SearchFormProps extends Pick<FieldProps, 'label' | 'placeholder' | 'maxLength'> {
  initial: string
  onSearch: (text: string) => void
}

/** A text to search for, which applies when it is sent. */
export function SearchForm({ initial, onSearch, ...field }: SearchFormProps) {
  const [text, setText] = useState(initial)
  return (
    <Form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Field {...field} type="search" value={text} onChange={setText} />
      <Button className="button" type="submit">
        Search
      </Button>
    </Form>
  )
}
