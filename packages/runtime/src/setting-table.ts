import { resolve } from 'node:path'
import * as bounds from '@generated/contract/bounds'
import { logLevels } from './logger.ts'
import { parseSecretKeys } from './secrets.ts'
import {
  addressRange,
  certificatesFile,
  connectTo,
  durationUpTo,
  emailAddress,
  hostAndPort,
  integer,
  listOf,
  nameOrNone,
  oneOf,
  onOff,
  origin,
  parseDuration,
  portOrNone,
  readableFile,
  share,
  urlWith,
  webUrl,
} from './setting-parsers.ts'

/** One environment variable: a row of the table. */
export interface SettingVariable {
  name: string
  /** For operators; `.env.example` shows it. */
  description: string
  example: string
  /** Used when the variable is not set. */
  default?: string
  /** The value when the variable is not set and there is no default. */
  unset?: null | readonly []
  /** The value must never be shown. */
  secret?: true
  /** Throws an Error whose message continues the quoted value: `is not a whole number from 0 to 65535`. */
  parse: (value: string) => unknown
}

/** Variables that belong together. The setting is null if a variable without a default is missing. */
interface DependentGroup {
  nullUnlessComplete: Readonly<Record<string, SettingVariable>>
}

export interface SettingGroup {
  readonly [key: string]: SettingVariable | DependentGroup | SettingGroup
}

