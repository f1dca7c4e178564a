import { byKey, type Client, type Walk } from './client.ts'
import { type Filter, type Given, isBound, selects } from './filters.ts'
import { keyOf, type List, type Pages, singularOf } from './lists.ts'
import { distinguishes, firstOutOfOrder } from './orders.ts'
import { type Outcome, type Problem, type Relation, type RelationContext, untested } from './relation.ts'
import { canonical, type Item, isOfType, valuesAt, withoutNull } from './schema.ts'

/** Relations compare the first rows of a list: two of the largest pages. */
const windowPages = 2
const rowsMin = 3

/** Pages of different sizes, with the largest number of pages that are read of each. */
function sizesOf({ max }: Pages, list: Walk, fast: boolean): { size: number; pagesMax: number }[] {
  const short = [1, 2, 7].map((size) => ({ size, pagesMax: fast ? 5 : 20 }))
  return [...short, ...filling(list, max), { size: max - 1, pagesMax: 2 }].filter(({ size }) => size > 0 && size < max)
}

/** The largest size whose last page is full: the list ends with it, and no empty page follows. */
function filling({ items, ended }: Walk, max: number): { size: number; pagesMax: number }[] {
  if (!ended || items.length === 0) return []
  const pages = range(1, windowPages + 1).find((count) => items.length % count === 0 && items.length / count <= max)
  return pages === undefined ? [] : [{ size: items.length / pages, pagesMax: pages + 1 }]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const pagesJoined: Relation = {
  name: 'pages_joined',
  statement: 'pages of every size, joined, are the list',
  applies: (operation, { list }) => list(operation)?.pages !== undefined,
  async check(operation, context) {
    const list = context.facts.list(operation)
    if (!list?.pages) return untested('it has no pages')
    const problems: Problem[] = []
    let rows = 0
    const queries = [{}, ...list.orders.flatMap(({ sort }) => (sort ? [{ [sort.parameter]: sort.value }] : []))]
    for (const query of queries) {
      const isSorted = Object.keys(query).length > 0
      let before = await readWindow(list, context, query)
      const sizes = isSorted
        ? [{ size: 7, pagesMax: context.fast ? 5 : 20 }, ...filling(before, list.pages.max)]
        : sizesOf(list.pages, before, context.fast)
      rows = Math.max(rows, before.items.length)
      for (const { size, pagesMax } of sizes) {
        const walk = await context.client.readList(list, { because: `pages of ${size}`, query, size, pagesMax })
        problems.push(...oversized(walk, size), ...emptyEnd(walk, before))
        if (differences({ before, walk, given: [] }).length === 0) continue
        const after = await readWindow(list, context, query)
        problems.push(...differences({ before, after, walk, given: [] }))
        before = after
      }
    }
    return rows < rowsMin ? untested(`it has ${rows} rows`) : { problems }
  },
}

export const continued: Relation = {
  name: 'continued',
  statement: 'a list that begins after an item has what follows that item',
  applies: (operation, { list }) => list(operation)?.continues !== undefined,
  async check(operation, context) {
    const list = context.facts.list(operation)
    if (!list?.continues) return untested('it does not begin after an item')
    const { parameter, field } = list.continues
    const problems: Problem[] = []
    const { items } = await readWindow(list, context)
    if (items.length < rowsMin) return untested(`it has ${items.length} rows`)
    for (const index of [0, Math.floor(items.length / 2), items.length - 1]) {
      const because = `after item ${index + 1} of ${items.length}`
      const walk = await readWindow(list, context, { [parameter]: String(items[index]?.[field]) }, because)
      const following = items.slice(index + 1).map(keyOf)
      const found = walk.items.slice(0, following.length).map(keyOf)
      if (canonical(found) !== canonical(following))
        problems.push({
          message: `The list ${because} has ${found.length} of the ${following.length} that follow.`,
          curl: walk.curl,
        })
      const known = items.slice(0, index + 1).map(keyOf)
      if (walk.items.some((item) => known.includes(keyOf(item))))
        problems.push({ message: `The list ${because} has that item or one before it.`, curl: walk.curl })
    }
    return { problems }
  },
}

export const declaredOrder: Relation = {
  name: 'declared_order',
  statement: 'the items have the declared order',
  applies: (operation, { list }) => (list(operation)?.orders.length ?? 0) > 0,
  async check(operation, context) {
    const list = context.facts.list(operation)
    const problems: Problem[] = []
    let isDistinguished = false
    for (const { sort, keys } of list?.orders ?? []) {
      const query = sort ? { [sort.parameter]: sort.value } : {}
      if (!list) continue
      const { items, curl } = await readWindow(list, context, query)
      isDistinguished ||= distinguishes(items, keys)
      const index = firstOutOfOrder(items, keys)
      const [previous, item] = index === undefined ? [] : [items[index - 1], items[index]]
      const fields = keys.flatMap((key) => key.fields)
      if (previous && item)
        problems.push({ message: `${shown(previous, fields)} comes before ${shown(item, fields)}.`, curl })
    }
    return isDistinguished ? { problems } : untested('its items do not differ in what it is sorted by')
  },
}

export const ofParent: Relation = {
  name: 'of_parent',
  statement: 'a list of the records of one parent has no records of another',
  applies: (operation, { list }) => parentField(list(operation)) !== undefined,
  async check(operation, context) {
    const list = context.facts.list(operation)
    const field = parentField(list)
    if (!list || field === undefined) return untested('it has no parent')
    const { items, curl } = await readWindow(list, context)
    const id = await context.usualId(operation)
    const foreign = items.find((item) => item[field] !== id)
    if (items.length === 0) return untested('it has no items')
    return { problems: foreign ? [{ message: `The list of ${id} has ${shown(foreign, [field])}.`, curl }] : [] }
  },
}

/** `webhook_id` in the items of `/webhooks/{id}/deliveries`. */
function parentField(list: List | undefined): string | undefined {
  const [, parents] = /([^/]+)\/\{[^}]+\}\/[^/]+$/.exec(list?.operation.path ?? '') ?? []
  const field = parents && `${singularOf(parents)}_id`
  return field && list?.fields.includes(field) ? field : undefined
}

