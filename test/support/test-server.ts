import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type Context, Effect, Layer, Option, Redacted } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { hash } from "@node-rs/argon2"
import { createHash } from "node:crypto"
import { rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hashOf } from "#layers/auth/api-keys"
import { BackgroundJobs } from "#layers/kernel/jobs/jobs"
import { ServiceConfig } from "#layers/kernel/config"
import { database } from "#layers/database/connections"
import { Log, Logging } from "#layers/kernel/log"
import type { LogLevel } from "#layers/kernel/setting"
import { provision } from "#layers/auth/provision"
import { Services } from "#layers/services"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import type { Role } from "#schemas/kernel/roles"
import { scopes, type Tier } from "#schemas/kernel/tenancy"
import { HttpApp, serveOptions } from "#src/api"
import { Listener, NodeServer } from "#src/http/listener"
import { BodyLimit } from "#src/http/protocol"
import { all, durableWork } from "#workflows/durable-workflows"
import { ConsentMails } from "#workflows/agents/consent-mails"
import { AlertChecks } from "#workflows/analytics/alert-checks"
import { LeadIntake } from "#workflows/leads/intake"
import { SourcesFollowing } from "#workflows/kb/reading/following"
import { SmsFiling } from "#workflows/messages/sms/inbox"
import { Dispatcher } from "#workflows/webhooks/dispatcher"
import { stripeServer } from "../providers/stripe-server.ts"
import { twilioServer } from "../providers/twilio-server.ts"
import { DatabaseUrl, FreshDatabase } from "./database.ts"
import { carrying } from "./typed-client.ts"

interface Made {
  readonly company: "acme" | "bolt" | "cheap"
  readonly mode: "live" | "test"
  readonly scopes: ReadonlyArray<string>
  /** Gets a standing consent for every verb that asks for one. */
  readonly trusted?: true
  readonly revoked?: true
  readonly expired?: true
  readonly addresses?: ReadonlyArray<string>
  /** It is the session of a person who is this in the company. */
  readonly role?: Role
  /** It is a publishable key, which any page of `ORIGIN` may use. */
  readonly publishable?: true
}

/** Whose pages may use the publishable keys. */
export const ORIGIN = "https://shop.example"

/** Two companies of the highest tier, and one of the lowest. */
export const companies: Readonly<Record<Made["company"], Tier>> = {
  acme: "enterprise", bolt: "enterprise", cheap: "starter"
}

/**
 * `acme` and `bolt` may do everything with an owner's standing consent; `cautious` ones ask; the others each lack something.
 * Those with a role are sessions of people, whose access tokens are as long-lived as keys.
 */
export const keys = {
  acme: { company: "acme", mode: "live", scopes, trusted: true },
  acmeTest: { company: "acme", mode: "test", scopes, trusted: true },
  bolt: { company: "bolt", mode: "live", scopes, trusted: true },
  cautious: { company: "acme", mode: "live", scopes },
  cautiousTest: { company: "acme", mode: "test", scopes },
  cautiousBolt: { company: "bolt", mode: "live", scopes },
  scopeless: { company: "acme", mode: "live", scopes: [] },
  starter: { company: "cheap", mode: "live", scopes, trusted: true },
  revoked: { company: "acme", mode: "live", scopes, revoked: true },
  expired: { company: "acme", mode: "live", scopes, expired: true },
  elsewhere: { company: "acme", mode: "live", scopes, addresses: ["203.0.113.7", "198.51.100.0/24"] },
  owner: { company: "acme", mode: "live", scopes: [], role: "owner", trusted: true },
  cautiousOwner: { company: "acme", mode: "live", scopes: [], role: "owner" },
  admin: { company: "acme", mode: "live", scopes: [], role: "admin" },
  member: { company: "acme", mode: "live", scopes: [], role: "member" },
  viewer: { company: "acme", mode: "live", scopes: [], role: "viewer" },
  boltOwner: { company: "bolt", mode: "live", scopes: [], role: "owner", trusted: true },
  starterOwner: { company: "cheap", mode: "live", scopes: [], role: "owner", trusted: true },
  acmeShop: { company: "acme", mode: "live", scopes: [], publishable: true },
  acmeTestShop: { company: "acme", mode: "test", scopes: [], publishable: true },
  boltShop: { company: "bolt", mode: "live", scopes: [], publishable: true },
  starterShop: { company: "cheap", mode: "live", scopes: [], publishable: true }
} as const satisfies Record<string, Made>
export type Key = keyof typeof keys

const stable = (seed: string) => {
  let round = 0
  return (length: number) => {
    const digest = createHash("sha512").update(`${seed} ${round++}`).digest()
    return new Uint8Array(digest.buffer, digest.byteOffset, Math.min(length, digest.length))
  }
}

