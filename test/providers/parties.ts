import { Effect, Layer, Logger, Option, Redacted, type Scope, Stream } from "effect"
import { PoolStatus } from "#layers/database/connections"
import { Metrics } from "#layers/kernel/metrics"
import type { ProviderError } from "#layers/providers/errors"
import { ProviderCircuits } from "#layers/providers/circuits"
import { ProviderHttp, type Party } from "#layers/providers/http"
import type { Repeat } from "#layers/providers/attempt"
import { anthropic, anthropicParty } from "#layers/providers/ai/anthropic"
import { openai, openaiParty } from "#layers/providers/ai/openai"
import { twilio, twilioParty } from "#layers/providers/messaging/twilio"
import { stripe, stripeParty } from "#layers/providers/payment/stripe"
import { s3, s3Party } from "#layers/providers/storage/s3"
import { anthropicServer, openaiServer } from "./model-servers.ts"
import type { ProviderServer } from "./provider-server.ts"
import { s3Server } from "./s3-server.ts"
import { stripeServer } from "./stripe-server.ts"
import { twilioServer } from "./twilio-server.ts"

/** One call of an adapter, as the table of faults makes it. */
export interface Row {
  readonly repeat: Repeat
  readonly call: Effect.Effect<unknown, ProviderError>
  /** How often the party did what was asked. */
  readonly done?: () => number
  /** It hands on what comes, so that nothing of it can be asked for again once it has begun. */
  readonly streams?: true
  /** Its answers may be larger than most. */
  readonly large?: true
  /** Faults that this call cannot meet, as it reads its answer to no end or in no form. */
  readonly immune?: ReadonlyArray<string>
}

export interface Adapter {
  readonly name: string
  /** Whatever must not be seen anywhere. */
  readonly secrets: ReadonlyArray<string>
  /** A server that works, and the calls to whatever address stands in for it. */
  readonly make: Effect.Effect<{
    readonly server: ProviderServer
    readonly calls: (url: string) => Effect.Effect<Readonly<Record<string, Row>>, never, ProviderHttp | Scope.Scope>
  }, never, Scope.Scope>
}

export const at = (url: string) => Option.some(new URL(url))
export const partyAt = (party: (configured: Option.Option<URL>) => Party, url: string) => ProviderHttp.use(({ party: way }) => way(party(at(url))))

const STRIPE_KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"

const stripeAdapter: Adapter = {
  name: "stripe",
  secrets: [STRIPE_KEY],
  make: Effect.map(stripeServer(STRIPE_KEY), (server) => ({
    server,
    calls: Effect.fnUntraced(function*(url) {
      const payments = stripe(yield* partyAt(stripeParty, url), { secret_key: Redacted.make(STRIPE_KEY) })
      let keys = 0
      return {
        create: {
          repeat: "keyed",
          call: Effect.suspend(() =>
            payments.create({ amount: 1_000, currency: "EUR", method: "pm_card_visa", capture: true, confirm: true }, `key-${++keys}`)),
          done: () => server.intents.size
        },
        find: { repeat: "always", call: payments.find("pi_1") }
      }
    })
  }))
}

const SID = "AC0123456789abcdef0123456789abcdef"
const TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

const twilioAdapter: Adapter = {
  name: "twilio",
  secrets: [TOKEN, Buffer.from(`${SID}:${TOKEN}`).toString("base64")],
  make: Effect.map(twilioServer(SID, TOKEN), (server) => ({
    server,
    calls: Effect.fnUntraced(function*(url) {
      const messaging = twilio(yield* partyAt(twilioParty, url), { account_sid: Redacted.make(SID), auth_token: Redacted.make(TOKEN) })
      return {
        send: {
          repeat: "never", call: messaging.send({ to: "+4930123456", from: "+15005550006", text: "Hello" }), done: () => server.messages.length
        },
        call: {
          repeat: "never", call: messaging.call({ to: "+4930123456", from: "+15005550006", does: { say: "Hello" } }), done: () => server.calls.length
        },
        find: { repeat: "always", call: messaging.findMessage("SM1") }
      }
    })
  }))
}

const MODEL_KEY = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
export const question = { model: "small", turns: [{ role: "user", text: "what is it" }], most: 100 } as const

const openaiAdapter: Adapter = {
  name: "openai",
  secrets: [MODEL_KEY],
  make: Effect.map(openaiServer(MODEL_KEY), (server) => ({
    server,
    calls: Effect.fnUntraced(function*(url) {
      const models = openai(yield* partyAt(openaiParty, `${url}/v1`), { api_key: Redacted.make(MODEL_KEY) })
      return {
        complete: { repeat: "never", call: models.complete(question) },
        stream: { repeat: "never", call: Stream.runDrain(models.stream(question)), streams: true },
        embed: { repeat: "always", call: models.embed(["one", "three"], "vectors"), large: true }
      }
    })
  }))
}

const anthropicAdapter: Adapter = {
  name: "anthropic",
  secrets: [MODEL_KEY],
  make: Effect.map(anthropicServer(MODEL_KEY), (server) => ({
    server,
    calls: Effect.fnUntraced(function*(url) {
      const models = anthropic(yield* partyAt(anthropicParty, url), { api_key: Redacted.make(MODEL_KEY) })
      return {
        complete: { repeat: "never", call: models.complete(question) },
        stream: { repeat: "never", call: Stream.runDrain(models.stream(question)), streams: true }
      }
    })
  }))
}

export const bucket = { access: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", bucket: "files", region: "eu-central-1" }
export const s3At = (url: string) =>
  Effect.map(partyAt((configured) => s3Party(configured, bucket.region), url), (way) =>
    s3(way, {
      bucket: bucket.bucket, region: bucket.region, access_key_id: Redacted.make(bucket.access), secret_access_key: Redacted.make(bucket.secret)
    }))

const s3Adapter: Adapter = {
  name: "s3",
  secrets: [bucket.access, bucket.secret],
  make: Effect.map(s3Server(bucket), (server) => ({
    server,
    calls: Effect.fnUntraced(function*(url) {
      const storage = yield* s3At(url)
      return {
        /* S3 says that it has done it by the status alone. */
        put: { repeat: "always", call: storage.put("a/b.txt", Buffer.from("hello"), "text/plain"), immune: ["malformed"] },
        get: {
          repeat: "always", call: Effect.flatMap(storage.get("a/b.txt"), ({ body }) => Stream.runDrain(body)), streams: true,
          immune: ["malformed", "oversized"]
        },
        remove: { repeat: "always", call: storage.remove("a/c.txt"), immune: ["malformed"] }
      }
    })
  }))
}

/** Every adapter that speaks HTTP. */
export const adapters: ReadonlyArray<Adapter> = [stripeAdapter, twilioAdapter, openaiAdapter, anthropicAdapter, s3Adapter]

/** Figures are kept as in the service; there is no database to have a pool of connections. */
const NoPool = Layer.succeed(PoolStatus, { size: 0, leased: () => 0, waiting: () => 0, slowReads: () => 0, slowReadsWaiting: () => 0 })

export const Http = ProviderHttp.layer.pipe(Layer.provideMerge(ProviderCircuits.layer), Layer.provideMerge(Metrics.layer), Layer.provide(NoPool))

/** Everything that is logged, as text. */
export const logged = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ cause, message }) => void lines.push(`${JSON.stringify(message)} ${String(cause)}`))
  return { lines, layer: Logger.layer([logger]) }
}
