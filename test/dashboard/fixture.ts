import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, sleep, step } from "#workflows/durable"
import { companyIds, json, type Key, send } from "../support/test-server.ts"
import { arrived, receiver, until } from "../webhooks/receiver.ts"

class CardDeclined extends Schema.Error<CardDeclined>("CardDeclined")({ message: Schema.String }) {
  readonly _tag = "CardDeclined"
}

const Reminder = durable({ name: "trial.reminder", version: 2, payload: { contact_id: Schema.Int }, success: Schema.Void })
const Charge = durable({
  name: "billing.charge", version: 1, payload: { invoice: Schema.String }, success: Schema.Void, error: CardDeclined
})

/** What the runs of the fixture are runs of. */
export const workflows = [
  [Reminder.definition, Reminder.program(Effect.fnUntraced(function*() {
    yield* step("look up", { success: Schema.Void }, Effect.void)
    yield* sleep("wait", "3 days")
  }))],
  [Charge.definition, Charge.program(Effect.fnUntraced(function*() {
    yield* step("charge", { success: Schema.Void, error: CardDeclined }, new CardDeclined({ message: "The card was declined." }))
  }))]
] as const

const agent = {
  "x-service-agent": "ada", "x-service-agent-mode": "supervised", "x-service-human-initiator": "grace@navy.example",
  "x-service-session": "run-2026-11-21-7"
}

const post = (path: string, body: object, key: Key = "acme", headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(send(path, { key, method: "POST", headers, ...json(body) }), (sent) => {
    assert.isBelow(sent.status, 300, sent.text)
    return sent.json
  })

const calling = (company: "acme" | "bolt") =>
  Effect.provideService(Caller, {
    company_id: companyIds[company] as CompanyId, key_id: companyIds[company] as KeyId, credential: "key", mode: "live", tier: "enterprise",
    scopes: new Set<string>(), standing: new Map()
  })

/** The runs of a company as it sees them, once each is where it will stay. */
const settledRuns = (key: Key) =>
  until(
    Effect.map(send("/workflows/runs", { key }), ({ json }): ReadonlyArray<{ status: string; workflow: string }> => json.items),
    (runs) => runs.filter(({ workflow }) => workflow === "trial.reminder").every(({ status }) => status === "waiting") &&
      runs.filter(({ workflow }) => workflow === "billing.charge").every(({ status }) => status === "failed")
  )

/** A company that has something of everything to look at; `endpoint` fails its first delivery and takes the others. */
export const fixture = Effect.gen(function*() {
  const endpoint = yield* receiver((response, _, turn) =>
    void (turn === 1 ? response.writeHead(503).end("{\"error\":\"try again later\"}") : response.writeHead(200).end("thanks")))
  const webhook = yield* post("/webhooks", { url: endpoint.url, events: ["contact.*", "deal.*"], description: "Warehouse" })
  const hopper = { first_name: "Grace", last_name: "Hopper", email: "grace@navy.example", tags: ["vip"] }
  const grace = yield* post("/crm/contacts", hopper, "acme", agent)
  yield* arrived(endpoint, 1)
  const compiler = { title: "Compiler", amount: 1_250_000, currency: "USD", contact_id: grace.id }
  const deal = yield* post("/crm/deals", compiler, "acme", agent)
  const met = { notes: "Met in Oslo.", tags: ["vip", "navy"] }
  yield* send(`/crm/contacts/${grace.id}`, { key: "acme", method: "PATCH", headers: agent, ...json(met) })
  yield* arrived(endpoint, 3)

  const asked = (path: string, headers: Readonly<Record<string, string>>) =>
    Effect.map(send(path, { key: "cautious", method: "DELETE", headers }), ({ json, status, text }) => {
      assert.strictEqual(status, 428, text)
      return json.consent.id as number
    })
  const consent = yield* asked(`/crm/contacts/${grace.id}`, agent)
  const refused = yield* asked(`/crm/deals/${deal.id}`, {})
  yield* post(`/agent/consents/${refused}/reject`, { reason: "Still being talked about." })
  const foreign = yield* post("/crm/contacts", { first_name: "Foreign" }, "bolt")

  const tenancy = yield* Tenancy
  const [waiting, failed] = yield* calling("acme")(tenancy.transaction(Effect.all([
    Reminder.start({ contact_id: grace.id }, { key: `contact-${grace.id}` }), Charge.start({ invoice: "2026-0042" })
  ])))
  const [theirs] = yield* calling("bolt")(tenancy.transaction(Effect.all([Reminder.start({ contact_id: foreign.id })])))
  yield* settledRuns("acme")
  const { items } = yield* until(
    Effect.map(send(`/webhooks/${webhook.id}/deliveries`, { key: "acme" }), ({ json }) => json),
    ({ items }) => items.filter(({ status }: any) => status === "succeeded").length >= 2
  )
  const delivery: { readonly id: number } = items.at(-1)
  return { endpoint, webhook, grace, deal, consent, refused, run: { waiting, failed, theirs }, delivery }
})
