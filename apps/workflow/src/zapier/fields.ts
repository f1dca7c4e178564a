import type { WorkflowDropdown, WorkflowField } from '@generated/workflow/definition'
import type { Values } from '../values.ts'

export interface InputField {
  key: string
  label: string
  helpText: string
  type: 'string' | 'text' | 'password' | 'integer' | 'number' | 'boolean' | 'datetime'
  required: boolean
  list?: true
  choices?: readonly string[]
  dynamic?: string
  default?: string
  placeholder?: string
}

export interface OutputField {
  key: string
  label: string
  type: WorkflowField['type']
}

/** "New analysis" becomes "New Analysis": the platform shows names in title case. */
export function titleCase(text: string): string {
  return text.replaceAll(/(^| )[a-z]/g, (start) => start.toUpperCase())
}

/** The key of the hidden trigger that fills a dropdown. */
export function listKey({ key }: Pick<WorkflowDropdown, 'key'>): string {
  return `${key}_list`
}

/** Keys of the platform have only letters, digits and underscores. */
const inputKey = ({ key }: WorkflowField) => key.replaceAll('.', '_')

export function inputField(field: WorkflowField, dropdowns: readonly WorkflowDropdown[]): InputField {
  const { label, help, type, required, list, choices, sample } = field
  const dropdown = dropdowns.find(({ key }) => key === field.dropdown)
  return {
    key: inputKey(field),
    label: titleCase(label),
    helpText: help,
    type: isLong(field) ? 'text' : type,
    required,
    ...(list && { list }),
    ...(choices && { choices }),
    ...(dropdown && { dynamic: `${listKey(dropdown)}.${dropdown.value}.${dropdown.label}` }),
    ...(field.default !== undefined && field.default !== '' && { default: String(field.default) }),
    ...(!choices && !dropdown && typeof sample === 'string' && { placeholder: sample }),
  }
}

/** Texts of several sentences get a larger box. */
function isLong({ key, type }: WorkflowField): boolean {
  return type === 'string' && /(^|\.)text$/.test(key)
}

/** The platform shows members of objects by keys with two underscores. */
export function outputField({ key, label, type }: WorkflowField): OutputField {
  return { key: key.replaceAll('.', '__'), label: titleCase(label), type }
}

/** Returns the values that a person entered, by the keys of our fields. */
export function valuesOf(fields: readonly WorkflowField[], inputData: Values): Values {
  return Object.fromEntries(fields.map((field) => [field.key, inputData[inputKey(field)]]))
}
