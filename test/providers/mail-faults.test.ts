import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { ServiceConfig } from "#layers/kernel/config"
import { Metrics } from "#layers/kernel/metrics"
import { ProviderCircuits } from "#layers/providers/circuits"
import { Mail } from "#layers/providers/mail"
import { TestServer } from "../support/test-server.ts"
import { Http, logged } from "./parties.ts"
import { nobody } from "./provider-server.ts"
import { silence } from "./silence.ts"
import { type Moment, moments, smtpServer, type Wrong, wrongs } from "./smtp-server.ts"

const USER = "post"
const PASSWORD = "Ueberall/sicher=7"
const secrets = [PASSWORD, encodeURIComponent(PASSWORD), ...[PASSWORD, `\0${USER}\0${PASSWORD}`].map((text) => Buffer.from(text).toString("base64"))]

const impatient = "connectionTimeout=10000&greetingTimeout=10000&socketTimeout=10000"

/** The service's way to a mail server. */
const mailTo = Effect.fnUntraced(function*(address: string, query: string = impatient) {
  const url = Redacted.make(`smtp://${USER}:${encodeURIComponent(PASSWORD)}@${address}?${query}`)
  const settings = ServiceConfig.layerOf({ smtpUrl: Option.some(url) })
  const context = yield* Layer.build(Layer.fresh(Mail.layer).pipe(Layer.provide(settings)))
  return (to: string) =>
    Mail.use(({ send }) => send({ to, subject: "Hello", text: "Hello", idempotencyKey: to })).pipe(Effect.provide(context), Effect.result)
})

/** Of what a server says for good, only what is about the e-mail ends it. */
const letterMoments: ReadonlyArray<Moment> = ["MAIL", "RCPT", "DATA", "END"]
const isRefused = (moment: Moment, wrong: Wrong) => (wrong === "broken" || wrong === "echo") && letterMoments.includes(moment)
/** What says nothing about whether the server works. */
const isItsWord = (moment: Moment, wrong: Wrong) => isRefused(moment, wrong) || (wrong === "limited" && letterMoments.includes(moment))

const quick = (wrong: Wrong) => wrong === "slow" ? "connectionTimeout=100&greetingTimeout=100&socketTimeout=100" : impatient

layer(TestServer, { excludeTestServices: true })("mail under faults", (it) => {
  for (const moment of moments) {
    for (const wrong of Object.keys(wrongs) as ReadonlyArray<Wrong>) {
      it.effect(`${wrong} at ${moment}`, () => {
        const { layer: logs, lines } = logged()
        return Effect.gen(function*() {
          const server = yield* smtpServer(USER, PASSWORD)
          const send = yield* mailTo(server.address, quick(wrong))
          const { condition } = yield* ProviderCircuits
          server.fail(moment, wrong)
          const error = Option.getOrThrow(Result.getFailure(yield* send("grace@x.example")))
          assert.strictEqual(error._tag, isRefused(moment, wrong) ? "MailRefused" : "MailDeferred", error.reason)
          assert.strictEqual(yield* condition("mail"), isItsWord(moment, wrong) ? "operational" : "degraded", error.reason)

          server.mend()
          assert.isTrue(Result.isSuccess(yield* send("grace@x.example")))
          assert.strictEqual(yield* condition("mail"), "operational")
          assert.lengthOf(new Set(server.taken), 1, "the e-mail keeps its name when it is sent again")

          const figures = yield* Metrics.use(({ text }) => text)
          assert.include(figures, "provider_call_duration_seconds_count{provider=\"mail\",outcome=\"success\"} ")
          for (const secret of secrets) assert.notInclude(`${JSON.stringify(error)} ${error.stack} ${lines.join()} ${figures}`, secret)
        }).pipe(Effect.provide([Http, logs]), Effect.scoped)
      })
    }
  }

  for (const [fault, address] of [["refused", Effect.map(nobody, (url) => new URL(url).host)], ["unanswered", Effect.map(silence, (url) => new URL(url).host)]] as const) {
    it.effect(fault, () =>
      Effect.gen(function*() {
        const send = yield* mailTo(yield* address, "connectionTimeout=200&greetingTimeout=200&socketTimeout=200")
        assert.strictEqual(Option.getOrThrow(Result.getFailure(yield* send("grace@x.example")))._tag, "MailDeferred")
        assert.strictEqual(yield* ProviderCircuits.use(({ condition }) => condition("mail")), "degraded")
      }).pipe(Effect.provide([Http, logged().layer]), Effect.scoped))
  }

  it.effect("a password that is wrong is told, and counts as no outage", () =>
    Effect.gen(function*() {
      const server = yield* smtpServer(USER, "another")
      const send = yield* mailTo(server.address)
      for (let n = 0; n < 7; n++) {
        const error = Option.getOrThrow(Result.getFailure(yield* send("grace@x.example")))
        assert.strictEqual(error._tag, "MailDeferred")
        assert.include(error.reason, "535")
      }
      assert.strictEqual(yield* ProviderCircuits.use(({ condition }) => condition("mail")), "degraded")
    }).pipe(Effect.provide([Http, logged().layer]), Effect.scoped))

  it.effect("a server is left alone after five failed e-mails, and tried again after a while by one", () =>
    Effect.gen(function*() {
      const server = yield* smtpServer(USER, PASSWORD)
      const send = yield* mailTo(server.address)
      const { condition } = yield* ProviderCircuits
      server.fail("CONNECT", "closing")
      for (let n = 0; n < 5; n++) assert.isTrue(Result.isFailure(yield* send(`n${n}@x.example`)))
      assert.strictEqual(yield* condition("mail"), "unavailable")
      const before = server.connections()
      const error = Option.getOrThrow(Result.getFailure(yield* send("late@x.example")))
      assert.deepInclude(error, { _tag: "MailDeferred", reason: "It failed several times in a row and is left alone for some seconds." })
      assert.strictEqual(server.connections(), before)
      server.mend()
      yield* TestClock.adjust("16 seconds")
      assert.isTrue(Result.isSuccess(yield* send("late@x.example")))
      assert.strictEqual(yield* condition("mail"), "operational")
    }).pipe(Effect.provide([Http, logged().layer]), Effect.provide(TestClock.layer()), Effect.scoped))
})