export const filtered: Relation = {
  name: 'filtered',
  statement: 'the result of a filter is the filtered list, for each value of each filter',
  applies: (operation, facts) => simpleFilters(facts.list(operation)).length > 0,
  async check(operation, context) {
    const list = context.facts.list(operation)
    const combinations = (items: readonly Item[]) =>
      simpleFilters(list).flatMap((filter) =>
        valuesOf(filter, items, context).map((value): Given[] => [{ filter, value }]),
      )
    return list ? compareFiltered(list, context, combinations) : untested('it is not a list')
  },
}

export const filtersCombined: Relation = {
  name: 'filters_combined',
  statement: 'two filters together select what both select',
  applies: (operation, facts) => combinable(facts.list(operation)).length > 1,
  async check(operation, context) {
    const list = context.facts.list(operation)
    const filters = combinable(list)
    // Neighbors in a circle, so that each filter is in two pairs.
    const isPair = (index: number, other: number) =>
      context.fast ? index !== other && other === (index + 1) % filters.length : index < other
    const pairs = filters.flatMap((one, index) =>
      filters.flatMap((other, second): [Filter, Filter][] => (isPair(index, second) ? [[one, other]] : [])),
    )
    const combinations = (items: readonly Item[]) =>
      pairs.flatMap(([one, other]) => {
        const given = items.map((item) => bothGiven(item, one, other)).find((found) => found !== undefined)
        return given ? [given] : []
      })
    return list ? compareFiltered(list, context, combinations) : untested('it is not a list')
  },
}

export const timeWindow: Relation = {
  name: 'time_window',
  statement: 'a period has the items of that period: its bounds are where the contract says',
  applies: (operation, facts) => boundFilters(facts.list(operation)).length > 0,
  async check(operation, context) {
    const list = context.facts.list(operation)
    return list ? compareFiltered(list, context, (items) => periods(boundFilters(list), items)) : untested('no list')
  },
}

export const searched: Relation = {
  name: 'searched',
  statement: 'a search finds items with the word, and only those',
  applies: (operation, facts) => searchFilters(facts.list(operation)).length > 0,
  async check(operation, context) {
    const { client, facts } = context
    const list = facts.list(operation)
    const [filter] = searchFilters(list)
    if (!list || !filter) return untested('it has no search')
    const { items } = await readWindow(list, context)
    const problems: Problem[] = []
    let found = 0
    for (const word of wordsOf(filter, items)) {
      const because = `search for ${word}`
      const walk = await client.readList(list, { because, query: { [filter.parameter.name]: word }, pagesMax: 1 })
      found += walk.items.length
      problems.push(...unselected(walk, [{ filter, value: word }]))
    }
    return found === 0 ? untested('no word of its texts was found') : { problems }
  },
}

function simpleFilters(list: List | undefined): Filter[] {
  return (list?.filters ?? []).filter(({ kind }) => kind !== 'search' && !isBound(kind))
}

function boundFilters(list: List | undefined): Filter[] {
  return (list?.filters ?? []).filter(({ kind }) => isBound(kind))
}

function searchFilters(list: List | undefined): Filter[] {
  return (list?.filters ?? []).filter(({ kind }) => kind === 'search')
}

