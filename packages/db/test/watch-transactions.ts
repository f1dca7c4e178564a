import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import { Database, Transaction } from '../src/connection/database.ts'

/**
 * Reports every DNS query, connection and HTTP request inside an open transaction: while it waits for the network, it
 * keeps a connection and its locks from all others. Follows the asynchronous context of the work, so that calls below
 * any number of libraries are found. Connections to the database itself are not meant.
 */
export function watchTransactions(report: (violation: Error) => void): void {
  const current = new AsyncLocalStorage<Transaction>()
  const open = new WeakSet<Transaction>()
  const refuse = (what: string) => {
    const transaction = current.getStore()
    if (transaction !== undefined && open.has(transaction)) report(new Error(`${what} inside an open transaction.`))
  }

  wrap(Database.prototype, 'transaction', (begin, [work]: [(transaction: Transaction) => unknown]) =>
    begin((transaction: Transaction) => current.run(transaction, work, transaction)),
  )
  wrap(Transaction.prototype, 'execute', async function (execute, [statement]: [object]) {
    const rows = await execute(statement)
    open.add(this)
    return rows
  })
  wrap(Transaction.prototype, 'end', function (end) {
    open.delete(this)
    return end()
  })
  wrap(pg.Client.prototype, 'connect', (connect, parameters: unknown[]) => current.exit(connect, ...parameters))

  // Every lookup of a name and every connection, through any library, creates one of these.
  createHook({
    init(_id, type) {
      const what = networkResources.get(type)
      if (what !== undefined) refuse(what)
    },
  }).enable()
  // A request over a connection that was kept open creates none.
  for (const channel of ['undici:request:create', 'http.client.request.start'])
    subscribe(channel, () => refuse('An HTTP request was sent'))
}

const networkResources = new Map([
  ['QUERYWRAP', 'A DNS query was sent'],
  ['GETADDRINFOREQWRAP', 'A name was resolved'],
  ['TCPCONNECTWRAP', 'A connection was opened'],
  ['PIPECONNECTWRAP', 'A connection was opened'],
])

/** Replaces a method; `around` gets the method as it was and what it is called with. */
function wrap<Instance extends object, Parameters extends unknown[]>(
  prototype: Instance,
  name: keyof Instance & string,
  around: (this: Instance, call: (...parameters: unknown[]) => unknown, parameters: Parameters) => unknown,
): void {
  const method: (...parameters: unknown[]) => unknown = Object(prototype)[name]
  Reflect.set(prototype, name, function (this: Instance, ...parameters: Parameters) {
    return around.call(this, (...changed) => method.apply(this, changed), parameters)
  })
}
