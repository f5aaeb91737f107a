import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { ServiceConfig, variables } from "#layers/kernel/config"
import { run } from "./service.ts"

const read = (env: Record<string, string>) =>
  ServiceConfig.use(Effect.succeed).pipe(
    Effect.provide(ServiceConfig.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )

const wrong: Readonly<Record<string, ReadonlyArray<string>>> = {
  PORT: ["65536", "-1", "http", "80.5", " 80"],
  HOST: ["a b", "http://x", "*"],
  DATABASE_URL: ["mysql://u:hunter2@h/d", "hunter2"],
  DATABASE_APP_URL: ["mysql://u:hunter2@h/d", "hunter2"],
  DATABASE_SYSTEM_URL: ["mysql://u:hunter2@h/d", "hunter2"],
  DATABASE_READ_URL: ["mysql://u:hunter2@h/d", "hunter2"],
  DATA_DIR: ["a\u0000b"],
  DATABASE_POOL: ["1", "201", "many"],
  REDIS_URL: ["http://u:hunter2@h", "hunter2"],
  SECRET_KEY: ["hunter2", "0123456789abcdef0123456789abcdef,hunter2"],
  SMTP_URL: ["http://u:hunter2@h", "hunter2"],
  NAME_SERVERS: ["dns.example", "9.9.9.9:53:53", "9.9.9.9,nope"],
  STRIPE_API_URL: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  TWILIO_API_URL: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  OPENAI_MODEL: ["a b"],
  OPENAI_EMBEDDING_MODEL: ["a b"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["hunter2", "grpc://hunter2:4317"],
  OTEL_EXPORTER_OTLP_HEADERS: ["hunter2", "a=hunter2,b", "a=%zzhunter2"],
  ANTHROPIC_MODEL: ["a b"],
  OPENAI_BASE_URL: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  ANTHROPIC_BASE_URL: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  INTEGRATION_URLS: ["slack", "slack=nowhere", "slack=ftp://x.example", "Slack!=https://x.example"],
  INTEGRATION_CLIENTS: ["google", "google=hunter2", "google=:hunter2", "Google!=id:hunter2"],
  S3_ENDPOINT: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  STRIPE_SECRET_KEY: ["hunter2", "hunter2 hunter2"],
  STRIPE_WEBHOOK_SECRET: ["hunter2", "hunter2 hunter2"],
  TELNYX_API_URL: ["api.example.com", "ftp://api.example.com", "https://api.example.com/?a", "https://api.example.com/#a"],
  TELNYX_API_KEY: ["hunter2", "hunter2 hunter2"],
  TELNYX_PUBLIC_KEY: ["short", "two words"],
  TELNYX_ACCOUNT_ID: ["short", "two words"],
  TELNYX_TEXML_APPLICATION: ["short", "two words"],
  TWILIO_AUTH_TOKEN: ["hunter2", "hunter2 hunter2"],
  OPENAI_API_KEY: ["hunter2", "hunter2 hunter2"],
  ANTHROPIC_API_KEY: ["hunter2", "hunter2 hunter2"],
  AWS_SECRET_ACCESS_KEY: ["hunter2", "hunter2 hunter2"],
  TWILIO_ACCOUNT_SID: ["short", "two words"],
  AWS_ACCESS_KEY_ID: ["short", "two words"],
  S3_BUCKET: ["a b", "a/b"],
  AWS_REGION: ["a b", "eu/central"],
  MAIL_SPF: ["not a host", "a/b"],
  TIER_CHANGES: ["paid", "Free"],
  MAIL_FROM: ["nobody", "Acme <nobody>", "Acme <a@b> <c@d>"],
  MAIL_BOUNCES: ["nobody", "Acme <a@b>", "a+b@c", "seventeen-letters@b"],
  MAIL_WEBHOOK_SECRET: ["hunter2", "hunter2 hunter2 hunter2"],
  SIGN_UP: ["yes", "1"],
  ARGON2_MEMORY: ["7", "4194305", "lots"],
  ARGON2_PASSES: ["0", "101"],
  ARGON2_LANES: ["0", "65"],
  SITE_URL: ["example.com", "ftp://example.com", "https://a:b@example.com", "https://example.com/?a", "https://example.com/#a", "https://example.com//"],
  HSTS_SUBDOMAINS: ["maybe", "2"],
  CONTENT_DIR: ["a\u0000b"],
  WAL_ARCHIVE: ["a\u0000b"],
  LOG_LEVEL: ["loud", "INFO"],
  CORS_ORIGINS: ["example.com", "https://a.example/path", "https://a.example,,nope"],
  SHUTDOWN_GRACE: ["10", "6m", "1h", "-1s"],
  PUBLIC_RATE_LIMIT: ["0", "1000001"],
  COMPANY_RATE_LIMIT: ["-1", "x"],
  WEBHOOK_ALLOW_HTTP: ["yes", "1"],
  WEBHOOK_ALLOW_HOSTS: ["https://a.example", "a b"],
  OAUTH_ALLOW_HOSTS: ["https://a.example", "a b"],
  WEBHOOKS_PER_COMPANY: ["0", "10001", "all"],
  WEBHOOK_TIME_SCALE: ["0", "0.0", "2", "-1", "fast"],
  CLUSTER_PORT: ["65536", "x"],
  CLUSTER_HOST: ["a b", "http://x"],
  METRICS_TOKEN: ["hunter2", "hunter2 hunter2 hunter2", "hunter2hunter2;hunter2"],
  METRICS_PORT: ["65536", "x"],
  METRICS_HOST: ["a b", "http://x"],
  RUNS_KEPT: ["0", "3651"],
  PUBLIC_WRITES_PER_DAY: ["0", "1000001", "some"],
  OPERATOR_COMPANY: ["0", "acme", "-1"],
  TRUSTED_PROXIES: ["11", "yes"]
}

describe("configuration", () => {
  it.effect("has defaults, and an empty variable is one not set", () =>
    Effect.gen(function*() {
      const unset = yield* read({})
      assert.deepInclude(unset, { port: 8080, host: "127.0.0.1", dataDir: ".data", logLevel: "info", shutdownGrace: 10_000, databasePool: 16 })
      assert.isTrue(Option.isNone(unset.databaseUrl))
      assert.deepStrictEqual(yield* read(Object.fromEntries(variables.map(({ name }) => [name, ""]))), unset)
    }))

  it.effect("is read from the environment", () =>
    Effect.gen(function*() {
      const set = yield* read({
        PORT: "0", HOST: "::1", DATABASE_URL: "postgres://u:p@h/d", REDIS_URL: "rediss://h:1", SITE_URL: "https://example.com/",
        CORS_ORIGINS: "https://a.example, http://localhost:3000", SHUTDOWN_GRACE: "2m", LOG_LEVEL: "silent"
      })
      assert.deepInclude(set, { port: 0, host: "::1", shutdownGrace: 120_000, logLevel: "silent" })
      assert.deepStrictEqual(set.corsOrigins, ["https://a.example", "http://localhost:3000"])
      assert.deepStrictEqual(set.siteUrl, Option.some("https://example.com"))
      assert.strictEqual(Redacted.value(Option.getOrThrow(set.databaseUrl)), "postgres://u:p@h/d")
    }))

  it("is tested for every variable", () => assert.sameMembers(Object.keys(wrong), variables.map(({ name }) => name)))

  it.effect.each(Object.entries(wrong))("%s: something wrong is named, shown unless secret, and put right", ([name, values]) =>
    Effect.gen(function*() {
      const { secret, takes } = variables.find((variable) => variable.name === name)!
      for (const value of values) {
        const { _tag, message } = yield* Effect.flip(read({ [name]: value }))
        assert.strictEqual(_tag, "StartFailure")
        assert.isTrue(message.startsWith(`${name} holds `), message)
        assert.isTrue(message.endsWith(`; it takes ${takes}.`), message)
        assert.notInclude(message, "hunter2")
        if (secret) assert.notInclude(message, JSON.stringify(value))
        else assert.include(message, JSON.stringify(value))
      }
    }))

  it.live("that is wrong stops the start with one sentence", () =>
    Effect.gen(function*() {
      const { code, err, out } = yield* run(["serve"], { PORT: "http" })
      assert.deepStrictEqual([code, out, err], [1, "", "PORT holds \"http\"; it takes a port, 0 to 65535, where 0 is any free one.\n"])
    }))

  it.live("is told by `service config`, without what the variables hold", () =>
    Effect.gen(function*() {
      const { code, out } = yield* run(["config"], { METRICS_TOKEN: "hunter2hunter2hunter2" })
      assert.strictEqual(code, 0)
      for (const { means, name, takes, unset = "" } of variables) {
        assert.include(out, `${name}${name === "METRICS_TOKEN" || name === "PORT" ? " (set)" : ""}\n  ${means}\n  Takes ${takes}.${unset === "" ? "" : ` Default: ${unset}`}\n`)
      }
      assert.notInclude(out, "hunter2")
      const listed = JSON.parse((yield* run(["config", "--json"], {})).out) as ReadonlyArray<{ readonly name: string }>
      assert.deepStrictEqual(listed.map(({ name }) => name), variables.map(({ name }) => name))
    }))
})