/** The secret of each, the same in every run. */
export const secrets = Object.fromEntries(
  (Object.entries(keys) as ReadonlyArray<[Key, Made]>).map(([name, { mode, publishable }]) =>
    [name, makeKey(mode, stable(name), publishable === true ? "pk" : "sk")])
) as Readonly<Record<Key, string>>

const consented = catalogOf(Api).filter(({ requiresConsent }) => requiresConsent).map(({ name }) => name)

/** Company ids by name, as the seed gives them. */
export const companyIds = { acme: 1, bolt: 2, cheap: 3 } as const

/** What all people of the server sign in with, each under the address of `emailOf`. */
export const PASSWORD = "correct horse battery staple"

export const emailOf = (name: Key): string => `${name.toLowerCase()}@team.example`

/** Made once in a worker: making it takes time on purpose. */
let passwordHash: Promise<string> | undefined

const personOf = Effect.fnUntraced(function*(company_id: number, name: Key, role: Role, password_hash: string) {
  const sql = yield* SqlClient.SqlClient
  const email = emailOf(name)
  const [account] = yield* sql<{ id: number }>`insert into identity.accounts ${
    sql.insert({ email, name, password_hash, verified_at: new Date().toISOString() })
  } returning id`
  const account_id = account!.id
  const [user] = yield* sql<{ id: number }>`insert into users ${sql.insert({ company_id, email, name, role, account_id })} returning id`
  return { account_id, user_id: user!.id }
})

/** Companies and keys, put in by the database's owner. */
export const seed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const password_hash = yield* Effect.promise(() => passwordHash ??= hash(PASSWORD))
  for (const [name, tier] of Object.entries(companies)) {
    /* Tests delete with test keys too; test/agents/shared-records.test.ts is about those that may not. */
    yield* provision({ name, tier, industry: null, owner: null, protectsShared: false })
  }
  for (const [name, made] of Object.entries(keys) as ReadonlyArray<[Key, Made]>) {
    const company_id = companyIds[made.company]
    const person = made.role === undefined ? undefined : yield* personOf(company_id, name, made.role, password_hash)
    const [row] = yield* sql<{ id: number }>`insert into api_keys ${
      sql.insert({
        company_id,
        kind: made.publishable === true ? "publishable" : person === undefined ? "key" : "session",
        user_id: person?.user_id ?? null,
        hash: hashOf(secrets[name]),
        prefix: prefixOf(secrets[name]),
        label: name,
        mode: made.mode,
        scopes: [...made.scopes],
        allowed_addresses: [...made.addresses ?? []],
        allowed_origins: made.publishable === true ? [ORIGIN] : [],
        expires_at: made.expired ? "2020-01-01T00:00:00Z" : person === undefined ? null : "2099-01-01T00:00:00Z",
        revoked_at: made.revoked ? "2020-01-01T00:00:00Z" : null
      })
    } returning id`
    if (person !== undefined) {
      yield* sql`insert into sessions ${sql.insert({ company_id, key_id: row!.id, account_id: person.account_id })}`
    }
    if (!made.trusted) continue
    for (const verb of consented) {
      yield* sql`insert into standing_consents ${
        sql.insert({ company_id: companyIds[made.company], key_id: row!.id, verb, agents: false })
      }`
    }
  }
})

type Workflows = Parameters<typeof durableWork>[0]
type Settings = Parameters<typeof ServiceConfig.layerOf>[0]

/** What a mail server hands over reports with. */
export const MAIL_SECRET = "reports-of-the-mail-server"

/** A client that goes to the server of this server. */
const client = HttpServer.layerTestClient.pipe(
  Layer.provide(Layer.fresh(FetchHttpClient.layer)), Layer.provideMerge(NodeServer)
)

/** No two servers write their letters to one folder; it is made with the first of them. */
const dataDir = () => join(tmpdir(), `test-server-${process.pid}-${crypto.randomUUID().slice(0, 8)}`)

const gone = (folder: string) =>
  Layer.effectDiscard(Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))))

const serverOn = <A, E, R>(
  database: Layer.Layer<A, E, R>, config: Settings, workflows: Workflows = [], app: Layer.Layer<never, any, any> = HttpApp, folder = dataDir(),
  services: Layer.Layer<never, any, any> = Layer.empty
) =>
  Layer.mergeAll(gone(folder), HttpRouter.serve(app as typeof HttpApp, serveOptions), BackgroundJobs, Dispatcher, LeadIntake, AlertChecks, ConsentMails, SmsFiling, SourcesFollowing, durableWork([...all, ...workflows])).pipe(
    Layer.provideMerge(services as Layer.Layer<never>),
    Layer.provideMerge(Services),
    Layer.provideMerge(database),
    Layer.provideMerge(client),
    Layer.provide(
      [BodyLimit, NodeHttpServer.layerHttpServices]
    ),
    Layer.provide(Listener.layer),
    Layer.provide(Logging),
    Layer.provideMerge(Log.layerOf((process.env["TEST_LOG_LEVEL"] ?? "silent") as LogLevel)),
    Layer.provide(ServiceConfig.layerOf({ dataDir: folder, nameServers: ["127.0.0.1:9"], port: 0, publicRateLimit: 1_000_000, publicWritesPerDay: 1_000_000, companyRateLimit: 1_000_000, webhooksPerCompany: 10_000, mailWebhookSecret: Option.some(Redacted.make(MAIL_SECRET)), ...config }))
  )

