import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { TestServer, json, send } from "../support/test-server.ts"
import {
  age, approve, climbed, confirmation, contact, execute, get, isThere, preview, propose, reject, remove, stateOf, toldOf
} from "./consent-calls.ts"

const agent = { "x-service-agent": "ada", "x-service-agent-mode": "supervised", "x-service-human-initiator": "grace", "x-service-session": "s-1" }

layer(TestServer, { excludeTestServices: true })("the consent ladder", (it) => {
  it.effect("is climbed in four steps, each with its receipt and its event", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const id = yield* contact()
      const asked = yield* remove(id, "cautious", agent)
      assert.strictEqual(asked.status, 428)
      assert.strictEqual(asked.json.code, "confirmation_required")
      const { consent } = asked.json
      assert.deepInclude(consent, { state: "proposed", summary: "Delete contact Ladder" })
      assert.match(consent.preview_url, new RegExp(`^http://127.0.0.1:\\d+/api/v1/agent/consents/${consent.id}/preview$`))
      assert.match(consent.approve_url, new RegExp(`^http://127.0.0.1:\\d+/api/v1/agent/consents/${consent.id}/approve$`))
      const hours = (Date.parse(consent.expires_at) - Date.now()) / 3_600_000
      assert.isTrue(hours > 23.9 && hours <= 24, `${hours}`)
      assert.isTrue(yield* isThere(id))

      const shown = yield* preview(consent.id)
      assert.strictEqual(shown.status, 200, shown.text)
      assert.deepInclude(shown.json, { consent_id: consent.id, verb: "delete_contact", money: [], effects: [], refusal: null })
      const [change] = shown.json.changes
      assert.deepInclude(change, { object: "contact", id, action: "remove", after: null, events: ["contact.deleted"] })
      assert.deepInclude(change.before, { id, first_name: "Ladder" })
      assert.isTrue(yield* isThere(id))
      assert.strictEqual(yield* stateOf(consent.id), "previewed")

      const approved = yield* approve(consent.id, "acme", { "x-service-human-initiator": "olga" })
      assert.strictEqual(approved.status, 200, approved.text)
      const minutes = (Date.parse(approved.json.expires_at) - Date.now()) / 60_000
      assert.isTrue(minutes > 14.9 && minutes <= 15, `${minutes}`)
      assert.strictEqual(approved.json.consent.state, "approved")
      assert.isTrue(yield* isThere(id))

      const done = yield* execute(id, approved.json.confirmation, "cautious", agent)
      assert.strictEqual(done.status, 200, done.text)
      assert.isFalse(yield* isThere(id))

      const { json: whole } = yield* get(consent.id)
      assert.deepInclude(whole, { state: "executed", verb: "delete_contact", session: "s-1", livemode: true, input: { id }, reason: null })
      assert.deepStrictEqual(whole.actor, { agent: "ada", mode: "supervised", human_initiator: "grace" })
      assert.deepStrictEqual(whole.steps.map(({ state }: any) => state), ["proposed", "previewed", "approved", "executed"])
      assert.deepStrictEqual(whole.steps[2].actor, { human_initiator: "olga" })
      assert.notStrictEqual(whole.steps[2].key_id, whole.steps[0].key_id)
      for (const { at } of whole.steps) assert.isBelow(Math.abs(Date.parse(at) - Date.now()), 10_000)

      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested", "consent.approved", "consent.executed"])
      const receipts = yield* sql<any>`select verb, consent, agent from receipts where consent->>'id' = ${String(consent.id)} order by id`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["request_consent", "approve_consent", "delete_contact"])
      assert.deepInclude(receipts[2].consent, { id: consent.id, state: "executed" })
      assert.deepInclude(receipts[2].consent.approved_by, { actor: { human_initiator: "olga" } })
      const [left] = yield* sql<any>`select request, to_jsonb(consents)::text as text from consents where id = ${consent.id}`
      assert.isNull(left.request)
      assert.notInclude(left.text, "cfm_")
      const [found] = yield* sql<{ n: number }>`select count(*) as n from receipts r where to_jsonb(r)::text like '%cfm_%'`
      assert.strictEqual(found!.n, 0)
    }))

  it.effect("asking again is answered with the same consent, whatever step it stands at, and another call with another", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const first = yield* propose(id)
      assert.deepStrictEqual(yield* propose(id, "cautious", { "x-service-agent": "ada" }), first)
      yield* preview(first.id)
      assert.deepInclude(yield* propose(id), { id: first.id, state: "previewed" })
      yield* approve(first.id)
      assert.deepInclude(yield* propose(id), { id: first.id, state: "approved" })
      assert.notStrictEqual((yield* propose(yield* contact())).id, first.id)
      assert.notStrictEqual((yield* propose(id, "cautiousTest")).id, first.id)
      const ids = yield* Effect.forEach(Array.from({ length: 20 }), () => propose(id), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(ids.map(({ id }) => id))], [first.id])
      assert.deepStrictEqual(yield* toldOf(first.id), ["consent.requested", "consent.approved"])
    }))

  it.effect("approving again gives the same confirmation to whoever approved, in any session, and none to anybody else", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      const first = yield* approve(consent.id, "owner")
      assert.strictEqual(first.status, 200, first.text)
      const sent = yield* Effect.forEach(Array.from({ length: 5 }), () => approve(consent.id, "owner"), { concurrency: "unbounded" })
      for (const again of sent) {
        assert.deepStrictEqual([again.status, again.json.confirmation, again.json.expires_at], [200, first.json.confirmation, first.json.expires_at])
      }
      for (const other of ["admin", "acme"] as const) {
        const refused = yield* approve(consent.id, other)
        assert.deepStrictEqual([refused.status, refused.json.code], [409, "conflict"], refused.text)
        assert.include(refused.json.message, "approved this already")
      }
      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested", "consent.approved"])
      assert.strictEqual((yield* execute(id, first.json.confirmation)).status, 200)
    }))

  it.effect("the same call by twenty at once is one consent", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const made = yield* Effect.forEach(Array.from({ length: 20 }), () => propose(id), { concurrency: "unbounded" })
      assert.lengthOf([...new Set(made.map(({ id }) => id))], 1)
      assert.deepStrictEqual(yield* toldOf(made[0]!.id), ["consent.requested"])
    }))

  it.effect("what was rejected cannot go on, and says why", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id)
      const { json: rejected, status } = yield* reject(consent.id, "acme", "Keep this one.")
      assert.strictEqual(status, 200)
      assert.deepInclude(rejected, { state: "rejected", reason: "Keep this one." })
      for (const answer of [yield* approve(consent.id), yield* reject(consent.id), yield* preview(consent.id)]) {
        assert.strictEqual(answer.status, 409, answer.text)
      }
      assert.isTrue(yield* isThere(id))
      assert.notStrictEqual((yield* propose(id)).id, consent.id)
      assert.deepStrictEqual(yield* toldOf(consent.id), ["consent.requested", "consent.rejected"])
    }))

  it.effect("a confirmation is void once a person has rejected after all", () =>
    Effect.gen(function*() {
      const { confirmation, consent, id } = yield* climbed
      yield* reject(consent)
      const late = yield* execute(id, confirmation)
      assert.deepStrictEqual([late.status, late.json.message], [409, "A person rejected this call."])
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("a confirmation is good for one call", () =>
    Effect.gen(function*() {
      const { confirmation, consent, id } = yield* climbed
      assert.strictEqual((yield* execute(id, confirmation)).status, 200)
      yield* send(`/crm/contacts/${id}/restore`, { key: "acme", method: "POST" })
      const again = yield* execute(id, confirmation)
      assert.deepStrictEqual([again.status, again.json.message], [409, "This confirmation was used: it is good for one call."])
      assert.isTrue(yield* isThere(id))
      assert.strictEqual(yield* stateOf(consent), "executed")
    }))

  it.effect("a confirmation is for the same operation and input, by the same key of the same company and mode", () =>
    Effect.gen(function*() {
      const { confirmation, consent, id } = yield* climbed
      const other = yield* contact()
      const different = yield* execute(other, confirmation)
      assert.strictEqual(different.status, 409)
      assert.include(different.json.message, "another call")
      const { json: deal } = yield* send("/crm/deals", { key: "acme", method: "POST", ...json({ title: "D", amount: 100 }) })
      const verb = yield* send(`/crm/deals/${deal.id}`, { key: "cautious", method: "DELETE", headers: { "x-service-confirmation": confirmation } })
      assert.strictEqual(verb.status, 409)
      /* A stranger learns nothing: not even that there is such a confirmation. */
      const made = yield* contact("bolt")
      const never = `cfm_${"A".repeat(43)}`
      const foreign = yield* Effect.all([
        execute(id, confirmation, "acme"), execute(id, confirmation, "cautiousTest"), execute(made, confirmation, "cautiousBolt"),
        execute(id, never), execute(id, "cfm_x"), execute(id, "")
      ])
      for (const { json, status } of foreign) {
        assert.deepStrictEqual([status, json.message], [409, "This confirmation does not belong to this call: it is good only for the key, or the session, that asked for it."])
      }
      for (const there of yield* Effect.all([isThere(id), isThere(other), isThere(made, "bolt")])) assert.isTrue(there)
      assert.strictEqual(yield* stateOf(consent), "approved")
      assert.strictEqual((yield* execute(id, confirmation)).status, 200)
    }))

  it.effect("nobody approves their own call, and no agent approves any", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { id: consent } = yield* propose(id)
      const own = yield* approve(consent, "cautious")
      assert.deepStrictEqual([own.status, own.json.message], [403, "The key that asked cannot approve its own call."])
      for (const answer of [
        yield* approve(consent, "acme", agent), yield* reject(consent, "acme", undefined, agent), yield* approve(consent, "scopeless")
      ]) {
        assert.deepStrictEqual([answer.status, answer.json.code], [403, "forbidden"], answer.text)
      }
      assert.strictEqual(yield* stateOf(consent), "proposed")
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("is a company's own, and a mode's own", () =>
    Effect.gen(function*() {
      const { id: consent } = yield* propose(yield* contact())
      for (const key of ["bolt", "acmeTest"] as const) {
        for (const answer of [yield* get(consent, key), yield* preview(consent, key), yield* approve(consent, key), yield* reject(consent, key)]) {
          assert.deepStrictEqual([answer.status, answer.json.code], [404, "not_found"])
        }
        const { json: list } = yield* send("/agent/consents?limit=200", { key })
        assert.notInclude(list.items.map(({ id }: any) => id), consent)
      }
    }))

  it.effect("that a test key asks for is decided on by a person who is signed in live, where its link leads", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { id: consent } = yield* propose(id, "cautiousTest")
      const { json: list } = yield* send("/agent/consents?limit=200", { key: "owner" })
      assert.deepInclude(list.items.find((one: any) => one.id === consent), { livemode: false, state: "proposed" })
      assert.strictEqual((yield* preview(consent, "owner")).json.refusal, null)
      const { json: { confirmation } } = yield* approve(consent, "owner")
      assert.strictEqual((yield* execute(id, confirmation, "cautiousTest")).status, 200)
      assert.isFalse(yield* isThere(id))
    }))

  it.effect("a call that fails does not spend its confirmation", () =>
    Effect.gen(function*() {
      const { confirmation, consent, id } = yield* climbed
      yield* remove(id, "acme")
      assert.strictEqual((yield* execute(id, confirmation)).status, 404)
      assert.strictEqual(yield* stateOf(consent), "approved")
      yield* send(`/crm/contacts/${id}/restore`, { key: "acme", method: "POST" })
      assert.strictEqual((yield* execute(id, confirmation)).status, 200)
    }))

  it.effect("a hundred calls at once with one confirmation: one happens", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { confirmation, consent, id } = yield* climbed
      const sent = yield* Effect.forEach(Array.from({ length: 100 }), () => execute(id, confirmation), { concurrency: "unbounded" })
      assert.lengthOf(sent.filter(({ status }) => status === 200), 1)
      for (const { json } of sent.filter(({ status }) => status !== 200)) {
        assert.strictEqual(json.message, "This confirmation was used: it is good for one call.")
      }
      assert.deepStrictEqual(yield* toldOf(consent), ["consent.requested", "consent.approved", "consent.executed"])
      const [n] = yield* sql<{ n: number }>`select count(*) as n from receipts where verb = 'delete_contact' and consent->>'id' = ${String(consent)}`
      assert.strictEqual(n!.n, 1)
    }))

  it.effect("time ends a proposal after a day and an approval after a quarter of an hour, at the moment they are used", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const { id: proposed } = yield* propose(id)
      yield* age(proposed, "24 hours")
      assert.strictEqual(yield* stateOf(proposed), "expired")
      for (const answer of [yield* approve(proposed), yield* reject(proposed), yield* preview(proposed)]) {
        assert.deepStrictEqual([answer.status, answer.json.message], [409, "This consent was not used in time and has expired."])
      }
      const { json: expired } = yield* send("/agent/consents?state=expired&limit=200", { key: "acme" })
      assert.include(expired.items.map(({ id }: any) => id), proposed)

      const next = yield* propose(id)
      assert.notStrictEqual(next.id, proposed)
      assert.deepStrictEqual(yield* toldOf(proposed), ["consent.requested", "consent.expired"])
      const confirmed = yield* confirmation(next.id)
      yield* age(next.id, "15 minutes")
      const late = yield* execute(id, confirmed)
      assert.strictEqual(late.status, 409)
      assert.include(late.json.message, "has expired")
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("are listed newest first, by state, verb and session", () =>
    Effect.gen(function*() {
      const id = yield* contact("bolt")
      const first = yield* propose(id, "cautiousBolt", { "x-service-session": "list-1" })
      const second = yield* propose(yield* contact("bolt"), "cautiousBolt")
      const list = (query: string) => Effect.map(send(`/agent/consents${query}`, { key: "bolt" }), ({ json }) => json.items.map(({ id }: any) => id))
      assert.deepStrictEqual(yield* list(""), [second.id, first.id])
      assert.deepStrictEqual(yield* list("?sort=id"), [first.id, second.id])
      assert.deepStrictEqual(yield* list("?session=list-1"), [first.id])
      assert.deepStrictEqual(yield* list("?verb=delete_deal"), [])
      yield* reject(second.id, "bolt")
      assert.deepStrictEqual(yield* list("?state=proposed"), [first.id])
      assert.deepStrictEqual(yield* list("?state=rejected&verb=delete_contact"), [second.id])
    }))
})
