/**
 * The text with its commands as they are typed here. All texts say `svc key issue`; when npm started the program, `svc`
 * need not be on the path, and the command is `npm run -s svc -- key issue`.
 */
export function asTyped(text: string, { npm_lifecycle_event }: NodeJS.ProcessEnv): string {
  if (npm_lifecycle_event === undefined) return text
  return text.replace(/(?<![\w./@-])svc (?=[a-z]|--help|COMMAND|\[)/g, 'npm run -s svc -- ')
}
