import { type ContractDocument, child, children, follow, type SourceNode } from '../source/document.ts'
import type { Comparison } from './comparison.ts'
import { type Context, type Findings, isReceived } from './findings.ts'
import { isSame } from './schema-view.ts'

/** One alternative of the security requirements: its schemes, each with the scopes that it requires. */
type Alternative = Map<string, Set<string>>

/** Compares who may call an operation. For webhooks, the service sends the credential. */
export function compareSecurity(
  { old, now, findings }: Comparison,
  wasOperation: SourceNode,
  isOperation: SourceNode,
  context: Context,
): void {
  const received = isReceived(context.direction)
  const [was, is] = [requirementOf(old, wasOperation, received), requirementOf(now, isOperation, received)]
  const [before, after] = [alternativesOf(was), alternativesOf(is)]
  const schemes = sameSchemes(old, now)
  const [demanded, offered] = received ? [after, before] : [before, after]
  const nameOf = (scheme: string) => (received ? (schemes.get(scheme) ?? scheme) : scheme)
  const otherName = (scheme: string) => (received ? scheme : (schemes.get(scheme) ?? scheme))
  // A credential that was sufficient before must still be sufficient.
  const refused = offered.filter(
    (held) => !demanded.some((required) => isEnough(renamed(held, nameOf), renamed(required, otherName))),
  )
  const places = { now: is ?? isOperation, was }
  if (refused.length > 0) {
    const missing = demanded.flatMap((required) => [...renamed(required, otherName)])
    const scopes = missing.flatMap(([scheme, wanted]) =>
      refused.flatMap((held) => {
        const own = renamed(held, nameOf).get(scheme)
        return own ? [...wanted.difference(own)] : []
      }),
    )
    findings.add(context, {
      rule: scopes.length > 0 ? 'scope-added' : 'credential-refused',
      verdict: 'breaking',
      what: received ? describeRefusal(offered, refused, scopes) : 'the service sends less of a credential than before',
      why: received
        ? '{who} whose credential was sufficient before get 401 or 403'
        : '{who} who check it refuse the delivery',
      ...places,
    })
    return
  }
  const text = (alternatives: Alternative[]) =>
    alternatives.map((one) => [...one].map(([name, scopes]) => [schemes.get(name) ?? name, [...scopes].sort()]).sort())
  if (
    isSame(
      text(before),
      after.map((one) => [...one].map(([name, scopes]) => [name, [...scopes].sort()]).sort()),
    )
  )
    return
  findings.add(context, {
    rule: 'credentials-widened',
    verdict: 'safe',
    what: received
      ? '{it} can be called with other or fewer credentials'
      : 'the service sends other or more credentials',
    why: 'every credential of {who} that was sufficient before still is',
    ...places,
  })
}

/**
 * @param offered every credential that was sufficient before @param refused the credentials that are no longer
 * sufficient @param scopes the missing scopes
 */
function describeRefusal(offered: Alternative[], refused: Alternative[], scopes: string[]): string {
  if (offered.some((held) => held.size === 0)) return '{it} now requires a credential'
  if (scopes.length > 0)
    return `{it} now requires the scope ${[...new Set(scopes)].map((scope) => `\`${scope}\``).join(', ')}`
  const credentials = refused.map((held) => [...held.keys()].join(' and ') || 'no credential')
  return `{it} can no longer be called with ${credentials.join(' or ')}`
}

/** The operation's own list replaces the document's, which is about requests to the service and not from it. */
function requirementOf(document: ContractDocument, operation: SourceNode, isServed: boolean): SourceNode | undefined {
  return child(operation, 'security') ?? (isServed ? child(document.root, 'security') : undefined)
}

function alternativesOf(requirement: SourceNode | undefined): Alternative[] {
  const listed = children(requirement).map(
    ([, alternative]): Alternative =>
      new Map(
        children(alternative).map(([scheme, scopes]) => [
          scheme,
          new Set(Array.isArray(scopes.value) ? scopes.value.map(String) : []),
        ]),
      ),
  )
  return listed.length === 0 ? [new Map()] : listed
}

function isEnough(held: Alternative, required: Alternative): boolean {
  return [...required].every(([scheme, scopes]) => {
    const own = held.get(scheme)
    return own !== undefined && scopes.isSubsetOf(own)
  })
}

function renamed(alternative: Alternative, nameOf: (scheme: string) => string): Alternative {
  return new Map([...alternative].map(([scheme, scopes]) => [nameOf(scheme), scopes]))
}

/** Old names of schemes to new names: a renamed scheme is the same credential. */
function sameSchemes(old: ContractDocument, now: ContractDocument): Map<string, string> {
  const [before, after] = [schemesOf(old), schemesOf(now)]
  const result = new Map<string, string>()
  for (const [name, was] of before) {
    if (after.has(name)) continue
    const other = [...after].find(([candidate, is]) => !before.has(candidate) && isSame(wire(was), wire(is)))
    if (other) result.set(name, other[0])
  }
  return result
}

function schemesOf(document: ContractDocument): Map<string, SourceNode> {
  const named = children(child(child(document.root, 'components'), 'securitySchemes'))
  return new Map(named.map(([name, node]) => [name, follow(document, node) ?? node]))
}

/** The parts of a scheme that affect requests. */
function wire({ value }: SourceNode): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description' && key !== 'bearerFormat'))
}

/** Compares how credentials are sent and obtained. */
export function compareSecuritySchemes({ old, now, findings }: Comparison, context: Context): void {
  const [before, after] = [schemesOf(old), schemesOf(now)]
  for (const [name, was] of before) {
    const is = after.get(name)
    // A removed scheme is reported at the operations that required it.
    if (!is) continue
    for (const key of ['type', 'in', 'name', 'scheme', 'openIdConnectUrl']) {
      const [a, b] = [child(was, key), child(is, key)]
      // Names of headers and of authentication schemes (RFC 9110 section 11.1) are case-insensitive.
      const ignoresCase = key === 'scheme' || (key === 'name' && child(is, 'in')?.value === 'header')
      const text = (node: SourceNode | undefined) => (ignoresCase ? String(node?.value).toLowerCase() : node?.value)
      if (text(a) === text(b)) continue
      findings.add(context, {
        rule: 'security-scheme-changed',
        verdict: 'breaking',
        what: `the credential \`${name}\` has \`${key}: ${String(b?.value)}\` instead of \`${String(a?.value)}\``,
        why: '{who} who send it the old way are refused',
        now: b ?? is,
        was: a,
      })
    }
    compareFlows(findings, context, { name, was, is }, privateScopesOf(now))
  }
}

