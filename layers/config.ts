import { Config, Context, Effect, Layer, Option, Redacted } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"

interface Setting<A> {
  readonly name: string
  readonly takes: string
  readonly fallback: A
  readonly secret?: boolean
  readonly read: (text: string) => A | undefined
}

const whole = (minimum: number, maximum: number) => (text: string) => {
  const number = Number(text)
  return /^\d{1,9}$/.test(text) && number >= minimum && number <= maximum ? number : undefined
}

const url = (...protocols: ReadonlyArray<string>) => (text: string) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined

const durations: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }

const milliseconds = (text: string) => {
  const match = /^(\d{1,6})(ms|s|m)$/.exec(text)
  return match === null ? undefined : Number(match[1]) * durations[match[2]!]!
}

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const
export type LogLevel = typeof logLevels[number]

const oneOf = <const A extends string>(...allowed: ReadonlyArray<A>) => (text: string) => allowed.find((one) => one === text)

const origins = (text: string) => {
  const list = text.split(",").map((origin) => origin.trim()).filter((origin) => origin !== "")
  return list.every((origin) => origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin))
    ? list
    : undefined
}

const secretUrl = (...protocols: ReadonlyArray<string>) => (text: string) =>
  url(...protocols)(text) === undefined ? undefined : Option.some(Redacted.make(text))

const site = (text: string) => {
  const address = url("http:", "https:")(text)
  return address === undefined ? undefined : Option.some(address.replace(/\/+$/, ""))
}

const upToFiveMinutes = (text: string) => {
  const ms = milliseconds(text)
  return ms !== undefined && ms <= 300_000 ? ms : undefined
}

const settings = {
  port: { name: "PORT", takes: "a port, 0 to 65535, where 0 is any free one", fallback: 8080, read: whole(0, 65_535) },
  host: { name: "HOST", takes: "an address or host name to listen on", fallback: "127.0.0.1", read: (text: string) => /^[\w.:-]+$/.test(text) ? text : undefined },
  databaseUrl: {
    name: "DATABASE_URL", takes: "an address like postgres://user:password@host:5432/database", secret: true,
    fallback: Option.none<Redacted.Redacted>(), read: secretUrl("postgres:", "postgresql:")
  },
  dataDir: { name: "DATA_DIR", takes: "a folder", fallback: ".data", read: (text: string) => text.includes("\u0000") ? undefined : text },
  databasePool: { name: "DATABASE_POOL", takes: "a number of connections, 2 to 200", fallback: 16, read: whole(2, 200) },
  redisUrl: {
    name: "REDIS_URL", takes: "an address like redis://host:6379", secret: true,
    fallback: Option.none<Redacted.Redacted>(), read: secretUrl("redis:", "rediss:")
  },
  siteUrl: {
    name: "SITE_URL", takes: "the public address of the site, like https://example.com",
    fallback: Option.none<string>(), read: site
  },
  logLevel: { name: "LOG_LEVEL", takes: logLevels.join(", "), fallback: "info" as LogLevel, read: oneOf(...logLevels) },
  corsOrigins: {
    name: "CORS_ORIGINS", takes: "origins with commas between them, like https://app.example.com, or *",
    fallback: [] as ReadonlyArray<string>, read: origins
  },
  shutdownGrace: { name: "SHUTDOWN_GRACE", takes: "a time like 10s or 500ms, up to 5m", fallback: 10_000, read: upToFiveMinutes },
  publicRateLimit: {
    name: "PUBLIC_RATE_LIMIT", takes: "requests a minute from one address without a key, 1 to 1000000",
    fallback: 120, read: whole(1, 1_000_000)
  },
  companyRateLimit: {
    name: "COMPANY_RATE_LIMIT", takes: "requests a minute of any company instead of its tier's, 1 to 1000000, or 0 for the tier's",
    fallback: 0, read: whole(0, 1_000_000)
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES", takes: "how many proxies stand before the service and append to X-Forwarded-For, 0 to 10",
    fallback: 0, read: whole(0, 10)
  }
} satisfies Record<string, Setting<any>>

type Settings = { readonly [K in keyof typeof settings]: typeof settings[K]["fallback"] }

const read = <A>({ fallback, name, read, secret, takes }: Setting<A>) =>
  Effect.gen(function*() {
    const text = yield* Effect.orDie(Config.option(Config.String(name)))
    if (Option.isNone(text) || text.value === "") return fallback
    const value = read(text.value)
    if (value !== undefined) return value
    const holds = secret === true ? "something hidden here, as it may be secret" : JSON.stringify(text.value)
    return yield* new StartFailure({ message: `${name} holds ${holds}; it takes ${takes}.` })
  })

/** Every setting the service has, for the README and for `doctor`. */
export const variables = Object.values(settings).map(({ name, takes }) => ({ name, takes }))

/** The settings of the service, from the environment; checked once, at the start. Times are milliseconds. */
export class ServiceConfig extends Context.Service<ServiceConfig, Settings>()("layers/ServiceConfig") {
  static readonly layer = Layer.effect(ServiceConfig, Effect.gen(function*() {
    const found: Record<string, unknown> = {}
    for (const [key, setting] of Object.entries(settings)) found[key] = yield* read(setting as Setting<unknown>)
    return found as Settings
  }))

  /** These settings, the rest at their defaults. */
  static readonly layerOf = (given: Partial<Settings> = {}) =>
    Layer.succeed(ServiceConfig, {
      ...Object.fromEntries(Object.entries(settings).map(([key, { fallback }]) => [key, fallback])),
      ...given
    } as Settings)
}
