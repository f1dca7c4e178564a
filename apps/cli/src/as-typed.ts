/**
 * Returns the text with its commands in the form in which the user types them. Messages contain `svc key issue`. If npm
 * started the program, `svc` may not be on the path, and the command is `npm run -s svc -- key issue`.
 */
export function asTyped(text: string, { npm_lifecycle_event }: NodeJS.ProcessEnv): string {
  if (npm_lifecycle_event === undefined) return text
  return text.replace(/(?<![\w./@-])svc (?=[a-z]|--help|COMMAND|\[)/g, 'npm run -s svc -- ')
}
