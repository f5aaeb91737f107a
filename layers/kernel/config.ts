import { Config, Context, Effect, Layer, Option } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { providerSettings } from "./provider-settings.ts"
import {
  addresses, folder, headerList, hostname, hosts, logLevel, logLevels, mailbox, optional, origins, returnAddress, secretKeys, secretUrl, type Setting, setting,
  share, site, tierChange, token, upToFiveMinutes, whole, yesOrNo
} from "./setting.ts"

const settings = {
  port: setting("PORT", "8080", whole(0, 65_535), {
    means: "Port to listen on.",
    takes: "a port, 0 to 65535, where 0 is any free one"
  }),
  host: setting("HOST", "127.0.0.1", hostname, {
    means: "Address to listen on; `0.0.0.0` or `::` for all of them.",
    takes: "an address or a host name to listen on"
  }),
  databaseUrl: optional("DATABASE_URL", secretUrl("postgres:", "postgresql:"), {
    means: "PostgreSQL server, 15 or newer, as an account that may make tables and roles. Without it the service starts its own.",
    takes: "an address like postgres://user:password@host:5432/database",
    secret: true
  }),
  databaseAppUrl: optional("DATABASE_APP_URL", secretUrl("postgres:", "postgresql:"), {
    means: "The same database for requests, as an account that has the role `service_app` and nothing else. Without it the service makes one.",
    takes: "an address like postgres://user:password@host:5432/database",
    secret: true
  }),
  databaseSystemUrl: optional("DATABASE_SYSTEM_URL", secretUrl("postgres:", "postgresql:"), {
    means: "The same for background work, as an account that has the role `service_system` and nothing else.",
    takes: "an address like postgres://user:password@host:5432/database",
    secret: true
  }),
  databaseReadUrl: optional("DATABASE_READ_URL", secretUrl("postgres:", "postgresql:"), {
    means: "A standby of that database, from which reads are answered whose company wrote nothing that it lacks. Set it for all processes or for none.",
    takes: "an address like postgres://host:5432/database",
    secret: true
  }),
  dataDir: setting("DATA_DIR", ".data", folder, {
    means: "Folder of the service's own PostgreSQL, of the demo company's key, and of e-mails that were not sent.",
    takes: "the path of a folder"
  }),
  walArchive: optional("WAL_ARCHIVE", folder, {
    means: "Folder, better on another disk, for the log of the service's own PostgreSQL, sealed with SECRET_KEY: with it `service restore --until` reaches any moment after a backup.",
    takes: "the path of a folder that is there"
  }),
  databasePool: setting("DATABASE_POOL", "16", whole(2, 200), {
    means: "Connections for requests; up to forty more, opened when they are needed, do slow reads, background work, webhooks and durable work.",
    takes: "a number of connections, 2 to 200"
  }),
  redisUrl: optional("REDIS_URL", secretUrl("redis:", "rediss:"), {
    means: "Where several processes count rate limits together.",
    takes: "an address like redis://host:6379",
    secret: true
  }),
  secretKey: optional("SECRET_KEY", secretKeys, {
    means: "What secrets in the database are sealed with, the same for all processes. Write a new one before the old, with a comma, to change it. Without it the key lies in the database.",
    takes: "random text of at least 32 characters, or several with commas between them",
    secret: true
  }),
  smtpUrl: optional("SMTP_URL", secretUrl("smtp:", "smtps:"), {
    means: "Mail server for e-mails. Without it they are written to `mail` in DATA_DIR and not sent.",
    takes: "an address like smtps://user:password@mail.example.com",
    secret: true
  }),
  mailFrom: setting("MAIL_FROM", "Business Platform <no-reply@localhost>", mailbox, {
    means: "Sender of e-mails.",
    takes: "an address like Acme <hello@example.com>"
  }),
  mailBounces: optional("MAIL_BOUNCES", returnAddress, {
    means: "Where mail servers return e-mails to, with `+` and a name of the e-mail before the `@`. What comes there is for POST /api/v1/messages/inbound/email. Without it they return to MAIL_FROM.",
    takes: "an address like bounces@example.com, with at most 16 characters before the @"
  }),
  mailWebhookSecret: optional("MAIL_WEBHOOK_SECRET", token, {
    means: "What `X-Webhook-Secret` holds when reports about e-mails are handed over. Without it none are taken.",
    takes: "at least 16 letters, digits and -._~+/, like those of openssl rand -hex 32",
    secret: true
  }),
  signUp: setting("SIGN_UP", "true", yesOrNo, {
    means: "Whether anybody may sign up with a company of their own.",
    takes: "true or false"
  }),
  mailSpf: optional("MAIL_SPF", hostname, {
    means: "Host that the SPF record of a company's own domain has to include, before e-mails to customers come from that domain. Without it, the domain of MAIL_FROM.",
    takes: "a host name like spf.example.com"
  }),
  tierChanges: setting("TIER_CHANGES", "request", tierChange, {
    means: "What happens when an owner changes the company's tier: `free` changes it at once, `request` asks you (`service tier` lists who asks and answers them), `billed` waits for payment, which cannot be taken yet, and changes nothing.",
    takes: "free, request or billed"
  }),
  argon2Memory: setting("ARGON2_MEMORY", "19456", whole(8, 4_194_304), {
    means: "Memory that hashing a password takes, in KiB.",
    takes: "a number of KiB, 8 to 4194304"
  }),
  argon2Passes: setting("ARGON2_PASSES", "2", whole(1, 100), {
    means: "Passes over that memory.",
    takes: "a number, 1 to 100"
  }),
  argon2Lanes: setting("ARGON2_LANES", "1", whole(1, 64), {
    means: "Lanes of that memory that are worked on side by side.",
    takes: "a number, 1 to 64"
  }),
  siteUrl: optional("SITE_URL", site, {
    means: "Public address of the site, for links. Without it, the address that the service listens on, whatever `Host` a request names.",
    takes: "an address like https://example.com"
  }),
  hstsSubdomains: setting("HSTS_SUBDOMAINS", "false", yesOrNo, {
    means: "Whether browsers are told to use TLS for all subdomains of SITE_URL too (HSTS `includeSubDomains`). Only where each of them has it.",
    takes: "true or false"
  }),
  contentDir: optional("CONTENT_DIR", folder, {
    means: "Folder with files of a content pack of your own, each in place of the shipped one of its name. Changes are taken up at once.",
    takes: "the path of a folder"
  }),
  logLevel: setting("LOG_LEVEL", "info", logLevel, {
    means: "Least important lines to log.",
    takes: `one of ${logLevels.join(", ")}`
  }),
  corsOrigins: setting("CORS_ORIGINS", "", origins, {
    means: "Web pages that may call the API from a browser.",
    takes: "origins with commas between them, like https://app.example.com, or *"
  }),
  shutdownGrace: setting("SHUTDOWN_GRACE", "10s", upToFiveMinutes, {
    means: "How long requests in flight may take to finish after SIGTERM.",
    takes: "a time like 10s, 500ms or 2m, up to 5m"
  }),
  publicRateLimit: setting("PUBLIC_RATE_LIMIT", "120", whole(1, 1_000_000), {
    means: "Requests a minute from one address without a valid key.",
    takes: "a number of requests a minute, 1 to 1000000"
  }),
  companyRateLimit: setting("COMPANY_RATE_LIMIT", "0", whole(0, 1_000_000), {
    means: "Requests a minute of any company; 0 for the limit of its tier.",
    takes: "a number of requests a minute, 1 to 1000000, or 0 for the tier's"
  }),
  clusterPort: setting("CLUSTER_PORT", "0", whole(0, 65_535), {
    means: "Port on which other processes of the service reach this one, to share durable work; 0 to work alone. Keep it private.",
    takes: "a port, 1 to 65535, or 0 to work alone"
  }),
  clusterHost: setting("CLUSTER_HOST", "127.0.0.1", hostname, {
    means: "Address at which they reach it, and on which it listens for them.",
    takes: "an address or a host name"
  }),
  metricsToken: optional("METRICS_TOKEN", token, {
    means: "Bearer token without which `/metrics` is not told. Without it, it is told to anybody who reaches it.",
    takes: "at least 16 letters, digits and -._~+/, like those of openssl rand -hex 32",
    secret: true
  }),
  metricsPort: setting("METRICS_PORT", "0", whole(0, 65_535), {
    means: "Port of its own for `/metrics`, which `PORT` then does not answer to; 0 for none.",
    takes: "a port, 1 to 65535, or 0 for none"
  }),
  metricsHost: setting("METRICS_HOST", "127.0.0.1", hostname, {
    means: "Address on which that port is listened to.",
    takes: "an address or a host name to listen on"
  }),
  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", secretUrl("http:", "https:"), {
    means: "OpenTelemetry collector that traces are sent to, at `/v1/traces` below it. Without it none are made.",
    takes: "an address like http://localhost:4318",
    secret: true
  }),
  otlpHeaders: optional("OTEL_EXPORTER_OTLP_HEADERS", headerList, {
    means: "Headers of what is sent to it.",
    takes: "names and values with commas between them, like Authorization=Bearer%20secret",
    secret: true
  }),
  runsKept: setting("RUNS_KEPT", "30", whole(1, 3_650), {
    means: "Days that finished workflow runs are kept.",
    takes: "a number of days, 1 to 3650"
  }),
  webhookAllowHttp: setting("WEBHOOK_ALLOW_HTTP", "false", yesOrNo, {
    means: "Send webhooks to http addresses too, and connect calendars there, not only at https.",
    takes: "true or false"
  }),
  webhookAllowHosts: setting("WEBHOOK_ALLOW_HOSTS", "", hosts, {
    means: "Hosts that webhooks may be sent to, and calendars connected at, although they are not on the public internet, as they stand in the address.",
    takes: "host names or addresses with commas between them, like receiver.internal,10.0.0.7"
  }),
  oauthAllowHosts: setting("OAUTH_ALLOW_HOSTS", "", hosts, {
    means: "Hosts that documents about tool clients may be fetched from although they are not on the public internet, as they stand in the address.",
    takes: "host names or addresses with commas between them, like clients.internal,10.0.0.7"
  }),
  webhooksPerCompany: setting("WEBHOOKS_PER_COMPANY", "100", whole(1, 10_000), {
    means: "Webhooks that a company may have in each mode.",
    takes: "a number of webhooks, 1 to 10000"
  }),
  webhookTimeScale: setting("WEBHOOK_TIME_SCALE", "1", share, {
    means: "For tests: the waits between attempts are multiplied by it.",
    takes: "a number above 0, up to 1"
  }),
  publicWritesPerDay: setting("PUBLIC_WRITES_PER_DAY", "50", whole(1, 1_000_000), {
    means: "Referrals, and again leads, sign-ups, e-mails of each kind and registrations of tool clients, that one address may leave or ask for a day without a key.",
    takes: "a number a day, 1 to 1000000"
  }),
  operatorCompany: optional("OPERATOR_COMPANY", whole(1, 999_999_999), {
    means: "Company, by its number, whose CRM gets the leads of the contact page and of `schedule_demo`. Without it they wait in `service leads`.",
    takes: "the number of a company"
  }),
  ...providerSettings,
  nameServers: setting("NAME_SERVERS", "", addresses, {
    means: "Name servers that are asked for the DNS records of companies' hosts. Without it, those of this machine.",
    takes: "IP addresses with commas between them, each perhaps with a port, like 9.9.9.9,127.0.0.1:5353"
  }),
  trustedProxies: setting("TRUSTED_PROXIES", "0", whole(0, 10), {
    means: "Proxies of yours before the service, each of which appends to `X-Forwarded-For`; the host that they were asked for is read from `X-Forwarded-Host`.",
    takes: "a number of proxies, 0 to 10"
  })
}

