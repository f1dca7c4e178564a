import * as bounds from '@generated/contract/bounds'
import { Field, type FieldProps } from './parts.tsx'

// The fields that several forms have.

type ValueProps = Required<Pick<FieldProps, 'value' | 'onChange'>>

/** The field for the name of a key or a client. */
export function RecordNameField(props: ValueProps & Pick<FieldProps, 'description'>) {
  return <Field {...props} label="Name" isRequired maxLength={bounds.RecordName.maxLength} autoFocus />
}

/** The field for the password that the person has. */
export function PasswordField({
  label = 'Password',
  ...props
}: ValueProps & Partial<Pick<FieldProps, 'label' | 'autoFocus'>>) {
  return <Field {...props} label={label} type="password" autoComplete="current-password" isRequired />
}

/** The field for a password that the person chooses. */
export function NewPasswordField(props: ValueProps) {
  const { minLength, maxLength } = bounds.NewPassword
  return (
    <Field
      {...props}
      label="New password"
      description={`At least ${minLength} characters`}
      type="password"
      autoComplete="new-password"
      isRequired
      minLength={minLength}
      maxLength={maxLength}
    />
  )
}