/** All settings of the service. `Settings` has this shape, and `.env.example` lists the variables in this order. */
export const settingTable = {
  mode: {
    name: 'SVC_MODE',
    default: 'development',
    example: 'production',
    description: 'development or production.',
    parse: oneOf(['development', 'production']),
  },
  host: {
    name: 'SVC_HOST',
    default: '127.0.0.1',
    example: '0.0.0.0',
    description: 'The address to listen on.',
    parse: String,
  },
  port: {
    name: 'SVC_PORT',
    default: '3000',
    example: '3000',
    description: 'The port of the API; 0 selects any free port.',
    parse: integer(0, 65_535),
  },
  mockPort: {
    name: 'SVC_MOCK_PORT',
    default: '4010',
    example: '4010',
    description: 'The port of the partner mock; 0 selects any free port.',
    parse: integer(0, 65_535),
  },
  metrics: {
    host: {
      name: 'SVC_METRICS_HOST',
      default: '127.0.0.1',
      example: '10.0.0.5',
      description: 'The address on which every process serves its metrics and /healthz.',
      parse: String,
    },
    /** Null: no metrics. */
    port: {
      name: 'SVC_METRICS_PORT',
      default: '9464',
      example: '9464',
      description: 'The port of the metrics of the API; 0 selects any free port, none switches them off.',
      parse: portOrNone,
    },
    workerPort: {
      name: 'SVC_WORKER_METRICS_PORT',
      default: '9465',
      example: '9465',
      description: 'The same for the worker.',
      parse: portOrNone,
    },
    mockPort: {
      name: 'SVC_MOCK_METRICS_PORT',
      default: '9466',
      example: '9466',
      description: 'The same for the mock.',
      parse: portOrNone,
    },
  },
  /** Absolute. */
  dataDir: {
    name: 'SVC_DATA_DIR',
    default: '.svc',
    example: '/var/lib/svc',
    description: 'The directory for all local data.',
    parse: (value) => resolve(value),
  },
  /** An origin without a path. Null: the origin on which the service itself listens. */
  publicUrl: {
    name: 'SVC_PUBLIC_URL',
    example: 'https://reviews.example.com',
    description: 'The origin under which clients reach the service; required in production, with https.',
    unset: null,
    parse: origin,
  },
  tls: {
    nullUnlessComplete: {
      certFile: {
        name: 'SVC_TLS_CERT',
        example: '/etc/svc/tls.crt',
        description: 'A certificate in PEM; with SVC_TLS_KEY, the service serves HTTPS itself.',
        parse: readableFile,
      },
      keyFile: {
        name: 'SVC_TLS_KEY',
        example: '/etc/svc/tls.key',
        description: 'The private key of SVC_TLS_CERT.',
        parse: readableFile,
      },
    },
  },
  /** Addresses and CIDR ranges. */
  trustedProxies: {
    name: 'SVC_TRUSTED_PROXIES',
    example: '10.0.0.0/8,192.168.1.4',
    description: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.',
    unset: [],
    parse: listOf(addressRange),
  },
  connections: {
    max: {
      name: 'SVC_CONNECTIONS_MAX',
      default: '10000',
      example: '10000',
      description: 'Maximum number of open connections; 16 more are reserved for health checks.',
      parse: integer(1, 1_000_000),
    },
    /** The maximum for one IPv4 address or IPv6 /64. */
    perAddressMax: {
      name: 'SVC_CONNECTIONS_PER_ADDRESS',
      default: '256',
      example: '256',
      description: 'Open connections of one address; SVC_TRUSTED_PROXIES have no such limit.',
      parse: integer(1, 1_000_000),
    },
    idleTimeoutMs: {
      name: 'SVC_IDLE_TIMEOUT',
      default: '65s',
      example: '65s',
      description: 'How long a connection may wait for its next request; longer than in the proxy, if there is one.',
      parse: parseDuration,
    },
  },
  /** The time that the API accepts requests after `/readyz` returns 503. */
  stopDelayMs: {
    name: 'SVC_STOP_DELAY',
    default: '500ms',
    example: '5s',
    description: 'How long a stopping API still accepts requests, until load balancers have noticed; at most 10s.',
    parse: durationUpTo('10s'),
  },
  healthLimit: {
    name: 'SVC_HEALTH_LIMIT',
    default: '600',
    example: '600',
    description: 'Health checks per minute and address.',
    parse: integer(1, 1_000_000),
  },
  corsOrigins: {
    name: 'SVC_CORS_ORIGINS',
    example: 'https://app.example.com',
    description: 'Origins whose pages may call the API.',
    unset: [],
    parse: listOf(origin),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    example: 'postgres://user:password@127.0.0.1:5432/svc',
    secret: true,
    description: 'PostgreSQL 15 to 18; if unset, the service runs its own PostgreSQL in the data directory.',
    unset: null,
    parse: urlWith(['postgres:', 'postgresql:']),
  },
  databasePooler: {
    name: 'SVC_DATABASE_POOLER',
    default: 'none',
    example: 'transaction',
    description:
      'transaction: DATABASE_URL is a pooler, such as PgBouncer, that gives each transaction any of its connections.',
    parse: oneOf(['none', 'transaction']),
  },
  /** Null: no process of the service has a session. */
  databaseDirectUrl: {
    name: 'SVC_DATABASE_DIRECT_URL',
    example: 'postgres://user:password@127.0.0.1:5433/svc',
    secret: true,
    description:
      'The database of DATABASE_URL without the pooler, for notifications of workers and "svc"; if unset, workers poll.',
    unset: null,
    parse: urlWith(['postgres:', 'postgresql:']),
  },
  /** Null: lists are read from the database of DATABASE_URL. */
  databaseReplicaUrl: {
    name: 'SVC_DATABASE_REPLICA_URL',
    example: 'postgres://user:password@127.0.0.1:5434/svc',
    secret: true,
    description: 'A standby of the database, from which the API reads lists; set it for all API processes or none.',
    unset: null,
    parse: urlWith(['postgres:', 'postgresql:']),
  },
  /** Connections of one process. */
  databasePool: {
    name: 'SVC_DATABASE_POOL',
    default: '10',
    example: '20',
    description:
      'The most connections that one process opens to PostgreSQL, in addition to one for health checks or notifications.',
    parse: integer(2, 1_000),
  },
  databaseWaitMs: {
    name: 'SVC_DATABASE_WAIT',
    default: '2s',
    example: '5s',
    description: 'How long a request waits for a connection to PostgreSQL before it is refused with 503; at most 60s.',
    parse: durationUpTo('60s'),
  },
  /** Whether a process starts on a database that a newer version has migrated. */
  acceptsNewerDatabase: {
    name: 'SVC_ACCEPT_NEWER_DATABASE',
    default: 'off',
    example: 'on',
    description: 'on: start although a newer version has migrated the database, for a rollback that its notes permit.',
    parse: onOff,
  },
  redisUrl: {
    name: 'REDIS_URL',
    example: 'redis://127.0.0.1:6379',
    secret: true,
    description: 'Redis or Valkey, for rate limits shared by several API processes.',
    unset: null,
    parse: urlWith(['redis:', 'rediss:']),
  },
  redisSentinels: {
    name: 'SVC_REDIS_SENTINELS',
    example: '10.0.0.31:26379,10.0.0.32:26379,10.0.0.33:26379',
    description: 'The Sentinels that know the primary; the host of REDIS_URL is then the name of the primary there.',
    unset: [],
    parse: listOf(hostAndPort),
  },
  /** The keys, with the next key to use first. Empty: the development keys in the data directory. */
  secretKeys: {
    name: 'SVC_SECRET_KEYS',
    example: 'k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>',
    secret: true,
    description: 'Secret keys; "svc secrets rotate" makes the first the current one; required in production.',
    unset: [],
    parse: parseSecretKeys,
  },
  webhooks: {
    /**
     * The delay after the first attempt, after the second, …: "Failures are retried on a fixed schedule: 30 seconds,
     * 2 minutes, 10 minutes, 1 hour, 6 hours" (INTERFACE.md §6.2), of which five attempts use the first four.
     */
    retryScheduleMs: {
      name: 'WEBHOOK_RETRY_SCHEDULE',
      default: '30s,2m,10m,1h,6h',
      example: '30s,2m,10m,1h,6h',
      description: 'The delays between the attempts of a delivery.',
      parse: listOf(parseDuration),
    },
    /** "A maximum of five attempts in total" (INTERFACE.md §6.2 and §8.5). */
    attemptsMax: {
      name: 'WEBHOOK_MAX_ATTEMPTS',
      default: '5',
      example: '5',
      description: 'The maximum number of attempts of a delivery, the first included.',
      parse: integer(1, bounds.WebhookDelivery.max_attempts.maximum),
    },
    timeoutMs: {
      name: 'WEBHOOK_TIMEOUT',
      default: '15s',
      example: '15s',
      description: 'The timeout of one attempt.',
      parse: parseDuration,
    },
    endpointsMax: {
      name: 'WEBHOOK_ENDPOINTS_MAX',
      default: '20',
      example: '20',
      description: 'The maximum number of webhook endpoints per account.',
      parse: integer(1, 10_000),
    },
    challenge: {
      name: 'WEBHOOK_CHALLENGE',
      default: 'off',
      example: 'on',
      description: 'on: a receiver has to confirm the URL of an endpoint before it is stored. off: it need not.',
      parse: oneOf(['on', 'off']),
    },
    resendBudget: {
      perEndpointMax: {
        name: 'WEBHOOK_RESENDS_PER_ENDPOINT',
        default: '10000',
        example: '10000',
        description: 'The maximum number of deliveries that an endpoint may have resent in an hour.',
        parse: integer(1, 1_000_000_000),
      },
      perAccountMax: {
        name: 'WEBHOOK_RESENDS_PER_ACCOUNT',
        default: '30000',
        example: '30000',
        description: 'The same for all endpoints of an account together.',
        parse: integer(1, 1_000_000_000),
      },
    },
    caFile: {
      name: 'WEBHOOK_CA_FILE',
      example: './test-ca.pem',
      description: 'A file in PEM with additional certificate authorities for receivers; refused in production.',
      unset: null,
      parse: certificatesFile,
    },
    connectTo: {
      name: 'WEBHOOK_CONNECT_TO',
      example: 'hooks.example.com:443=127.0.0.1:8443',
      description: 'name:port=address:port, or *=address:port for all receivers; refused in production.',
      unset: [],
      parse: listOf(connectTo),
    },
  },
  reviewImports: {
    megabytesMax: {
      name: 'REVIEW_IMPORT_MEGABYTES_MAX',
      default: '1000',
      example: '1000',
      description: 'The maximum size of an uploaded review file, in megabytes.',
      parse: integer(1, 1_000),
    },
  },
  demoReviewsMax: {
    name: 'SVC_DEMO_REVIEWS',
    default: '1000',
    example: '100',
    description: 'The most reviews that each business of the demo accounts gets, the newest ones; in development.',
    parse: integer(1, 1_000),
  },
  /** The path or name of a Chromium. Null: reports are HTML only. */
  pdfBrowser: {
    name: 'SVC_PDF_BROWSER',
    default: 'chromium',
    example: '/opt/chromium/chrome',
    description: 'The headless Chromium that prints reports as PDF; none: reports are HTML only.',
    parse: nameOrNone,
  },
  llm: {
    nullUnlessComplete: {
      baseUrl: {
        name: 'LLM_BASE_URL',
        example: 'https://llm.example.com/v1',
        description:
          'An OpenAI-compatible language model that rewrites reply drafts and analyses; if unset, the built-in engine writes the text.',
        parse: webUrl,
      },
      apiKey: {
        name: 'LLM_API_KEY',
        example: 'the API key of your account there',
        secret: true,
        description: 'The credential for LLM_BASE_URL.',
        unset: null,
        parse: String,
      },
      model: {
        name: 'LLM_MODEL',
        example: 'small-model',
        description: 'The name of the model; required with LLM_BASE_URL.',
        parse: String,
      },
    },
  },
  email: {
    nullUnlessComplete: {
      smtpUrl: {
        name: 'SVC_SMTP_URL',
        example: 'smtps://user:password@mail.example.com:465',
        secret: true,
        description:
          'The mail server for emails to members: disabled webhook endpoints and, with SVC_PUBLIC_URL, invitations and links to set a password; if unset, none are sent.',
        parse: urlWith(['smtp:', 'smtps:']),
      },
      from: {
        name: 'SVC_EMAIL_FROM',
        example: 'no-reply@reviews.example.com',
        description: 'The email address that emails come from; required with SVC_SMTP_URL.',
        parse: emailAddress,
      },
    },
  },
  /** Null: no process calls the Business Profile APIs, even if the flag is on. */
  businessProfile: {
    nullUnlessComplete: {
      clientId: {
        name: 'BUSINESS_PROFILE_CLIENT_ID',
        example: '1234.apps.example.com',
        description:
          'The OAuth client that is registered for the Business Profile APIs; if unset, the integration cannot be used.',
        parse: String,
      },
      clientSecret: {
        name: 'BUSINESS_PROFILE_CLIENT_SECRET',
        example: 'the secret of that client',
        secret: true,
        description: 'Its secret; required with BUSINESS_PROFILE_CLIENT_ID.',
        parse: String,
      },
      /** Null: the hosts of the APIs. */
      origin: {
        name: 'BUSINESS_PROFILE_ORIGIN',
        example: 'http://127.0.0.1:4020',
        description: 'For development: an origin that replaces the hosts of the Business Profile APIs.',
        unset: null,
        parse: origin,
      },
      /** Null: notifications are not received. */
      pushAccount: {
        name: 'BUSINESS_PROFILE_PUSH_ACCOUNT',
        example: 'notifications@project.iam.example.com',
        description:
          'The email address of the service account of the push subscription that announces reviews; if unset, notifications are not received.',
        unset: null,
        parse: emailAddress,
      },
      timeoutMs: {
        name: 'BUSINESS_PROFILE_TIMEOUT',
        default: '30s',
        example: '30s',
        description: 'The time limit of one request to the Business Profile APIs.',
        parse: durationUpTo('10m'),
      },
      syncIntervalMs: {
        name: 'BUSINESS_PROFILE_SYNC_INTERVAL',
        default: '15m',
        example: '15m',
        description: 'The interval between synchronizations of the reviews of a connected location.',
        parse: parseDuration,
      },
      requestsPerMinute: {
        name: 'BUSINESS_PROFILE_REQUESTS_PER_MINUTE',
        default: '240',
        example: '240',
        description:
          'Requests per minute of all processes to the Business Profile APIs, below the quota of the project.',
        parse: integer(1, 100_000),
      },
    },
  },
  retentionMs: {
    name: 'SVC_RETENTION',
    default: '30d',
    example: '30d',
    description: 'How long usage events and finished deliveries are kept.',
    parse: parseDuration,
  },
  deadLetterRetentionMs: {
    name: 'SVC_DEAD_LETTER_RETENTION',
    default: '90d',
    example: '90d',
    description: 'How long dead-lettered deliveries are kept.',
    parse: parseDuration,
  },
  reportFileRetentionMs: {
    name: 'SVC_REPORT_FILE_RETENTION',
    default: '395d',
    example: '395d',
    description: 'How long the files of reports are kept. The reports themselves remain.',
    parse: parseDuration,
  },
  logLevel: {
    name: 'SVC_LOG_LEVEL',
    default: 'info',
    example: 'debug',
    description: 'fatal, error, warn, info, debug, trace or silent; SIGUSR2 switches to debug and back.',
    parse: oneOf(logLevels),
  },
  /** Null: on in production. */
  accessLog: {
    name: 'SVC_ACCESS_LOG',
    example: 'on',
    description: 'One line at level info per request: on or off; if unset, on in production. Off, the level is debug.',
    unset: null,
    parse: onOff,
  },
  /** Null: no traces. */
  traces: {
    nullUnlessComplete: {
      url: {
        name: 'SVC_TRACES_URL',
        example: 'http://127.0.0.1:4318/v1/traces',
        description: 'The OTLP/HTTP endpoint to which the API and the worker export traces; if unset, there are none.',
        parse: webUrl,
      },
      ratio: {
        name: 'SVC_TRACES_RATIO',
        default: '0.1',
        example: '0.1',
        description: 'The share of requests and analyses that are traced, from 0 to 1.',
        parse: share,
      },
    },
  },
  /** Null: on in production. */
  consoleSecondFactor: {
    name: 'SVC_CONSOLE_SECOND_FACTOR',
    example: 'on',
    description:
      'Whether administrators need an authenticator app in the console: on or off; if unset, on in production.',
    unset: null,
    parse: onOff,
  },
} as const satisfies SettingGroup

export function isVariable(entry: SettingGroup[string]): entry is SettingVariable {
  return 'parse' in entry && typeof entry.parse === 'function'
}

export function isDependent(entry: DependentGroup | SettingGroup): entry is DependentGroup {
  return 'nullUnlessComplete' in entry
}
