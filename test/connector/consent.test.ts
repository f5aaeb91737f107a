import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { callMeta } from "#schemas/connector/meta"
import { createRequestStateCodec } from "@modelcontextprotocol/server"
import { age, contact, get, isThere, reject, stateOf, toldOf as eventsOf } from "../agents/consent-calls.ts"
import { emailOf, TestServer, json, send } from "../support/test-server.ts"
import { ask, call, connect, grantable, type TestGrant, toldOf } from "./grants.ts"

const capabilities = { elicitation: {} }
const yes = { confirm: { action: "accept", content: { approve: true } } }

const connected = (client = "Claude") => connect({ person: "owner", scopes: grantable, client })

const remove = (held: TestGrant, id: number, params: object = {}, options: { capabilities?: object; meta?: object } = {}) =>
  Effect.map(ask(held, "tools/call", { name: "delete_contact", arguments: { id }, ...params }, options), ({ message }) => message)

/** Asks to delete a contact as a client that can ask its user: the question, and what is kept. */
const asked = Effect.fnUntraced(function*(held: TestGrant, id: number) {
  const message = yield* remove(held, id, {}, { capabilities })
  assert.strictEqual(message.result?.resultType, "input_required", JSON.stringify(message))
  return { state: message.result.requestState as string, question: message.result.inputRequests.confirm }
})

const answer = (held: TestGrant, id: number, requestState: string, inputResponses: object = yes) =>
  remove(held, id, { requestState, inputResponses }, { capabilities })

const lastConsent = Effect.map(send("/agent/consents?limit=1", { key: "acme" }), ({ json: { items } }) => items[0])

const lastReceipt = (verb: string) => Effect.map(send(`/agent/receipts?limit=1&verb=${verb}`, { key: "acme" }), ({ json: { items } }) => items[0])

