import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { errorCode } from './error-code.ts'
import { missingPermission } from './file-access.ts'
import { isTrivialKey } from './secrets.ts'
import { isDependent, isVariable, type SettingGroup, type SettingVariable, settingTable } from './setting-table.ts'

export type { ConnectTo } from './setting-parsers.ts'

/** `start` runs everything on one machine, `operator` is an administrative command. */
export type Purpose = 'start' | 'api' | 'worker' | 'mock' | 'operator'

type ValueOf<Variable> = Variable extends { parse: (value: string) => infer Value }
  ? Variable extends { unset: null }
    ? Value | null
    : Value
  : never

type SettingsOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends { parse: unknown }
    ? ValueOf<Group[Key]>
    : Group[Key] extends { nullUnlessComplete: infer Members }
      ? SettingsOf<Members> | null
      : SettingsOf<Group[Key]>
}

/** All settings of the service, frozen. */
export type Settings = SettingsOf<typeof settingTable>

/** The environment of a program that uses this database, whether a URL or a file specifies that of this process. */
export function withDatabaseUrl(env: NodeJS.ProcessEnv, url: string): NodeJS.ProcessEnv {
  const { name } = settingTable.databaseUrl
  return { ...env, [name]: url, [`${name}_FILE`]: undefined }
}

/**
 * All invalid settings together: the message names each variable, the error and an example. It never contains a secret.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly errors: readonly string[]

  constructor(errors: readonly string[]) {
    const count = errors.length === 1 ? 'A setting is invalid' : `${errors.length} settings are invalid`
    super(`${count}:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.errors = errors
  }
}

/**
 * Returns the environment with the additional variables of the `.env` file in this directory, if there is one. The
 * environment takes precedence.
 */
