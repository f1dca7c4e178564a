import { isRecord, parseJson } from '@svc/runtime/json'

// Removes secrets from exchanges before they are stored: by the names of headers, parameters and fields, and then by
// their values wherever else they occur.

/** Stands for every secret. */
const removed = '[removed]'

const secretHeader = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api-?key|token|secret|password|signature/i
const secretField =
  /secret|password|passwd|passphrase|token|api_?key|private_?key|credential|assertion|authorization|verifier/i
/** Fields with such words that are no secrets: cursors of pages, and what describes a secret. */
const publicField =
  /^(?:next|previous|prev|page|continuation|sync)?_?(?:page)?_?token$|(?:_|^)(?:type|types|endpoint|url|uri|count|id|name|hint|method|supported|expires_at|expires_in)$/i

const isSecretField = (name: string) => /^token$/i.test(name) || (secretField.test(name) && !publicField.test(name))

/** A short value would be replaced in places where it is no secret. */
const valueLengthMin = 8

/** Removes secrets, and remembers their values. */
export interface SecretRemover {
  headers(headers: readonly NamedValue[]): NamedValue[]
  /** A URL, or the path of one with its query. */
  url(url: string): string
  body(text: string, mediaType: string): string
  /** Removes the values that were found so far from any text, such as a whole file of JSON. */
  values(text: string): string
}

export interface NamedValue {
  name: string
  value: string
}

export function createSecretRemover(): SecretRemover {
  const found = new Set<string>()

  function remember(value: string): string {
    // The scheme of a credential is not part of it, and one of Basic has a password within.
    const bare = value.replace(/^(?:Bearer|Basic|DPoP|Token) /i, '')
    const [, password = ''] = /^Basic /i.test(value) ? Buffer.from(bare, 'base64').toString().split(/:(.*)/s) : []
    for (const secret of [bare, password]) if (secret.length >= valueLengthMin && secret !== removed) found.add(secret)
    return removed
  }

  function inJson(value: unknown, isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret ? remember(value) : value
    if (Array.isArray(value)) return value.map((item) => inJson(item, isSecret))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inJson(field, isSecretField(name))]))
  }

  function inParameters(text: string): string {
    const parameters = new URLSearchParams(text)
    const secret = [...parameters].filter(([name]) => isSecretField(name))
    if (secret.length === 0) return text
    return new URLSearchParams(
      [...parameters].map(([name, value]): [string, string] => [name, isSecretField(name) ? remember(value) : value]),
    ).toString()
  }

  return {
    headers: (headers) =>
      headers.map(({ name, value }) => {
        if (/cookie/i.test(name))
          for (const pair of value.split(';')) remember(pair.slice(pair.indexOf('=') + 1).trim())
        return { name, value: secretHeader.test(name) ? remember(value) : value }
      }),
    url(url) {
      const start = url.indexOf('?')
      return start === -1 ? url : `${url.slice(0, start)}?${inParameters(url.slice(start + 1))}`
    },
    body(text, mediaType) {
      if (/[/+]json/i.test(mediaType)) {
        const value = parseJson(text)
        const safe = JSON.stringify(inJson(value, false))
        return value === undefined || safe === JSON.stringify(value) ? text : safe
      }
      return /x-www-form-urlencoded/i.test(mediaType) ? inParameters(text) : text
    },
    values: (text) =>
      [...found].reduce((rest, value) => {
        const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]
        return forms.reduce((all, form) => all.replaceAll(form, removed), rest)
      }, text),
  }
}