layer(TestServer, { excludeTestServices: true })("consent of a person whom their client asks", (it) => {
  it.effect("shows what would change and that no money moves, and does it on yes, in the person's name", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const id = yield* contact()
      const { question, state } = yield* asked(held, id)
      assert.strictEqual(question.method, "elicitation/create")
      assert.match(question.params.message, /^Claude wants to do this: Delete contact /)
      assert.include(question.params.message, `contact ${id} “Ladder” would be `)
      assert.include(question.params.message, "No money moves.")
      assert.strictEqual(question.params.requestedSchema.properties.approve.type, "boolean")
      assert.isTrue(yield* isThere(id))

      const told = toldOf(yield* answer(held, id, state))
      assert.isUndefined(told.error, told.text)
      assert.isFalse(yield* isThere(id))
      const consent = yield* lastConsent
      assert.strictEqual(consent.state, "executed")
      const by = { agent: "Claude", mode: "elicitation", human_initiator: emailOf("owner") }
      assert.deepStrictEqual(consent.steps.map(({ actor, key_id, state }: any) => ({ actor, key_id, state })), [
        { state: "proposed", key_id: held.key_id, actor: { agent: "Claude" } },
        { state: "previewed", key_id: held.key_id, actor: { agent: "Claude" } },
        { state: "approved", key_id: held.key_id, actor: by },
        { state: "executed", key_id: held.key_id, actor: { agent: "Claude" } }
      ])
      assert.deepStrictEqual((yield* lastReceipt("approve_consent")).actor, by)
      assert.deepStrictEqual((yield* lastReceipt("delete_contact")).consent.approved_by, { key_id: held.key_id, actor: by })
      assert.deepStrictEqual(yield* eventsOf(consent.id), ["consent.requested", "consent.approved", "consent.executed"])
    }))

  it.effect("does nothing on no, and nothing on a question that was closed", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const id = yield* contact()
      for (const no of [{ action: "decline" }, { action: "accept", content: { approve: false } }, { action: "accept" }, { action: "accept", content: { approve: "true" } }]) {
        const { state } = yield* asked(held, id)
        const { error } = toldOf(yield* answer(held, id, state, { confirm: no }))
        assert.strictEqual(error.code, "confirmation.declined")
        assert.strictEqual((yield* lastConsent).state, "rejected")
        assert.isTrue(yield* isThere(id))
      }
      const { state } = yield* asked(held, id)
      const { error } = toldOf(yield* answer(held, id, state, { confirm: { action: "cancel" } }))
      assert.strictEqual(error.code, "confirmation_required")
      assert.strictEqual(error.consent.state, "previewed")
      assert.match(error.consent.page_url, /^http:\/\/127\.0\.0\.1:\d+\/dashboard\/consents\/\d+$/)
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("takes what was kept for this call of this connection, whole, in time and once", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const other = yield* connected("Other")
      const [id, second] = [yield* contact(), yield* contact()]
      const { state } = yield* asked(held, id)
      const refused = Effect.fnUntraced(function*(what: string, message: any) {
        assert.strictEqual(message.error?.code, -32602, `${what}: ${JSON.stringify(message)}`)
        assert.isTrue(yield* isThere(id), what)
        assert.isTrue(yield* isThere(second), what)
      })
      const [head, body, mac] = state.split(".") as [string, string, string]
      const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), exp: 9_999_999_999 })).toString("base64url")
      yield* refused("forged", yield* answer(held, id, [head, forged, mac].join(".")))
      yield* refused("cut", yield* answer(held, id, state.slice(0, -2)))
      yield* refused("nothing", yield* answer(held, id, "v1.e30.e30"))
      yield* refused("another connection's", yield* answer(other, id, state))
      yield* refused("another call's", yield* answer(held, second, state))
      const key = (yield* SecretStore).derive("mcp connector state", 32)
      const late = createRequestStateCodec<unknown>({ key, ttlSeconds: -1 })
      const payload = JSON.parse(Buffer.from(body, "base64url").toString()).p
      yield* refused("late", yield* answer(held, id, yield* Effect.promise(() => late.mint(payload))))

      assert.isUndefined(toldOf(yield* answer(held, id, state)).error)
      const again = toldOf(yield* answer(held, id, state))
      assert.strictEqual(again.error.code, "conflict", again.text)
      assert.strictEqual(yield* stateOf((yield* lastConsent).id), "executed")
    }))

  it.effect("is not the word of one who may not approve, nor of a client that cannot ask", () =>
    Effect.gen(function*() {
      const member = yield* connect({ person: "member", scopes: grantable })
      const id = yield* contact()
      const told = toldOf(yield* remove(member, id, {}, { capabilities }))
      assert.strictEqual(told.error.code, "confirmation_required")
      assert.include(told.error.hint, "an owner or admin of the company")
      const held = yield* connected()
      for (const capabilities of [{}, { sampling: {} }]) {
        const { error } = toldOf(yield* remove(held, id, {}, { capabilities }))
        assert.strictEqual(error.code, "confirmation_required")
        assert.strictEqual(error.status, 428)
        assert.strictEqual(error.consent.preview.changes[0].object, "contact")
        assert.match(error.consent.summary, /^Delete contact Ladder$/)
        const { state } = yield* asked(held, id)
        const unasked = toldOf(yield* remove(held, id, { requestState: state, inputResponses: yes }, { capabilities }))
        assert.strictEqual(unasked.error.code, "confirmation_required", "who could ask before, and cannot now, asked nobody")
      }
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("is given on the page alone where nothing takes it back, whatever a client answers", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const note = yield* send("/crm/activities", { key: "acme", method: "POST", ...json({ kind: "note", contact_id: yield* contact(), subject: "Met" }) })
      const id: number = note.json.id
      const call = (options: object, params: object = {}) =>
        Effect.map(ask(held, "tools/call", { name: "delete_activity", arguments: { id }, ...params }, options), ({ message }) => message)
      const told = toldOf(yield* call({ capabilities }))
      assert.deepStrictEqual([told.error.code, told.error.consent.approve_on, told.error.consent.undo], ["confirmation_required", "page", null])
      assert.include(told.error.hint, told.error.consent.page_url)

      /* What was kept for a question about something else that could be answered there says nothing of this. */
      const other = yield* contact()
      const { state } = yield* asked(held, other)
      assert.strictEqual((yield* call({ capabilities }, { requestState: state, inputResponses: yes })).error?.code, -32602)

      const url = { elicitation: { url: {}, form: {} } }
      const opening = yield* call({ capabilities: url })
      const { params } = opening.result.inputRequests.confirm
      assert.deepStrictEqual([params.mode, params.url], ["url", told.error.consent.page_url])
      assert.include(params.message, "This cannot be undone.")
      const opened = { requestState: opening.result.requestState, inputResponses: yes }
      assert.strictEqual(toldOf(yield* call({ capabilities: url }, opened)).error.code, "confirmation_required", "opened, and not approved")
      assert.strictEqual((yield* send(`/crm/activities?contact_id=${note.json.contact_id}`, { key: "acme" })).json.total, 1)
      yield* send(`/agent/consents/${told.error.consent.id}/approve`, { key: "owner", method: "POST" })
      assert.isUndefined(toldOf(yield* call({ capabilities: url }, opened)).error, "approved there")
    }))

  it.effect("is given on the page for all where the company wants that, also while a question is open", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const id = yield* contact()
      const { state } = yield* asked(held, id)
      const settings = (approval_on_page: string) =>
        send("/company/settings", { key: "owner", method: "PATCH", ...json({ approval_on_page }) })
      assert.strictEqual((yield* settings("always")).status, 200)
      assert.strictEqual(toldOf(yield* answer(held, id, state)).error.code, "forbidden")
      assert.strictEqual(toldOf(yield* remove(held, id, {}, { capabilities })).error.consent.approve_on, "page")
      assert.isTrue(yield* isThere(id))
      yield* settings("irreversible")
      assert.isUndefined(toldOf(yield* answer(held, id, state)).error)
    }))

  it.effect("is not asked for what would be refused anyway", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const { error } = toldOf(yield* remove(held, 999_999, {}, { capabilities }))
      assert.strictEqual(error.code, "not_found")
    }))
})

