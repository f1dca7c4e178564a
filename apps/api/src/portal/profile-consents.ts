import { randomBytes } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import { createProfileApi, type ProfileApi, type UpstreamLocation } from '@svc/business-profile/profile-api'
import { ProfileError, type ProfileErrorKind } from '@svc/business-profile/profile-error'
import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { recordChange } from '@svc/db/audit-log'
import { connectProfile, disconnectProfile, findProfileConnection } from '@svc/db/profile-connections'
import {
  beginProfileConsent,
  findProfileConsent,
  redeemProfileConsent,
  storeProfileConsent,
  takeProfileConsent,
} from '@svc/db/profile-consents'
import { conflict, notFound, unavailable } from '@svc/http/errors'
import type { BrowserRequest } from '../browser-sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalCaller } from './caller.ts'
import type { PortalOperations } from './context.ts'

type ConsentDependencies = Pick<Dependencies, 'db' | 'keyring' | 'settings' | 'publicUrl'>

/** The page of the portal to which the search company returns. It is registered with the OAuth client. */
const consentPage = '/portal/business-profile/consent'

/** The maximum number of locations to choose from. */
const locationsMax = bounds.ProfileLocationListResponse.data.maxItems

/**
 * Connecting the business profile in the browser, and disconnecting it (decision 0063). A consent belongs to the
 * session that began it. Its state is stored as a hash, its verifier and its token encrypted, and each is used once.
 */
export function profileConsentOperations(dependencies: ConsentDependencies) {
  const { db, keyring, settings } = dependencies
  const api = settings.businessProfile && createProfileApi({ db, keyring, settings: settings.businessProfile })
  return { ...consentOperations(dependencies, api), ...locationOperations(dependencies, api) }
}

/** Begins and finishes consents. `api` is null without an OAuth client. */
function consentOperations({ keyring, settings, publicUrl }: ConsentDependencies, api: ProfileApi | null) {
  // Without SVC_PUBLIC_URL, which production requires, the portal may be open at the other name of this machine: only
  // that page has the session.
  const localhost = settings.publicUrl === null && publicUrl.replace('//127.0.0.1:', '//localhost:')
  /** The page that the browser returns to. */
  const redirectUriOf = ({ request }: BrowserRequest) =>
    (request.headers.origin === localhost ? localhost : publicUrl) + consentPage
  return {
    async startProfileConsent({ caller, db, browser }) {
      const { session } = caller
      const redirectUri = redirectUriOf(browser)
      const [state, verifier] = [newSecret(), newSecret()]
      const authorization_url = required(api).authorizationUrl({ state, verifier, redirectUri })
      const consent = {
        stateHash: keyring.hmac('session', stateText(state)).hash,
        verifier: keyring.encrypt('encryption', verifier, verifierContext(session)),
        redirectUri,
      }
      const expires_at = await db.transaction((transaction) => beginProfileConsent(transaction, session, consent))
      return { authorization_url, expires_at }
    },

    async finishProfileConsent({ body, caller, db }) {
      const { session } = caller
      const hashes = keyring.hmacAll('session', stateText(body.state)).map(({ hash }) => hash)
      const consent = await db.transaction((transaction) => redeemProfileConsent(transaction, session, hashes))
      if (consent === undefined) throw conflict(stateIsInvalid)
      const { key_id, ciphertext } = consent.verifier
      const verifier = keyring.decrypt(key_id, ciphertext, verifierContext(session)).toString('utf8')
      const code = { code: body.code, verifier, redirectUri: consent.redirectUri }
      const token = await explained(required(api).redeemCode(session.account_id, code), explainCode)
      const refreshToken = keyring.encrypt('encryption', token, refreshTokenContext(session.business_id))
      const expires_at = await db.transaction((transaction) => storeProfileConsent(transaction, session, refreshToken))
      return { expires_at }
    },
  } satisfies Partial<PortalOperations>
}

