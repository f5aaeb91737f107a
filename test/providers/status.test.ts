import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { Company } from "#layers/database/tenant-connection"
import { Health } from "#layers/kernel/health"
import { ProviderTiming } from "#layers/providers/http"
import { Payments } from "#layers/providers/payment/payments"
import { Storage } from "#layers/providers/storage/storage"
import { FreshDatabase } from "../support/database.ts"
import { at, companyIds, json, SecondServer, seed, send } from "../support/test-server.ts"
import { bucket } from "./parties.ts"
import { nobody } from "./provider-server.ts"
import { s3Server } from "./s3-server.ts"
import { stripeServer } from "./stripe-server.ts"

const KEY = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
const secret = (text: string) => Option.some(Redacted.make(text))
const quick = { connect: 10_000, attempt: 10_000, longAttempt: 10_000, whole: 30_000, backoff: 1 }

it.live("the status of the platform tells what the calls to providers say", () =>
  Effect.gen(function*() {
    const base = yield* Layer.build(FreshDatabase(seed))
    yield* Effect.gen(function*() {
      const stripe = yield* stripeServer(KEY)
      const files = yield* s3Server(bucket)
      const server = yield* Layer.build(SecondServer({
        stripeApiUrl: Option.some(new URL(stripe.url)), stripeSecretKey: secret(KEY),
        openaiBaseUrl: Option.some(new URL(yield* nobody)), openaiApiKey: secret("sk-of-openai"),
        s3Endpoint: Option.some(new URL(files.url)), s3Bucket: Option.some(bucket.bucket), awsRegion: bucket.region,
        awsAccessKeyId: secret(bucket.access), awsSecretAccessKey: secret(bucket.secret)
      }))
      const ask = (service: string) =>
        at(server, Effect.gen(function*() {
          ;(yield* Health).setAccepting(true)
          /* It is looked at once in a second. */
          yield* Effect.sleep("1100 millis")
          const { json: answer } = yield* send("/api/mcp", {
            method: "POST", ...json({ type: "call_tool", tool: "get_platform_status", arguments: { service } })
          })
          return [answer.data.status, answer.data.services[0].detail] as const
        }))
      const charge = at(server, Effect.gen(function*() {
        const payments = yield* Payments.use(({ of }) => of(true))
        const paid = yield* Effect.result(payments.create(
          { amount: 100, currency: "EUR", method: "pm_card_visa", capture: true, confirm: true }, crypto.randomUUID()
        ))
        return Result.isSuccess(paid) ? "paid" : paid.failure._tag
      }).pipe(Effect.provideService(Company, companyIds.acme), Effect.provideService(ProviderTiming, quick)))

      assert.strictEqual((yield* ask("payments"))[0], "operational")
      assert.strictEqual(yield* charge, "paid")
      stripe.fail("broken")
      assert.strictEqual(yield* charge, "ProviderOutcomeUnknown")
      assert.strictEqual((yield* ask("payments"))[0], "degraded")
      for (let n = 0; n < 4; n++) yield* charge
      assert.strictEqual(yield* charge, "ProviderUnavailable")
      const [status, detail] = yield* ask("payments")
      assert.strictEqual(status, "unavailable")
      assert.notInclude(detail, stripe.url)
      assert.strictEqual((yield* ask("all"))[0], "degraded")

      yield* at(server, Storage.use(({ put }) => put("1/a", Buffer.from("a"), "text/plain")))
      assert.isTrue(files.objects.has("1/a"))
      assert.strictEqual((yield* ask("cdn"))[0], "operational")
      assert.strictEqual((yield* ask("ai_agents"))[0], "operational")
      const { text } = yield* at(server, send("/metrics"))
      assert.include(text, "provider_call_duration_seconds_count{provider=\"stripe\",outcome=\"success\"} 1")
      assert.notInclude(text, KEY)
    }).pipe(Effect.provideContext(base))
  }).pipe(Effect.scoped))