const waiting = Effect.fnUntraced(function*(held: TestGrant, id: number) {
  const { error } = toldOf(yield* remove(held, id))
  assert.strictEqual(error?.code, "confirmation_required", JSON.stringify(error))
  return error.consent.id as number
})

const approve = (consent: number) =>
  Effect.map(send(`/agent/consents/${consent}/approve`, { key: "owner", method: "POST" }), ({ json, status, text }): string => {
    assert.strictEqual(status, 200, text)
    return json.confirmation
  })

layer(TestServer, { excludeTestServices: true })("consent of a person on the page", (it) => {
  it.effect("lets the very same call through, once", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const [id, second] = [yield* contact(), yield* contact()]
      yield* approve(yield* waiting(held, id))
      assert.strictEqual(toldOf(yield* remove(held, second)).error.code, "confirmation_required", "another call")
      const other = yield* connected("Other")
      assert.strictEqual(toldOf(yield* remove(other, id)).error.code, "confirmation_required", "another connection")
      assert.isTrue(yield* isThere(id))
      assert.isUndefined(toldOf(yield* remove(held, id)).error)
      assert.isFalse(yield* isThere(id))
      assert.deepInclude((yield* lastReceipt("delete_contact")).consent, { state: "executed" })
      yield* send(`/crm/contacts/${id}/restore`, { key: "acme", method: "POST" })
      assert.strictEqual(toldOf(yield* remove(held, id)).error.code, "confirmation_required", "once")
      assert.isTrue(yield* isThere(id))
    }))

  it.effect("holds for fifteen minutes, and not once it was taken back", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const [id, second] = [yield* contact(), yield* contact()]
      const late = yield* waiting(held, id)
      yield* approve(late)
      yield* age(late, "15 minutes")
      assert.strictEqual(toldOf(yield* remove(held, id)).error.code, "confirmation_required")
      const taken = yield* waiting(held, second)
      yield* approve(taken)
      assert.strictEqual((yield* reject(taken)).status, 200)
      assert.strictEqual(toldOf(yield* remove(held, second)).error.code, "confirmation_required")
      assert.isTrue((yield* isThere(id)) && (yield* isThere(second)))
    }))

  it.effect("is used by one of many calls at once", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const id = yield* contact()
      yield* approve(yield* waiting(held, id))
      const told = yield* Effect.all(Array.from({ length: 8 }, () => remove(held, id)), { concurrency: "unbounded" })
      assert.strictEqual(told.map(toldOf).filter(({ error }) => error === undefined).length, 1)
      assert.isFalse(yield* isThere(id))
    }))

  it.effect("can be handed over as a confirmation, good for this call of this connection", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const other = yield* connected("Other")
      const [id, second] = [yield* contact(), yield* contact()]
      const meta = { [callMeta.confirmation]: yield* approve(yield* waiting(held, id)) }
      assert.strictEqual(toldOf(yield* remove(held, second, {}, { meta })).error.code, "conflict", "other arguments")
      assert.strictEqual(toldOf(yield* remove(other, id, {}, { meta })).error.code, "conflict", "another connection")
      assert.isTrue((yield* isThere(id)) && (yield* isThere(second)))
      assert.isUndefined(toldOf(yield* remove(held, id, {}, { meta })).error)
      assert.strictEqual(toldOf(yield* remove(held, id, {}, { meta })).error.code, "conflict", "used")
    }))

  it.effect("is never the connection's own to give", () =>
    Effect.gen(function*() {
      const held = yield* connected()
      const id = yield* contact()
      const consent = yield* waiting(held, id)
      for (const verb of ["approve_consent", "reject_consent"]) {
        assert.strictEqual((yield* call(held, verb, { id: consent })).error.code, "forbidden", verb)
      }
      const rest = yield* send(`/agent/consents/${consent}/approve`, {
        method: "POST", headers: { authorization: `Bearer ${held.token}` }, ...json({})
      })
      assert.strictEqual(rest.status, 401)
      assert.strictEqual((yield* get(consent)).json.state, "previewed")
    }))
})