/** Connects and disconnects a location. */
function locationOperations({ db, keyring }: ConsentDependencies, api: ProfileApi | null) {
  /** The locations that the consent of this session gives access to. */
  async function listLocations(caller: PortalCaller): Promise<UpstreamLocation[]> {
    const { session } = caller
    const sealed = await findProfileConsent(db, session)
    if (sealed === undefined) throw notFound()
    const context = refreshTokenContext(session.business_id)
    const refreshToken = keyring.decrypt(sealed.key_id, sealed.ciphertext, context).toString('utf8')
    return explained(required(api).listLocations({ id: session.account_id, refreshToken }), explainLocations)
  }

  return {
    async listProfileLocations({ caller }) {
      return (await listLocations(caller)).slice(0, locationsMax)
    },

    async connectProfileLocation({ body, caller, db, requestId }) {
      const chosen = (await listLocations(caller)).find(({ name }) => name === body.location)
      if (chosen === undefined) throw conflict('Your consent gives no access to this location. Choose another one.')
      const { session } = caller
      const connection = await db.transaction(async (transaction) => {
        const refreshToken = await takeProfileConsent(transaction, session)
        if (refreshToken === undefined) return undefined
        await connectProfile(transaction, session, { location: chosen.name, title: chosen.title, refreshToken })
        const { account_id } = session
        await recordChange(transaction, memberActor({ caller, requestId }), { action: 'profile.connected', account_id })
        return findProfileConnection(transaction, session)
      })
      if (connection === undefined) throw notFound()
      return connection
    },

    async disconnectProfile({ caller, db, requestId }) {
      const { session } = caller
      const isDisconnected = await db.transaction(async (transaction) => {
        if (!(await disconnectProfile(transaction, session))) return false
        const { account_id } = session
        const change = { action: 'profile.disconnected', account_id } as const
        await recordChange(transaction, memberActor({ caller, requestId }), change)
        return true
      })
      if (!isDisconnected) throw notFound()
      return { disconnected: true as const }
    },
  } satisfies Partial<PortalOperations>
}

/** 256 bits, as 43 characters: a code verifier has 43 to 128 (RFC 7636, section 4.1). */
const newSecret = () => randomBytes(32).toString('base64url')

const stateText = (state: string) => `profile-consent:${state}`

/** The context to which the verifier of a consent is bound. */
const verifierContext = ({ id }: PortalCaller['session']) => `business_profile_consents/${id}/verifier_ciphertext`

/** The client of the upstream service. Throws ApiError 409 if the installation has no OAuth client for it. */
function required(api: ProfileApi | null): ProfileApi {
  if (api === null) throw conflict(noClient)
  return api
}

const noClient =
  'The operator of this installation has not registered it with Google yet. Ask them to set BUSINESS_PROFILE_CLIENT_ID.'

const stateIsInvalid =
  'This consent was begun in another session or more than ten minutes ago, or it was used. Start again.'

type Explanations = Partial<Record<ProfileErrorKind, string>>

/** The state of the consent is used up by then, regardless of the reason. */
const explainCode: Explanations = {
  busy: 'Google did not take the request in time. Start again in a minute.',
  unknown: 'Google did not respond. Start again.',
  consent_revoked: 'Google does not accept the code of this consent. Start again.',
  not_granted: 'You did not allow this service to manage your Business Profile. Start again and allow it.',
}

const revokedAtGoogle = 'Your consent was revoked at Google. Start again.'
const mayNotManage = 'This Google account may not manage a Business Profile. Start again with another one.'

const explainLocations: Explanations = {
  consent_revoked: revokedAtGoogle,
  token_rejected: revokedAtGoogle,
  access_lost: mayNotManage,
  not_found: mayNotManage,
}

/** Waits for the upstream service. A failure becomes ApiError 409 with its explanation, otherwise 404 or 503. */
async function explained<Result>(request: Promise<Result>, explanations: Explanations): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    const { kind, retryAfterMs = 1_000 } = error
    if (kind === 'off') throw notFound()
    const explanation = explanations[kind]
    if (explanation !== undefined) throw conflict(explanation)
    throw unavailable(Math.ceil(retryAfterMs / 1_000), error)
  }
}
