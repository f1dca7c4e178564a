import {
  actions,
  dropdowns,
  triggers,
  type WorkflowAction,
  type WorkflowDropdown,
  type WorkflowTrigger,
} from '@generated/workflow/definition'
import { unwrap, type WebhookEvent } from '@svc/sdk/webhooks'
import { runAction } from '../action.ts'
import { listChoices, testConnection } from '../connection.ts'
import { deleteWebhook, isWanted, readFeed, typesOf } from '../events.ts'
import { type InputField, inputField, listKey, type OutputField, outputField, titleCase, valuesOf } from './fields.ts'
import {
  type Bundle,
  type Platform,
  type PlatformFunction,
  requireHttps,
  type Subscription,
  withClient,
} from './platform.ts'

interface Step<Operation> {
  key: string
  noun: string
  display: { label: string; description: string; hidden?: true }
  operation: Operation & { sample: unknown; outputFields: OutputField[] }
}

/** A trigger that starts a workflow for each webhook. */
interface HookOperation {
  type: 'hook'
  inputFields: InputField[]
  performSubscribe: PlatformFunction<Subscription>
  performUnsubscribe: PlatformFunction<object>
  perform: PlatformFunction<WebhookEvent[]>
  performList: PlatformFunction<WebhookEvent[]>
}

/** Fills a dropdown. */
interface ListOperation {
  type: 'polling'
  perform: PlatformFunction<Record<string, string>[]>
}

interface CreateOperation {
  inputFields: InputField[]
  perform: PlatformFunction<unknown>
}

/** An app of the platform's command line: an object with data and functions. */
export interface ZapierApp {
  version: string
  platformVersion: string
  authentication: typeof authentication
  beforeRequest: (typeof requireHttps)[]
  triggers: Record<string, Step<HookOperation> | Step<ListOperation>>
  creates: Record<string, Step<CreateOperation>>
}

/** Makes the app from the definition. `platformVersion` is that of the package which runs it. */
export function createZapierApp({ version, platformVersion }: { version: string; platformVersion: string }): ZapierApp {
  return {
    version,
    platformVersion,
    authentication,
    beforeRequest: [requireHttps],
    triggers: byKey([...triggers.map(hookTrigger), ...dropdowns.map(listTrigger)]),
    creates: byKey(actions.map(createOf)),
  }
}

const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'base_url',
      label: 'Base URL',
      helpText: 'The URL of the API with its version, such as `https://api.example.com/api/public/v1`.',
      type: 'string',
      required: true,
    },
    {
      key: 'api_key',
      label: 'API Key',
      helpText: 'A key of the account, made in its portal. Leave it empty if you use a client.',
      type: 'password',
      required: false,
    },
    {
      key: 'client_id',
      label: 'Client ID',
      helpText: 'An OAuth client, which only the action "Create Business" needs.',
      type: 'string',
      required: false,
    },
    {
      key: 'client_secret',
      label: 'Client Secret',
      helpText: 'The secret of the client, shown once when the client is created.',
      type: 'password',
      required: false,
    },
  ] satisfies InputField[],
  /** The label of a connection shows what this returns. */
  test: withClient(async (client) => {
    const [business = 'No business yet'] = await testConnection(client)
    return { business }
  }),
  connectionLabel: '{{business}}',
} as const

function byKey<One extends { key: string }>(steps: readonly One[]): Record<string, One> {
  return Object.fromEntries(steps.map((step) => [step.key, step]))
}

/** "New Analysis" is about an "Analysis". */
function nounOf(title: string): string {
  return titleCase(title.replace(/^(New|Create|Draft) /, ''))
}

function hookTrigger(trigger: WorkflowTrigger): Step<HookOperation> {
  const { key, title, description, fields, output, sample } = trigger
  const wanted = ({ inputData }: Bundle) => {
    const values = valuesOf(fields, inputData)
    const types = typesOf(trigger, values)
    return { types, includes: (event: WebhookEvent) => isWanted(event, types, values) }
  }
  return {
    key,
    noun: nounOf(title),
    display: { label: titleCase(title), description: description.replace(/^Starts when/, 'Triggers when') },
    operation: {
      type: 'hook',
      inputFields: fields.map((field) => inputField(field, dropdowns)),
      performSubscribe: withClient(async (client, bundle) => {
        const { data } = await client.webhooks.create({
          url: bundle.targetUrl ?? '',
          event_types: wanted(bundle).types,
          description: `Workflow: ${title}`,
        })
        return { id: data.id, signing_secret: data.signing_secret }
      }),
      performUnsubscribe: withClient(async (client, { subscribeData }) => {
        if (subscribeData) await deleteWebhook(client, subscribeData.id)
        return {}
      }),
      perform: withClient(async (_client, bundle, platform) => {
        const event = await verifiedEvent(bundle)
        const isNew = wanted(bundle).includes(event) && (await isFirst(platform, bundle, event))
        return isNew ? [event] : []
      }),
      performList: withClient(async (client, bundle) => {
        const { includes } = wanted(bundle)
        // An event is in the feed again for each time that it was resent.
        const events = new Map<string, WebhookEvent>()
        for await (const { payload } of readFeed(client, null)) if (includes(payload)) events.set(payload.id, payload)
        return [...events.values()].reverse().slice(0, listMax)
      }),
      sample,
      outputFields: output.map(outputField),
    },
  }
}

/** The number of events in a list: the newest ones, which the platform distinguishes by their ids. */
const listMax = 100

/** Verifies a delivery. The platform may begin the names of headers with "Http-". */
function verifiedEvent({ rawRequest, subscribeData }: Bundle): Promise<WebhookEvent> {
  const received = Object.entries(rawRequest?.headers ?? {})
  const headers = Object.fromEntries(received.map(([name, value]) => [name.replace(/^http-/i, ''), value]))
  return unwrap(rawRequest?.content ?? '', headers, { secret: subscribeData?.signing_secret ?? [] })
}

/** Longer than the 73 minutes in which the service retries a delivery. */
const rememberedSeconds = 7_200

/** Whether an event arrives for the first time at a subscription. */
async function isFirst({ cache }: Platform, { subscribeData }: Bundle, { id }: WebhookEvent): Promise<boolean> {
  const key = `${subscribeData?.id}/${id}`
  if (await cache.get(key)) return false
  await cache.set(key, true, rememberedSeconds)
  return true
}

/** A hidden trigger, which the platform runs to fill a dropdown. */
function listTrigger(dropdown: WorkflowDropdown): Step<ListOperation> {
  const { title, description, value, label } = dropdown
  return {
    key: listKey(dropdown),
    noun: titleCase(title),
    display: { label: `List of ${titleCase(title)}`, description, hidden: true },
    operation: {
      type: 'polling',
      perform: withClient(async (client) => {
        const choices = await listChoices(client, dropdown.key)
        return choices.map((choice) => ({ [value]: choice.value, [label]: choice.label }))
      }),
      sample: { [value]: 'biz_01kjpx4gtrex7rhcb4yfrgw100', [label]: 'Rosso Trattoria' },
      outputFields: [],
    },
  }
}

function createOf({ key, title, description, fields, output, sample }: WorkflowAction): Step<CreateOperation> {
  return {
    key,
    noun: nounOf(title),
    display: { label: titleCase(title), description },
    operation: {
      inputFields: fields.map((field) => inputField(field, dropdowns)),
      perform: withClient(async (client, { inputData }) => runAction(client, key, valuesOf(fields, inputData))),
      sample,
      outputFields: output.map(outputField),
    },
  }
}