/** A security scheme in both documents. */
interface KeptScheme {
  name: string
  was: SourceNode
  is: SourceNode
}

/** The scopes that only private operations require. */
function privateScopesOf(document: ContractDocument): Set<string> {
  const operations = children(child(document.root, 'paths')).flatMap(([, item]) =>
    children(follow(document, item)).map(([, operation]) => operation),
  )
  const [hidden, shown] = [new Set<string>(), new Set<string>()]
  for (const operation of operations) {
    const scopes = children(child(operation, 'security')).flatMap(([, one]) =>
      children(one).flatMap(([, { value }]) => value),
    )
    const into = child(operation, 'x-visibility')?.value === 'private' ? hidden : shown
    for (const scope of scopes.flat()) into.add(String(scope))
  }
  return hidden.difference(shown)
}

function compareFlows(
  findings: Findings,
  context: Context,
  { name, was, is }: KeptScheme,
  hidden: ReadonlySet<string>,
): void {
  const flows = new Map(children(child(is, 'flows')))
  for (const [flow, known] of children(child(was, 'flows'))) {
    const kept = flows.get(flow)
    flows.delete(flow)
    if (!kept) {
      findings.add(context, {
        rule: 'flow-removed',
        verdict: 'breaking',
        what: `the flow \`${flow}\` of \`${name}\` was removed`,
        why: '{who} who get their tokens by it get none',
        now: is,
        was: known,
      })
      continue
    }
    for (const key of ['tokenUrl', 'authorizationUrl', 'refreshUrl']) {
      const [a, b] = [child(known, key), child(kept, key)]
      if (a?.value === b?.value) continue
      findings.add(context, {
        rule: 'token-address-changed',
        verdict: a === undefined ? 'safe' : 'risky',
        what: `\`${key}\` of \`${name}\` is \`${String(b?.value)}\` instead of \`${String(a?.value)}\``,
        why: '{who} who have the old URL in their code get no tokens',
        now: b ?? kept,
        was: a,
      })
    }
    const [scopes, others] = [new Map(children(child(known, 'scopes'))), new Map(children(child(kept, 'scopes')))]
    for (const scope of new Set([...scopes.keys(), ...others.keys()])) {
      if (scopes.has(scope) === others.has(scope)) continue
      const isGone = scopes.has(scope)
      if (!isGone && hidden.has(scope)) continue
      findings.add(context, {
        rule: isGone ? 'scope-removed' : 'scope-introduced',
        verdict: isGone ? 'breaking' : 'safe',
        what: `the scope \`${scope}\` of \`${name}\` ${isGone ? 'was removed' : 'is new'}`,
        why: isGone ? '{who} who request it get no token' : 'no client requests it yet',
        now: others.get(scope) ?? kept,
        was: scopes.get(scope),
      })
    }
  }
  for (const [flow, node] of flows)
    findings.add(context, {
      rule: 'flow-added',
      verdict: 'safe',
      what: `the flow \`${flow}\` of \`${name}\` is new`,
      why: 'the others stay the same',
      now: node,
    })
}