/** The whole server on a port of its own, over a real database of its own. Rate limits only where a test asks. */
export const TestServerWith = (config: Settings = {}, workflows: Workflows = [], app?: typeof HttpApp) =>
  serverOn(FreshDatabase(seed, "companies"), config, workflows, app)

/** The same with a category of a test beside those of the product: its tables, its routes and what its programs need. */
export const TestServerBeside = (
  { app, migration, services }: {
    readonly app: Layer.Layer<never, any, any>
    readonly migration: Effect.Effect<unknown, any, SqlClient.SqlClient>
    readonly services: Layer.Layer<never, any, any>
  },
  config: Settings = {}
) => serverOn(FreshDatabase(Effect.andThen(seed, migration)), config, [], app, undefined, services)

/**
 * A second server over the database of the first: another port, another memory, as another process would have. `way` is
 * another way to that database.
 */
export const SecondServer = (config: Settings = {}, way?: Redacted.Redacted, workflows: Workflows = []) =>
  Layer.fresh(Layer.unwrap(Effect.map(DatabaseUrl, (url) => serverOn(database(way ?? url, { connections: 8 }), config, workflows))))

/** What the service is known by at the payment provider of `TestServer`. */
export const STRIPE_KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"

/** What it signs its events with. */
export const STRIPE_SIGNING = "whsec_test_1234567890abcdef"

/** What the service is known by at the provider of texts and calls of `TestServer`, which signs with the second. */
export const TWILIO_SID = "AC0123456789abcdef0123456789abcdef"
export const TWILIO_TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

/** Settings of a server that texts and calls by a provider at this address. */
export const textingAt = (url: string): Settings => ({
  twilioApiUrl: Option.some(new URL(url)),
  twilioAccountSid: Option.some(Redacted.make(TWILIO_SID)),
  twilioAuthToken: Option.some(Redacted.make(TWILIO_TOKEN))
})

/** The server with a payment provider at this address. */
export const TestServerPaying = (url: string, others: Settings = {}) => TestServerWith({
  ...others,
  stripeApiUrl: Option.some(new URL(url)),
  stripeSecretKey: Option.some(Redacted.make(STRIPE_KEY)),
  stripeWebhookSecret: Option.some(Redacted.make(STRIPE_SIGNING))
})

/** With providers on this machine that speak the protocols of Stripe and Twilio, so that live keys can take payments, text and call. */
export const TestServer = Layer.unwrap(Effect.map(
  Effect.all([stripeServer(STRIPE_KEY), twilioServer(TWILIO_SID, TWILIO_TOKEN)]),
  ([stripe, twilio]) => TestServerPaying(stripe.url, textingAt(twilio.url))
))

/** What a test asks of a server beside the first. */
export const at = <A, E>(server: Context.Context<any>, request: Effect.Effect<A, E, any>): Effect.Effect<A, E> =>
  Effect.provideContext(request, server)

/** The typed client, holding an API key, or what another header says. */
export const as = (key: Key, authorization = `Bearer ${secrets[key]}`, others: Readonly<Record<string, string>> = {}) =>
  Effect.sync(() => carrying({ ...others, authorization }))

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: any
}

/** Plain fetch, for everything a typed client would never send. `path` is below `/api/v1` unless it says otherwise. */
export const send = Effect.fnUntraced(function*(path: string, init: RequestInit & { readonly key?: Key } = {}) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const { key, ...rest } = init
  const url = base + (/^\/($|api|health|metrics|docs|tools|dashboard|\.well-known|llms|favicon|robots)/.test(path) ? path : `/api/v1${path}`)
  return yield* Effect.promise(async (): Promise<Sent> => {
    const headers = new Headers(rest.headers as Record<string, string>)
    if (key !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${secrets[key]}`)
    if (rest.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
    const response = await fetch(url, { ...rest, headers })
    const text = await response.text()
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      json = undefined
    }
    return { status: response.status, headers: response.headers, text, json }
  })
})

/** A JSON body. */
export const json = (body: unknown): { readonly body: string } => ({ body: JSON.stringify(body) })