export function readEnvironment(dir: string): NodeJS.ProcessEnv {
  const file = join(dir, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/**
 * The settings in this environment, frozen. An empty variable counts as not set. A secret may be in a file instead,
 * which the variable with `_FILE` after its name specifies. Throws a SettingsError.
 */
export function readSettings(env: NodeJS.ProcessEnv, { purpose }: { purpose: Purpose }): Settings {
  const reader = createReader(env)
  const settings = reader.readGroup(settingTable)
  const errors = [...reader.errors, ...inconsistencies(settings, reader)]
  if (settings.mode === 'production') errors.push(...refusedInProduction(settings, reader, purpose))
  if (errors.length > 0) throw new SettingsError(errors)
  return deepFreeze(settings)
}

/** The settings of an installation without any environment variables. */
export const defaultSettings = readSettings({}, { purpose: 'operator' })

interface Reader {
  readGroup<Group extends SettingGroup>(group: Group): SettingsOf<Group>
  isSet(variable: SettingVariable): boolean
  /** Whether the variable was valid. Checks that depend on an invalid value are skipped. */
  isValid(variable: SettingVariable): boolean
  readonly errors: readonly string[]
}

function createReader(env: NodeJS.ProcessEnv): Reader {
  const errors: string[] = []
  const invalid = new Set<SettingVariable>()
  const fileOf = ({ name, secret }: SettingVariable) => (secret ? env[`${name}_FILE`]?.trim() : undefined)
  const isSet = (variable: SettingVariable) => Boolean(env[variable.name]?.trim() || fileOf(variable))

  function reject(variable: SettingVariable, error: string): undefined {
    invalid.add(variable)
    errors.push(error)
  }

  function readVariable(variable: SettingVariable): unknown {
    const { name, unset } = variable
    const file = fileOf(variable)
    const value = env[name]?.trim() || variable.default
    if (file) {
      return value
        ? reject(variable, `${name} and ${name}_FILE: both are set. Set one of them.`)
        : readSecretFile(variable, file)
    }
    return value ? parseValue(variable, value) : unset
  }

  function readSecretFile(variable: SettingVariable, file: string): unknown {
    const { name } = variable
    try {
      const value = readFileSync(file, 'utf8').trim()
      return value ? parseValue(variable, value) : reject(variable, `${name}_FILE: the file "${file}" is empty.`)
    } catch (error) {
      const code = errorCode(error) ?? String(error)
      const reason = code === 'EACCES' ? `${code}: ${missingPermission(resolve(file))}` : code
      return reject(variable, `${name}_FILE: the file "${file}" cannot be read (${reason}).`)
    }
  }

  function parseValue(variable: SettingVariable, value: string): unknown {
    const { name, example, parse, secret } = variable
    try {
      return parse(value)
    } catch (error) {
      const shown = secret ? 'its value' : `"${value}"`
      return reject(variable, `${name}: ${shown} ${explain(error)}. Example: ${name}=${example}`)
    }
  }

  // The values follow from the same table as the type. A value is undefined if its variable is invalid.
  function readGroup<Group extends SettingGroup>(group: Group): SettingsOf<Group>
  function readGroup(group: SettingGroup): object {
    return Object.fromEntries(
      Object.entries(group).map(([key, entry]) => {
        if (isVariable(entry)) return [key, readVariable(entry)]
        if (!isDependent(entry)) return [key, readGroup(entry)]
        const values = readGroup(entry.nullUnlessComplete)
        return [key, Object.values(values).includes(undefined) ? null : values]
      }),
    )
  }

  return { readGroup, isSet, isValid: (variable) => !invalid.has(variable), errors }
}

/** Settings that are valid alone but not together. */
function inconsistencies({ webhooks, databasePooler: pooler }: Settings, { isSet, isValid }: Reader): string[] {
  const errors: string[] = []
  const { certFile, keyFile } = settingTable.tls.nullUnlessComplete
  if (isSet(certFile) !== isSet(keyFile))
    errors.push(`${certFile.name} and ${keyFile.name}: one is set without the other. Set both or neither.`)
  const { llm, email, businessProfile } = settingTable
  for (const [variable, required] of [
    [llm.nullUnlessComplete.baseUrl, llm.nullUnlessComplete.model],
    [email.nullUnlessComplete.smtpUrl, email.nullUnlessComplete.from],
    [businessProfile.nullUnlessComplete.clientId, businessProfile.nullUnlessComplete.clientSecret],
  ] as const) {
    if (isSet(variable) && !isSet(required))
      errors.push(`${required.name}: required with ${variable.name}. Example: ${required.name}=${required.example}`)
  }
  const { databaseUrl, databasePooler } = settingTable
  if (pooler === 'transaction' && !isSet(databaseUrl))
    errors.push(
      `${databaseUrl.name}: required with ${databasePooler.name}. Example: ${databaseUrl.name}=${databaseUrl.example}`,
    )
  const { redisUrl, redisSentinels } = settingTable
  if (isSet(redisSentinels) && !isSet(redisUrl))
    errors.push(`${redisUrl.name}: required with ${redisSentinels.name}. Example: ${redisUrl.name}=redis://svc`)
  const { attemptsMax, retryScheduleMs } = settingTable.webhooks
  if (isValid(attemptsMax) && isValid(retryScheduleMs) && webhooks.attemptsMax > webhooks.retryScheduleMs.length + 1) {
    errors.push(
      `${attemptsMax.name}: ${webhooks.attemptsMax} attempts need ${webhooks.attemptsMax - 1} delays, and ` +
        `${retryScheduleMs.name} has ${webhooks.retryScheduleMs.length}. Add delays or lower the number.`,
    )
  }
  return errors
}

function refusedInProduction(settings: Settings, { isSet, isValid }: Reader, purpose: Purpose): string[] {
  const { secretKeys, tls, trustedProxies, publicUrl, webhooks } = settingTable
  const errors = [webhooks.connectTo, webhooks.caFile]
    .filter(isSet)
    .map(
      ({ name }) =>
        `${name}: weakens the rules for webhook receivers and is refused with SVC_MODE=production. Remove it.`,
    )
  const { origin: profileOrigin } = settingTable.businessProfile.nullUnlessComplete
  if (isSet(profileOrigin)) {
    errors.push(
      `${profileOrigin.name}: sends credentials to another host and is refused with SVC_MODE=production. Remove it.`,
    )
  }
  if (purpose !== 'mock' && !isSet(secretKeys)) {
    errors.push(
      `${secretKeys.name}: required with SVC_MODE=production. Example: ${secretKeys.name}=k1:<base64 of 32 bytes>, as "openssl rand -base64 32" prints them`,
    )
  }
  const { certFile, keyFile } = tls.nullUnlessComplete
  const serves = purpose === 'start' || purpose === 'api'
  if (serves && !isSet(certFile) && !isSet(trustedProxies)) {
    errors.push(
      `${certFile.name} and ${keyFile.name}, or ${trustedProxies.name}: with SVC_MODE=production the service serves HTTPS itself or ` +
        `runs behind proxies that do. Example: ${trustedProxies.name}=10.0.0.0/8`,
    )
  }
  // Cookies without Secure and tokens whose issuer no client can reach would follow from the address to listen on.
  if (serves && isValid(publicUrl) && !settings.publicUrl?.startsWith('https://')) {
    errors.push(
      `${publicUrl.name}: with SVC_MODE=production it is the https:// origin under which clients reach the service. ` +
        `Example: ${publicUrl.name}=${publicUrl.example}`,
    )
  }
  if (purpose !== 'mock' && isValid(secretKeys))
    for (const { id } of settings.secretKeys.filter(isTrivialKey)) {
      errors.push(
        `${secretKeys.name}: the key "${id}" is not random. Create one with "openssl rand -base64 32" and restart.`,
      )
    }
  return errors
}

/** Messages of the parsers continue the value. Messages of other modules are complete. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^(?:is|has) /.test(message) ? message : `is invalid: ${message}`
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    const isPlain = Array.isArray(inner) || (inner && Object.getPrototypeOf(inner) === Object.prototype)
    if (isPlain) deepFreeze(inner)
  }
  return Object.freeze(value)
}
