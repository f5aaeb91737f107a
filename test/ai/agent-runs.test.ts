import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { approve, contact, isThere, reject } from "../agents/consent-calls.ts"
import { webClient } from "../dashboard/web-client.ts"
import { OwnerSql } from "../support/database.ts"
import { send, TestServerWith } from "../support/test-server.ts"
import { agentWith, ask, ended, runOf, runWhen } from "./agent-calls.ts"
import { knows } from "./knowing.ts"

/* Without a model, agents do what the message names, and say that they are simulated. */
layer(TestServerWith(), { excludeTestServices: true })("runs of agents", (it) => {
  it.effect("call what the message names and answer with what it told, each step with a receipt", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* contact()
      const agent = yield* agentWith(["list_contacts"])
      const { json: run, status, text } = yield* ask(agent, "list_contacts {\"limit\": 1}")
      assert.strictEqual(status, 200, text)
      assert.deepInclude(run, { status: "completed", simulated: true, steps: 2, provider: "simulated" })
      assert.match(run.answer, /^\[Simulated answer: .*Ladder/u)
      const { trail } = yield* runOf(agent, run.id)
      assert.deepStrictEqual(trail.map(({ kind, status, verb }: any) => [kind, verb, status]), [
        ["thought", null, null], ["call", "list_contacts", 200], ["thought", null, null]
      ])
      const receipts = yield* sql<any>`select agent, session, changes from receipts where session = ${`agent_run_${run.id}`} order by id`
      assert.lengthOf(receipts, 3)
      for (const { agent } of receipts) assert.match(agent.agent, /^agent_\d+$/u)
      const { json: listed } = yield* send(`/chat/agents/${agent}/runs`, { key: "acme" })
      assert.deepStrictEqual([listed.total, listed.items[0].id], [1, run.id])
      assert.strictEqual((yield* send(`/chat/agents/${agent}/runs`, { key: "acmeTest" })).json.total, 0)
    }))

  it.effect("answer from the knowledge base by quoting", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", "A refund goes back to the card within five working days.")
      const agent = yield* agentWith(["search_kb"])
      const { json: run } = yield* ask(agent, "How long does a refund take?")
      assert.strictEqual(run.status, "completed", JSON.stringify(run))
      assert.include(run.answer, "within five working days")
    }))

  it.effect("refuse verbs of no list, and keep within the rights of whoever asks", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["list_contacts", "create_task"])
      const viewer = yield* ask(agent, "create_task {\"title\": \"No\"}", "viewer")
      assert.strictEqual(viewer.status, 403)
      const { json: run } = yield* ask(agent, "delete_contact {\"id\": 1}")
      assert.strictEqual(run.status, "completed")
      assert.deepStrictEqual((yield* runOf(agent, run.id)).trail.map(({ kind }: any) => kind), ["thought"])
    }))

  it.effect("wait for a person where the contract asks, and go on by themselves", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const agent = yield* agentWith(["delete_contact"])
      const { json: run } = yield* ask(agent, `delete_contact {"id": ${id}}`, "cautious")
      assert.strictEqual(run.status, "waiting_for_consent", JSON.stringify(run))
      assert.isTrue(yield* isThere(id))
      yield* approve(run.consent_id)
      const done = yield* runWhen(agent, run.id, "cautious", ...ended)
      assert.strictEqual(done.status, "completed")
      assert.isFalse(yield* isThere(id))
      assert.deepStrictEqual(done.trail.map(({ kind, status }: any) => [kind, status]), [["thought", null], ["wait", null], ["call", 200], ["thought", null]])
    }))

  it.effect("tell the model that a person rejected a call, and do nothing", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const agent = yield* agentWith(["delete_contact"])
      const { json: run } = yield* ask(agent, `delete_contact {"id": ${id}}`, "cautious")
      yield* reject(run.consent_id, "acme", "Keep this one.")
      const { trail } = yield* runWhen(agent, run.id, "cautious", ...ended)
      assert.include(trail.at(-2).text, "Keep this one.")
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("are shown on pages, step by step, with what they read as text and nothing else, and can be canceled there", () =>
    Effect.gen(function*() {
      const evil = "<img src=x>"
      yield* send("/crm/contacts", { key: "acme", method: "POST", body: JSON.stringify({ first_name: evil, last_name: "Zzyzx" }) })
      const agent = yield* agentWith(["list_contacts", "delete_contact"], { confirms: "writes" })
      const { json: read } = yield* ask(agent, "list_contacts {\"search\": \"Zzyzx\"}", "cautious")
      const { json: waits } = yield* ask(agent, `delete_contact {"id": ${yield* contact()}}`, "cautious")
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const at = `/dashboard/agents/${agent}`
      for (const path of ["/dashboard/agents", at, `${at}?status=completed`, `${at}/runs/${read.id}`, `${at}/runs/${waits.id}`]) {
        const { status, text } = yield* browser.get(path)
        assert.strictEqual(status, 200, `${path} ${text}`)
        assert.notInclude(text, evil, path)
      }
      const { text } = yield* browser.get(`${at}/runs/${read.id}`)
      assert.include(text, "Called list_contacts")
      assert.include(text, "&lt;img src=x")
      assert.include((yield* browser.get(`${at}/runs/${waits.id}`)).text, `/dashboard/consents/${waits.consent_id}`)
      assert.strictEqual((yield* browser.press(`${at}/runs/${waits.id}`, `${at}/runs/${waits.id}/cancel`)).status, 303)
      assert.strictEqual((yield* runOf(agent, waits.id)).status, "canceled")
      const outsider = yield* webClient()
      yield* outsider.signIn("bolt")
      for (const path of [at, `${at}/runs/${read.id}`]) assert.strictEqual((yield* outsider.get(path)).status, 404, path)
    }))

  it.effect("of a person wait for that very person, who may agree", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const agent = yield* agentWith(["delete_contact"])
      const { json: run, text } = yield* ask(agent, `delete_contact {"id": ${id}}`, "cautiousOwner")
      assert.strictEqual(run.status, "waiting_for_consent", text)
      assert.strictEqual((yield* approve(run.consent_id, "cautiousOwner")).status, 200)
      assert.strictEqual((yield* runWhen(agent, run.id, "acme", ...ended)).status, "completed")
      assert.isFalse(yield* isThere(id))
    }))

  it.effect("end where the credential ends, the agent is paused, or somebody cancels them", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const agent = yield* agentWith(["delete_contact"])
      const begin = Effect.gen(function*() {
        const { json: run } = yield* ask(agent, `delete_contact {"id": ${yield* contact()}}`, "cautious")
        assert.strictEqual(run.status, "waiting_for_consent", JSON.stringify(run))
        return run
      })
      const [canceled, revoked] = [yield* begin, yield* begin]
      const no = yield* send(`/chat/agents/${agent}/runs/${canceled.id}/cancel`, { key: "cautious", method: "POST" })
      assert.strictEqual(no.status, 428)
      const { json } = yield* send(`/chat/agents/${agent}/runs/${canceled.id}/cancel`, { key: "acme", method: "POST" })
      assert.strictEqual(json.status, "canceled")
      const { json: closed } = yield* send(`/agent/consents/${canceled.consent_id}`, { key: "acme" })
      assert.deepStrictEqual([closed.state, closed.reason], ["rejected", "The run of the agent that asked was canceled."])
      yield* sql`update api_keys set revoked_at = now() where label = 'cautious'`
      yield* approve(revoked.consent_id)
      const over = yield* runWhen(agent, revoked.id, "acme", ...ended)
      assert.deepInclude(over, { status: "stopped", reason: "The credential in whose name it worked has ended." })
      yield* sql`update api_keys set revoked_at = null where label = 'cautious'`
      yield* send(`/chat/agents/${agent}`, { key: "acme", method: "PATCH", body: JSON.stringify({ status: "paused" }) })
      assert.strictEqual((yield* ask(agent, "delete_contact {}")).status, 409)
    }))
})