/** Filters with a value for every item; a bound is combined with the others, but with other bounds by `periods`. */
function combinable(list: List | undefined): Filter[] {
  return [...simpleFilters(list), ...boundFilters(list).slice(0, 1)]
}

function readWindow(list: List, { client }: { client: Client }, query = {}, because = 'the list'): Promise<Walk> {
  return client.readList(list, { because, query, pagesMax: windowPages })
}

/** In a fast run, values of a longer enumeration that do not occur in the list. */
const absentValuesMax = 2

/** Values that a filter can have: all of an enumeration, otherwise two that occur and the example of the contract. */
function valuesOf(
  { parameter, path, kind }: Filter,
  items: readonly Item[],
  { document, fast }: RelationContext,
): string[] {
  const { enum: values, examples = [], ...schema } = withoutNull(document, parameter.schema)
  if (values) {
    const known = new Set(items.flatMap((item) => valuesAt(item, path)).map(String))
    const [present = [], absent = []] = [true, false].map((isKnown) =>
      values.map(String).filter((value) => known.has(value) === isKnown),
    )
    return fast && values.length > enumerationMax
      ? [...present, ...absent.slice(0, absentValuesMax)]
      : values.map(String)
  }
  if (kind === 'part') return partsOf(items.flatMap((item) => valuesAt(item, path)))
  if (kind === 'is_null' || isOfType(document, schema, 'boolean')) return ['true', 'false']
  const counts = Map.groupBy(
    items.flatMap((item) => valuesAt(item, path).filter(isGiven).map(String)),
    (value) => value,
  )
  // The values of about half of the items say most.
  const distance = (count: number) => Math.abs(items.length / 2 - count)
  const occurring = [...counts].sort(([, one], [, other]) => distance(one.length) - distance(other.length))
  return [...new Set([...occurring.slice(0, 2).map(([value]) => value), ...examples.slice(0, 1).map(String)])]
}

/** The length from which an enumeration is long. */
const enumerationMax = 12

/** The middle of two texts, in capital letters and in small ones. */
function partsOf(texts: readonly unknown[]): string[] {
  const middles = [...new Set(texts.map((text) => String(text).slice(1, 6)))].filter((part) => part.length > 2)
  const [first, last] = [middles[0], middles.at(-1)]
  return [...new Set([first?.toUpperCase(), last?.toLowerCase()].filter((part) => part !== undefined))]
}

const isGiven = (value: unknown) => value !== null && value !== undefined

/** Values of two filters that select the item; undefined if it has none. */
function bothGiven(item: Item, one: Filter, other: Filter): Given[] | undefined {
  const given = [one, other].flatMap((filter): Given[] => {
    const [value] = valuesAt(item, filter.path)
    if (filter.kind === 'is_null') return [{ filter, value: String(value === null) }]
    if (!isGiven(value)) return []
    return [{ filter, value: filter.kind === 'status_class' ? `${String(value).charAt(0)}xx` : String(value) }]
  })
  return given.length === 2 ? given : undefined
}

/** Each bound alone at the instants of two items, pairs of bounds, and an empty period. */
function periods(filters: readonly Filter[], items: readonly Item[]): Given[][] {
  const [path] = filters.map((filter) => filter.path)
  if (!path) return []
  const times = [...new Set(items.flatMap((item) => valuesAt(item, path)).filter((value) => typeof value === 'string'))]
  const sorted = times.sort((one, other) => Date.parse(one) - Date.parse(other))
  const early = sorted[Math.floor(sorted.length / 3)]
  const late = sorted[Math.floor((sorted.length * 2) / 3)]
  if (early === undefined || late === undefined) return []
  const alone = filters.flatMap((filter) => [early, late].map((value): Given[] => [{ filter, value }]))
  const [start, end] = [filters.find(({ kind }) => isStart(kind)), filters.find(({ kind }) => !isStart(kind))]
  if (!start || !end) return alone
  const period = (from: string, to: string): Given[] => [
    { filter: start, value: from },
    { filter: end, value: to },
  ]
  return [...alone, period(early, late), period(late, late), period(late, early), period(withOffset(early), late)]
}

const isStart = (kind: Filter['kind']) => kind === 'since' || kind === 'after'

/** The same instant with another offset. */
function withOffset(instant: string): string {
  return new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
}

/** Words of the texts of some items. */
function wordsOf({ path }: Filter, items: readonly Item[]): string[] {
  const texts = items.flatMap((item) => valuesAt(item, path)).filter((text) => typeof text === 'string')
  const words = texts.flatMap((text) => text.match(/\b[a-z]{6,12}\b/g)?.slice(0, 1) ?? [])
  return [...new Set(words)].slice(0, 5)
}

