import { createHash } from 'node:crypto'
import { type Scope, scopeDescriptions } from '@generated/contract/enums'

// The login and consent pages: plain HTML without scripts or external resources.

/** The action of a form, and the token that proves that this page showed it. */
interface Form {
  action: string
  token?: string
}

/** The page of a browser without a session, also after an incorrect or postponed sign-in. */
export function loginPage(form: Form, { email = '', problem }: { email?: string; problem?: string } = {}): string {
  return page(
    'Sign in',
    `<h1>Sign in</h1>
    <p>An app is requesting access to your account. Sign in to review the request.</p>
    ${problem === undefined ? '' : `<p class="problem" role="alert">${quote(problem)}</p>`}
    <form method="post" action="${quote(form.action)}">
      <label>Email <input name="email" type="email" autocomplete="username" required maxlength="254" value="${quote(email)}"></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="256"></label>
      <p class="choice"><button name="choice" value="log_in">Sign in</button></p>
    </form>`,
  )
}

/** The second step of the login: a code of the second factor. */
export function codePage(form: Form, { problem }: { problem?: string } = {}): string {
  return page(
    'Enter your code',
    `<h1>Enter your code</h1>
    <p>Enter the code that your authenticator app shows, or one of your recovery codes.</p>
    ${problem === undefined ? '' : `<p class="problem" role="alert">${quote(problem)}</p>`}
    <form method="post" action="${quote(form.action)}">
      <label>Code <input name="code" autocomplete="one-time-code" required maxlength="40" autofocus></label>
      <p class="choice"><button name="choice" value="send_code">Continue</button></p>
    </form>`,
  )
}

/** The consent page, with the requested scopes. */
export function consentPage(
  form: Form,
  request: { app: string; destination: string; email: string; scopes: readonly Scope[] },
): string {
  const { app, destination, email, scopes } = request
  return page(
    `${app} asks for access`,
    `<h1>${quote(app)} asks for access to your account</h1>
    <p>If you allow it, ${quote(app)} may, for 90 days at most:</p>
    <ul>${scopes.map((scope) => `<li>${scopeDescriptions[scope]} <code>${scope}</code></li>`).join('')}</ul>
    <p>You will be sent back to <strong>${quote(destination)}</strong>.</p>
    <form method="post" action="${quote(form.action)}">
      <input type="hidden" name="form_token" value="${quote(form.token ?? '')}">
      <p class="choice">
        <button name="choice" value="allow">Allow</button>
        <button name="choice" value="deny" class="quiet">Do not allow</button>
      </p>
      <p class="small">You are signed in as ${quote(email)}. <button name="choice" value="log_out" class="link">Sign out</button></p>
    </form>`,
  )
}

/** The app belongs to another account: a client can only reach the data of its owner. */
export function foreignPage(form: Form, { app, email }: { app: string; email: string }): string {
  return page(
    'Not for this account',
    `<h1>${quote(app)} cannot have access to this account</h1>
    <p>It was registered by another account, and an app reaches the data of its own account only.</p>
    <form method="post" action="${quote(form.action)}">
      <input type="hidden" name="form_token" value="${quote(form.token ?? '')}">
      <p class="choice"><button name="choice" value="deny">Back to the app</button></p>
      <p class="small">You are signed in as ${quote(email)}. <button name="choice" value="log_out" class="link">Sign out</button></p>
    </form>`,
  )
}

/** The authorization request has expired. */
export function expiredPage(): string {
  return page(
    'This request has expired',
    '<h1>This request has expired</h1><p>Go back to the app and start again. A request is valid for ten minutes, in the browser in which it began.</p>',
  )
}

const style = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --soft: #5a6472; --ground: #f4f5f7; --paper: #fff; --line: #d9dde3; --edge: #8b95a3;
  --accent: #1a56a8; --on-accent: #fff; --alarm: #b3261e; --alarm-ground: #fdecea
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e9ee; --soft: #a3adba; --ground: #12161c; --paper: #1b2028; --line: #323a46; --edge: #6b7685;
    --accent: #8ab4f8; --on-accent: #10151c; --alarm: #f2b8b5; --alarm-ground: #3b1f1d
  }
}
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0 }
main { max-width: 29rem; margin: 10vh auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 1rem; overflow-wrap: anywhere }
p { margin: 1rem 0 }
label { display: block; margin: 1rem 0; font-weight: 600 }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem; font: inherit; font-weight: 400; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .25rem }
button { font: inherit; padding: .6rem 1.25rem; border: 1px solid var(--accent); border-radius: .25rem; background: var(--accent); color: var(--on-accent); cursor: pointer }
button.quiet { background: none; color: var(--accent) }
button.link { padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline }
ul { margin: 1rem 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .25rem }
li { padding: .6rem .75rem }
li + li { border-top: 1px solid var(--line) }
code { display: block; color: var(--soft); font-size: .8rem }
strong { display: inline-block; max-width: 100%; overflow-wrap: anywhere }
.problem { padding: .5rem .75rem; background: var(--alarm-ground); border-left: 4px solid var(--alarm) }
.choice { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 1rem }
.small { margin-bottom: 0; font-size: .875rem; color: var(--soft); overflow-wrap: anywhere }
@media (max-width: 32rem) {
  body { background: var(--paper) }
  main { margin: 0; padding: 1.5rem 1.25rem; border: 0 }
  .choice button { flex: 1 1 100% }
}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * No scripts, no requests, no frames (RFC 9700 section 4.16). Browsers apply `form-action` to redirects as well, so it
 * names the origin of the app if the form redirects there.
 */
export function pagePolicy(destination?: string): string {
  const formActions = ["'self'", ...(destination === undefined ? [] : [destination])].join(' ')
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formActions}; frame-ancestors 'none'; base-uri 'none'`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${quote(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a string for an HTML element or a quoted attribute. */
function quote(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