/** Times are milliseconds. */
export type Settings = { readonly [K in keyof typeof settings]: typeof settings[K]["fallback"] }

const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text)

const read = <A>({ fallback, name, read, secret, takes }: Setting<A>) =>
  Effect.gen(function*() {
    const text = yield* Effect.orDie(Config.option(Config.String(name)))
    if (Option.isNone(text) || text.value === "") return fallback
    const value = read(text.value)
    if (value !== undefined) return value
    const holds = secret ? `something that is not shown, as it may be secret (${text.value.length} characters)` : shown(text.value)
    return yield* new StartFailure({ message: `${name} holds ${holds}; it takes ${takes}.` })
  })

/** Every variable the service reads, for its documentation. */
export const variables: ReadonlyArray<Pick<Setting<unknown>, "name" | "means" | "takes" | "unset" | "secret">> = Object.values(settings)

/** The settings of the service, from the environment; checked once, at the start. An empty variable is one not set. */
export class ServiceConfig extends Context.Service<ServiceConfig, Settings>()("layers/ServiceConfig") {
  static readonly layer = Layer.effect(ServiceConfig, Effect.gen(function*() {
    const found: Record<string, unknown> = {}
    for (const [key, setting] of Object.entries(settings)) found[key] = yield* read<unknown>(setting)
    return found as Settings
  }))

  /** These settings, the rest at their defaults. */
  static readonly layerOf = (given: Partial<Settings> = {}) =>
    Layer.succeed(ServiceConfig, {
      ...Object.fromEntries(Object.entries(settings).map(([key, { fallback }]) => [key, fallback])),
      ...given
    } as Settings)
}