/**
 * Compares the result of each combination of filters with the list. The first result of each filter is read in
 * pages of two: its cursor has to keep the filter.
 */
async function compareFiltered(
  list: List,
  context: RelationContext,
  combinationsOf: (items: readonly Item[]) => Given[][],
): Promise<Outcome> {
  let before = await readWindow(list, context)
  const combinations = combinationsOf(before.items)
  const problems: Problem[] = []
  let selected = 0
  let isFilled = before.ended
  for (const [index, given] of combinations.entries()) {
    const query = Object.fromEntries(given.map(({ filter, value }) => [filter.parameter.name, value]))
    const because = `only ${new URLSearchParams(query)}`
    const isFirst = given[0]?.filter !== combinations[index - 1]?.[0]?.filter
    const how = isFirst ? { size: 2, pagesMax: 3 } : { pagesMax: 1 }
    const walk = await context.client.readList(list, { because, query, ...how })
    selected += walk.items.length
    problems.push(...unselected(walk, given))
    // Of a list that is too long for `pages_joined` to reach its end, one result.
    if (!isFilled && list.pages && walk.items.length > 0 && walk.ended) {
      isFilled = true
      for (const sizes of filling(walk, list.pages.max))
        problems.push(...emptyEnd(await context.client.readList(list, { because, query, ...sizes }), walk))
    }
    if (differences({ before, walk, given }).length === 0) continue
    const after = await readWindow(list, context)
    problems.push(...differences({ before, after, walk, given }))
    before = after
  }
  if (combinations.length === 0) return untested('no item has a value to filter by')
  return selected === 0 && before.items.length === 0 ? untested('it has no items') : { problems }
}

/** Items of a result that the filters do not select. */
function unselected({ items, curl }: Walk, given: readonly Given[]): Problem[] {
  const wrong = items.find((item) => !selects(given, item))
  if (wrong === undefined) return []
  const fields = given.map(({ filter }) => filter.path[0] ?? '')
  return [{ message: `${sentOf(given)} returned ${shown(wrong, fields)}.`, curl }]
}

function oversized({ sizes, curl }: Walk, size: number): Problem[] {
  const largest = Math.max(0, ...sizes)
  return largest > size ? [{ message: `A page of ${size} has ${largest} items.`, curl }] : []
}

/** A page says that another one follows only if it does: the list cannot be shorter without a change. */
function emptyEnd({ sizes, items, ended, curl }: Walk, before: Walk): Problem[] {
  const isEmpty = ended && sizes.length > 1 && sizes.at(-1) === 0
  if (!isEmpty || items.length !== before.items.length) return []
  return [{ message: `An empty page follows the last of ${items.length} items.`, curl }]
}

/**
 * Compares joined pages with the rows that the list had before: they are the beginning of what the filters select of
 * these rows, and all of it if the last page was read. A row may change in between, so a difference counts only for
 * rows that are the same `after`.
 */
function differences({
  before,
  after = before,
  walk,
  given,
}: {
  before: Walk
  after?: Walk
  walk: Walk
  given: readonly Given[]
}): Problem[] {
  const [earlier, later] = [byKey(before.items), byKey(after.items)]
  const isStable = (key: string) => {
    const [one, other] = [earlier.get(key), later.get(key)]
    return one !== undefined && other !== undefined && canonical(one) === canonical(other)
  }
  const expected = before.items.filter((item) => isStable(keyOf(item)) && selects(given, item)).map(keyOf)
  const all = walk.items.map(keyOf)
  const { curl } = walk
  if (new Set(all).size < all.length) return [{ message: `${sentOf(given)} returned an item twice.`, curl }]
  const found = all.filter((key) => isStable(key) && expected.includes(key))
  const index = found.findIndex((key, position) => key !== expected[position])
  if (index !== -1) {
    const message = `${sentOf(given)} returned ${found[index]} where the list has ${expected[index]}.`
    return [{ message, curl }]
  }
  const [missing] = walk.ended ? expected.slice(found.length) : []
  return missing === undefined ? [] : [{ message: `${sentOf(given)} did not return ${missing}.`, curl }]
}

function sentOf(given: readonly Given[]): string {
  return given.length === 0
    ? 'The pages'
    : given.map(({ filter, value }) => `${filter.parameter.name}=${value}`).join('&')
}

function shown(item: Item, fields: readonly string[]): string {
  const named = fields.map((field) => `${field} ${JSON.stringify(valuesAt(item, field.split('.'))[0])?.slice(0, 120)}`)
  return `${keyOf(item)} (${named.join(', ')})`
}
