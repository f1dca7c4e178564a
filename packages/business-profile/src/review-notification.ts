import type { components } from '@generated/business-profile/client-types'
import { isRecord, parseJson } from '@svc/runtime/json'

type Notification = components['schemas']['ReviewNotification']

/** The location that a notification is about. */
interface NotifiedLocation {
  /** Such as `2` in `accounts/1/locations/2`; null if the notification names no location. */
  locationNumber: string | null
}

/** Reads the message of a push subscription. Undefined for any other body. */
export function reviewNotificationOf(body: unknown): NotifiedLocation | undefined {
  if (!isRecord(body) || !isRecord(body.message)) return undefined
  const { data = '' } = body.message
  if (typeof data !== 'string') return undefined
  const content = parseJson(Buffer.from(data, 'base64').toString('utf8'))
  const { location_name, locationName }: Notification = isNotification(content) ? content : {}
  const [, locationNumber = null] =
    /^(?:accounts\/\d{1,32}\/)?locations\/(\d{1,32})$/.exec(location_name ?? locationName ?? '') ?? []
  return { locationNumber }
}

const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string'

function isNotification(content: unknown): content is Notification {
  return isRecord(content) && isOptionalText(content.location_name) && isOptionalText(content.locationName)
}
