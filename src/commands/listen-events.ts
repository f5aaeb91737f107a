import { createHmac } from "node:crypto"
import { Config, Console, Effect, Option, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { newSecret } from "#layers/webhooks/signing"
import type { Me } from "#schemas/auth/session"
import type { ListedEvent } from "#schemas/webhooks/events.api"
import { type Client, makeClient, type Query, type Source } from "./export-client.ts"
import { type Forwarded, forward } from "./forward.ts"
import { sourceOf, type Target } from "./profiles.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input extends Target {
  readonly forwardTo: Option.Option<string>
  readonly events: string
  readonly after: Option.Option<number>
  readonly json: boolean
}

const PAGE = "200"

/** Questions in vain after which the events of other kinds, which they all pass by, are left behind. */
const IDLE = 300

/**
 * What events are signed with: WEBHOOK_SECRET, or made of the API key, so that it need not be kept anywhere and is the same the next time; the key cannot be
 * found out from it. Nothing else that a person is signed in with stays the same.
 */
const secretOf = Effect.fnUntraced(function*({ key }: Source) {
  const given = yield* Effect.orDie(Config.option(Config.Redacted("WEBHOOK_SECRET")))
  if (Option.isSome(given)) return Redacted.value(given.value)
  return Redacted.isRedacted(key) ? `whsec_${createHmac("sha256", Redacted.value(key)).update("service listen").digest("base64")}` : newSecret()
})

export const printSecret = (target: Target) => Effect.flatMap(Effect.flatMap(sourceOf(target), secretOf), Console.log)

const pageOf = (client: Client, query: Query) => client.page<ListedEvent>("/events", query)

/** The number of the newest event, of whatever kind, or `after` where there is none after it. */
const newest = (client: Client, after: number) =>
  Effect.map(pageOf(client, { after_sequence: String(after), sort: "-sequence", limit: "1" }), ({ items: [event] }) => event?.sequence ?? after)

const isWell = ({ status }: Forwarded) => status !== null && status >= 200 && status < 300

const line = ({ created_at, id, kind }: ListedEvent, came: Forwarded | undefined) =>
  plain([created_at, kind, id, ...came === undefined ? [] : [came.status ?? "---", `${came.latency_ms} ms`, ...came.error === null ? [] : [came.error]]].join("  "))

/** Sends events on until it is ended. What was sent is not sent again: an event counts as sent, whatever is answered, before the next is looked at. */
export const listen = Effect.fnUntraced(function*({ after: from, events, forwardTo, json, ...target }: Input) {
  const told = (problem: string | undefined) =>
    Console.error(problem === undefined ? "The service answers again." : `${plain(problem)} Trying again until it answers; no event is lost.`)
  const source = yield* sourceOf(target)
  const client = yield* makeClient(source, { tries: Infinity, told })
  const secret = yield* secretOf(source)
  const { company, mode } = (yield* client.get("/auth/me")) as Me
  const wanted = { kind: events.split(",").map((pattern) => pattern.trim()), sort: "sequence", limit: PAGE }
  let after = Option.isSome(from) ? from.value : yield* newest(client, 0)
  /* So that a wrong kind is told before anybody waits. */
  yield* pageOf(client, { ...wanted, after_sequence: String(after), limit: "1" })
  const counts = { sent: 0, failed: 0 }

  yield* Console.error(
    `Listening to the events of ${plain(company.name)} (${mode} mode) at ${source.url}` +
      `${Option.isSome(forwardTo) ? `, sent on to ${forwardTo.value}` : ""}. Ctrl-C ends it.`
  )
  yield* Console.error(`Signing secret: ${secret}`)
  if (json) yield* Console.log(plainJson({ type: "listening", company: company.name, mode, after, secret }))

  const take = Effect.fnUntraced(function*(event: ListedEvent) {
    const came = Option.isSome(forwardTo) ? yield* forward(forwardTo.value, secret, event) : undefined
    after = event.sequence
    counts.sent++
    if (came !== undefined && !isWell(came)) counts.failed++
    yield* Console.log(json
      ? plainJson({ type: "event", id: event.id, kind: event.kind, sequence: event.sequence, created_at: event.created_at, ...came ?? { event } })
      : line(event, came))
  }, Effect.uninterruptible)

  const forever = Effect.gen(function*() {
    for (let idle = 0;;) {
      const passed = idle >= IDLE ? yield* newest(client, after) : after
      const { items } = yield* pageOf(client, { ...wanted, after_sequence: String(after) })
      yield* Effect.forEach(items, take, { discard: true })
      if (items.length > 0) {
        idle = 0
        continue
      }
      after = passed
      idle = idle >= IDLE ? 0 : idle + 1
      yield* Effect.sleep(client.pause())
    }
  })
  const summary = Effect.suspend(() => Console.error(
    `${counts.sent} ${counts.sent === 1 ? "event" : "events"}${Option.isSome(forwardTo) ? `, ${counts.failed} without an answer of success` : ""}. ` +
      `To go on from here: --after ${after}`
  ))
  return yield* Effect.ensuring(forever, summary)
}, Effect.provide(FetchHttpClient.layer))
