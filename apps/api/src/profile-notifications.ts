import { ProfileError } from '@svc/business-profile/profile-error'
import { createPushTokens } from '@svc/business-profile/push-tokens'
import { reviewNotificationOf } from '@svc/business-profile/review-notification'
import { isFlagOn } from '@svc/db/flags'
import { notifyProfileLocation, profileFlag } from '@svc/db/profile-connections'
import { bodyParser } from '@svc/http/body-parser'
import { ApiError, invalidRequest, notFound, unavailable } from '@svc/http/errors'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import express, { type RequestHandler } from 'express'
import type { Dependencies } from './dependencies.ts'

/** The path to which the push subscription sends: outside the REST API, because no account calls it. */
const notificationsPath = '/business-profile/notifications'

/** A notification has less than 2 KB. */
const readBody = bodyParser(express.json({ limit: '64kb', inflate: false }))

type NotificationDependencies = Pick<Dependencies, 'db' | 'settings' | 'publicUrl' | 'clock'>

/**
 * Receives the notifications of the search company about new and updated reviews: `reviewNotification` in
 * `spec/upstream/business-profile.yaml`. A notification makes the synchronization of its location due, and nothing else
 * in it is used: the reviews are read from the APIs. Responds with 404 while the flag is off or
 * `BUSINESS_PROFILE_PUSH_ACCOUNT` is not set, with 401 without a token of the push subscription, before the body is
 * read, and with 204 for a location that is not connected, because a repetition would not change that.
 */
export function profileNotifications({ db, settings, publicUrl, clock }: NotificationDependencies): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  const { businessProfile } = settings
  if (!businessProfile?.pushAccount) return router
  const isOfSubscription = createPushTokens({
    settings: businessProfile,
    audience: publicUrl + notificationsPath,
    account: businessProfile.pushAccount,
    now: () => clock.now(),
  })

  const requireSubscription: RequestHandler = async (request, _response, next) => {
    if (!(await isFlagOn(db, profileFlag))) throw notFound()
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    try {
      if (await isOfSubscription(token)) return next()
    } catch (error) {
      if (error instanceof ProfileError) throw unavailable(retryAfterSeconds, error)
      throw error
    }
    throw new ApiError('unauthorized', { message: notOfSubscription, headers: { 'WWW-Authenticate': 'Bearer' } })
  }

  router.post(notificationsPath, requireSubscription, readBody, async (request, response) => {
    const notification = reviewNotificationOf(request.body)
    if (notification === undefined) throw invalidRequest('body', 'must be a message of a push subscription')
    if (notification.locationNumber !== null) await notifyProfileLocation(db, notification.locationNumber)
    response
      .set(commonHeaders(exchangeOf(response)))
      .status(204)
      .end()
  })
  return router
}

/** The push subscription chooses the pause itself. */
const retryAfterSeconds = 10

const notOfSubscription = 'The request has no valid token of the push subscription.'
