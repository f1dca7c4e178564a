import { connectionTest, dropdowns } from '@generated/workflow/definition'
import { type CallerOptions, Client } from '@svc/sdk'

/** Credentials for the service: an API key or, for actions that need a granted scope, an OAuth client. */
interface ConnectionOptions extends Pick<CallerOptions, 'fetch' | 'logger' | 'totalTimeout'> {
  baseUrl: string
  apiKey?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
}

/**
 * Opens a connection. Its credential is never one of the environment, which may be of another account.
 *
 * @throws RangeError that names the fields without a usable value
 */
export function openConnection({ apiKey, clientId, clientSecret, ...options }: ConnectionOptions): Client {
  if (!URL.canParse(options.baseUrl))
    throw new RangeError('"Base URL" must be a URL such as "https://api.example.com/api/public/v1".')
  if (!apiKey && !(clientId && clientSecret))
    throw new RangeError('The connection needs an "API key", or a "Client ID" and a "Client secret".')
  return new Client(apiKey ? { ...options, apiKey } : { ...options, clientId, clientSecret })
}

/**
 * Returns the names of the businesses that the connection reaches: one, or none if it is still to be created.
 *
 * @throws ApiError with the reason if the service refuses the connection
 */
export async function testConnection(client: Client): Promise<string[]> {
  const { data } = await client.request<Page>({ method: connectionTest.method, path: connectionTest.path })
  return data.map(({ name }) => String(name))
}

/** An entry of a dropdown. */
interface Choice {
  value: string
  label: string
}

/** Lists the entries of a dropdown. Throws a RangeError for an unknown one. */
export async function listChoices(client: Client, key: string): Promise<Choice[]> {
  const dropdown = dropdowns.find((one) => one.key === key)
  if (!dropdown) throw new RangeError(`There is no dropdown "${key}".`)
  const { call, value, label } = dropdown
  const choices: Choice[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await client.request<Page>({
      method: call.method,
      path: call.path,
      query: { limit: 100, ...(cursor && { cursor }) },
    })
    choices.push(...page.data.map((item) => ({ value: String(item[value]), label: String(item[label]) })))
    cursor = page.meta.page.next_cursor
  }
  return choices
}

interface Page {
  data: Record<string, unknown>[]
  meta: { page: { next_cursor: string | null } }
}
