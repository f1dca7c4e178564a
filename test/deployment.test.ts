import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings } from '@svc/runtime/settings'
import { settingVariables } from '@svc/runtime/testing'
import { nodeOptionsOf } from '@svc/supervisor/node-options'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Role, roleNames, roles } from '../deploy/role.ts'

// `npm run verify -- --lane packaging` reads the Compose file with the library of the Compose Specification and renders
// the Helm chart; both programs are built with Go.

interface ComposeService {
  depends_on?: Record<string, object>
  image: string
  build?: { context: string; dockerfile: string; target: string }
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  deploy?: { replicas: number }
  stop_grace_period?: string
  networks?: string[] | Record<string, { ipv4_address?: string }>
}

interface ComposeFile {
  services: Record<string, ComposeService>
  secrets: Record<string, { file: string }>
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'deploy', 'docs'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((path) => path !== '' && existsSync(`${root}${path}`))
const compose: ComposeFile = parse(read('deploy/compose.yaml'), { merge: true })
const ourServices = Object.entries(compose.services).filter(([, { build }]) =>
  roleNames.some((role) => role === build?.target),
)

const known = new Set(settingVariables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))

describe('settings', () => {
  const inFiles = files.filter((path) => /^(?:deploy\/|docs\/operations\/)/.test(path) && !path.endsWith('.ts'))
  // Examples of client programs take these.
  const named =
    /\b(?:(?:SVC|WEBHOOK|LLM|BUSINESS_PROFILE|REVIEW_IMPORT)_[A-Z0-9_]+|(?:DATABASE|REDIS)_URL(?:_FILE)?)\b/g
  const others = new Set(['SVC_API_KEY', 'SVC_BASE_URL', 'SVC_WEBHOOK_SECRET'])

  test.each(inFiles)('that %s names are settings of the programs', (path) => {
    const names = [...new Set(read(path).match(named))]
    expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([])
  })

  test('are found, because the files name most of the settings that production needs', () => {
    const found = new Set(inFiles.flatMap((path) => [...(read(path).match(named) ?? [])]))
    expect([...found].sort()).toEqual(
      expect.arrayContaining(['DATABASE_URL_FILE', 'REDIS_URL', 'SVC_DATABASE_POOLER', 'SVC_SECRET_KEYS_FILE']),
    )
  })
})

describe('the images', () => {
  const stagesOf = (path: string) =>
    read(path)
      .split(/^(?=FROM )/m)
      .map((text) => ({ name: / AS (\S+)/.exec(text)?.[1] ?? 'api', text }))
      .filter(({ text }) => text.startsWith('FROM '))
  const ofRoles = stagesOf('deploy/container/Containerfile').filter(({ name }) =>
    roleNames.some((role) => role === name),
  )

  test('are built for every role of the service and for no other', () => {
    expect(ofRoles.map(({ name }) => name).sort()).toEqual([...roleNames].sort())
  })

  test('run their program with the Node options of the supervisor, as the image without a registry does', () => {
    const startOf = (role: Role, text: string) => {
      const words: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)?.[1] ?? '[]')
      const source = `${roles[role]}/src/main.ts`
      const options = role === 'api' || role === 'worker' ? nodeOptionsOf(source) : []
      expect(words).toEqual(['node_modules/.bin/node', ...options, source])
    }
    for (const { name, text } of ofRoles) for (const role of roleNames) if (role === name) startOf(role, text)
    for (const { text } of stagesOf('deploy/container/Containerfile.scratch')) startOf('api', text)
  })

  test('run as an ordinary user, and set no secret', () => {
    for (const path of ['deploy/container/Containerfile', 'deploy/container/Containerfile.scratch']) {
      const text = read(path)
      expect(text.match(/^USER (\S+)$/gm)).toEqual(
        path.endsWith('scratch') ? ['USER 10001:10001'] : ['USER postgres', 'USER 10001:10001'],
      )
      const set = [...text.matchAll(/^(?:ENV|ARG) (.*)$/gm)].flatMap(
        ([, list = '']) => list.match(/[A-Z_]+(?==)/g) ?? [],
      )
      const secrets = settingVariables.filter(({ secret }) => secret).map(({ name }) => name)
      expect(set.length).toBeGreaterThan(0)
      expect(set.filter((name) => secrets.includes(name))).toEqual([])
    }
  })

  test('are built without local data and secrets', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.svc', '.git', 'deploy/compose/secrets']))
    expect(read('.gitignore').split('\n')).toContain('deploy/compose/secrets/')
  })
})

describe('deploy/compose.yaml', () => {
  const networksOf = ({ networks = [] }: Pick<ComposeService, 'networks'>) =>
    Array.isArray(networks) ? networks : Object.keys(networks)

  test('runs two API processes, which the proxy knows, and two workers', () => {
    const targets = ourServices.map(([, { build, deploy }]) => [build?.target, deploy?.replicas ?? 1])
    expect(targets).toEqual([
      ['api', 1],
      ['api', 1],
      ['worker', 2],
      ['svc', 1],
    ])
    const apis = ourServices.filter(([, { build }]) => build?.target === 'api').map(([name]) => `${name}:3000`)
    expect(read('deploy/compose/upstream.conf').match(/[\w-]+:3000/g)).toEqual(apis)
  })

  test('starts everything of this repository without rights, and with a root that cannot be written', () => {
    for (const [name, service] of ourServices) {
      expect({ name, read_only: service.read_only, cap_drop: service.cap_drop, options: service.security_opt }).toEqual(
        {
          name,
          read_only: true,
          cap_drop: ['ALL'],
          options: ['no-new-privileges:true'],
        },
      )
    }
  })

  test('trusts only the network that the proxy shares with the API', () => {
    const members = Object.entries(compose.services).filter(([, service]) => networksOf(service).includes('proxied'))
    expect(members.map(([name]) => name)).toEqual(['proxy', 'api-0', 'api-1'])
    const subnet = compose.networks.proxied?.ipam?.config[0]?.subnet
    for (const name of ['api-0', 'api-1']) expect(compose.services[name]?.environment?.SVC_TRUSTED_PROXIES).toBe(subnet)
  })

  test('refers to services, secrets and networks that it has', () => {
    const unknown = Object.values(compose.services).flatMap(({ depends_on = {}, secrets = [], networks = [] }) => [
      ...Object.keys(depends_on).filter((name) => !(name in compose.services)),
      ...secrets.filter((name) => !(name in compose.secrets)),
      ...networksOf({ networks }).filter((name) => !(name in compose.networks)),
    ])
    expect(unknown).toEqual([])
  })

  test('mounts only files that are in the repository', () => {
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .flatMap((volume) => (volume.startsWith('./') ? [volume.split(':')[0] ?? ''] : []))
      .filter((path) => !path.startsWith('./compose/secrets/'))
    expect(mounted.length).toBeGreaterThan(4)
    expect(mounted.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual([])
  })

  describe('with the secrets of create-secrets.sh', { tags: ['openssl'] }, () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'svc-compose-'))
      const script = join(folder, 'create-secrets.sh')
      copyFileSync(`${root}deploy/compose/create-secrets.sh`, script)
      execFileSync('sh', [script])
    })
    afterAll(() => rmSync(folder, { recursive: true }))
    const secret = (name: string) => join(folder, 'secrets', name)

    test('has a file for each secret, in a folder that is closed for others', () => {
      expect(Object.values(compose.secrets).map(({ file }) => file)).toEqual(
        Object.keys(compose.secrets).map((name) => `./compose/secrets/${name}`),
      )
      expect(Object.keys(compose.secrets).filter((name) => !existsSync(secret(name)))).toEqual([])
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
    })

    test('keeps the secrets when the script runs again', () => {
      const before = Object.keys(compose.secrets).map((name) => readFileSync(secret(name), 'utf8'))
      execFileSync('sh', [join(folder, 'create-secrets.sh')])
      expect(Object.keys(compose.secrets).map((name) => readFileSync(secret(name), 'utf8'))).toEqual(before)
    })

    test.each(ourServices.map(([name]) => name))('has the settings with which %s starts in production', (name) => {
      const { environment = {}, secrets = [], build } = compose.services[name] ?? {}
      const env = Object.entries(environment).map(([variable, value]) => {
        const [, mounted] = /^\/run\/secrets\/(.+)$/.exec(value) ?? []
        if (mounted !== undefined) expect(secrets).toContain(mounted)
        const origin = value.replace(/^\$\{SVC_PUBLIC_URL:.*$/, 'https://reviews.example.com')
        return [variable, mounted === undefined ? origin : secret(mounted)]
      })
      const purposes = { api: 'api', worker: 'worker', svc: 'operator' } as const
      const target = build?.target === 'api' || build?.target === 'worker' ? build.target : 'svc'
      const settings = readSettings(
        { SVC_MODE: 'production', ...Object.fromEntries(env) },
        { purpose: purposes[target] },
      )
      expect(settings.secretKeys.map(({ id }) => id)).toEqual(['k1'])
      expect(settings.databasePooler).toBe(name === 'migrate' ? 'none' : 'transaction')
    })
  })
})

describe('deploy/systemd', () => {
  const units = ['api', 'worker'].map((role) => ({ role, text: read(`deploy/systemd/svc-${role}@.service`) }))
  const fieldsOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value]) => value)

  test('runs each role in its folder with the Node options of the supervisor', () => {
    for (const { role, text } of units) {
      const program = `apps/${role}/src/main.ts`
      const start = ['node_modules/.bin/node', ...nodeOptionsOf(program), program].join(' ')
      expect(fieldsOf(text, 'WorkingDirectory')).toEqual([`/srv/svc/${role}`])
      expect(fieldsOf(text, 'ExecStart')).toEqual([`/srv/svc/${role}/${start}`])
    }
  })

  test('the command svc runs as the user of the units, with their settings', () => {
    const [, user, file] = /runuser -u (\S+) -- \S+ --env-file=(\S+)/.exec(read('deploy/systemd/svc')) ?? []
    for (const { text } of units) {
      expect(fieldsOf(text, 'User')).toEqual([user])
      expect(fieldsOf(text, 'EnvironmentFile')).toContain(file)
    }
    expect(statSync(`${root}deploy/systemd/svc`).mode & 0o111).toBe(0o111)
  })
})

test('both upstreams of the proxy differ in the addresses of the API processes only', () => {
  const rest = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => !/^#|^ +server /.test(line))
  expect(rest('deploy/compose/upstream.conf')).toEqual(rest('deploy/nginx/upstream.conf'))
})

describe('deploy/helm/values.yaml', () => {
  const values: { settings: Record<string, string>; secretSettings: string[] } = parse(read('deploy/helm/values.yaml'))

  test('has settings of the programs, and no secret among those that are visible', () => {
    const secrets = settingVariables.filter(({ secret }) => secret).map(({ name }) => name)
    expect(Object.keys(values.settings).filter((name) => !known.has(name) || secrets.includes(name))).toEqual([])
    expect(values.secretSettings.filter((name) => !secrets.includes(name))).toEqual([])
  })
})
