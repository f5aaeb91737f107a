import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf, random } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { account, by, entered, type Here, person, type Person } from "../auth/people.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, json, send } from "../support/test-server.ts"
import { contact, propose, stateOf } from "./consent-calls.ts"
import { within1s } from "../support/within.ts"

const agent = { "x-service-agent": "ada" }
const remove = (who: Pick<Person, "headers">, id: number, headers: Readonly<Record<string, string>> = {}) =>
  by(who, `/crm/contacts/${id}`, { method: "DELETE", headers })
const approve = (who: Pick<Person, "headers">, consent: number, headers: Readonly<Record<string, string>> = {}) =>
  by(who, `/agent/consents/${consent}/approve`, { method: "POST", headers })

/** A consent that somebody's session asks for. */
const asked = Effect.fnUntraced(function*(who: Pick<Person, "headers">, headers: Readonly<Record<string, string>> = {}): Effect.fn.Return<any, never, Here> {
  const id = yield* contact()
  const sent = yield* remove(who, id, headers)
  assert.strictEqual(sent.status, 428, sent.text)
  return { id, consent: sent.json.consent }
})

/** A credential that no operation makes just so, put in by the database's owner. */
const credential = Effect.fnUntraced(function*(row: Readonly<Record<string, unknown>>) {
  const sql = yield* OwnerSql
  const secret = makeKey("live", random)
  yield* sql`insert into api_keys ${
    sql.insert({ company_id: companyIds.acme, hash: hashOf(secret), prefix: prefixOf(secret), label: "made", mode: "live", scopes: [], ...row })
  }`
  return { headers: { authorization: `Bearer ${secret}` } }
}, Effect.orDie)

layer(TestServer, { excludeTestServices: true })("an approval", (it) => {
  it.effect("is a person's own, of what they asked for themselves", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const { consent, id } = yield* asked(ada)
      assert.match(consent.page_url, new RegExp(`^http://127.0.0.1:\\d+/dashboard/consents/${consent.id}$`))
      assert.match(consent.approve_url, new RegExp(`/api/v1/agent/consents/${consent.id}/approve$`))
      const { json: detail } = yield* by(ada, `/agent/consents/${consent.id}`)
      assert.strictEqual(detail.page_url, consent.page_url)
      const { json: { confirmation } } = yield* approve(ada, consent.id)
      const other = yield* contact()
      const otherwise = yield* remove(ada, other, { "x-service-confirmation": confirmation })
      assert.deepStrictEqual([otherwise.status, otherwise.json.code], [409, "conflict"])
      const stranger = yield* person("admin")
      for (const who of [stranger, yield* entered(ada.email, "acme")]) {
        assert.strictEqual((yield* remove(who, id, { "x-service-confirmation": confirmation })).status, 409)
      }
      assert.strictEqual((yield* send(`/crm/contacts/${id}`, { key: "cautious", method: "DELETE", headers: { "x-service-confirmation": confirmation } })).status, 409)
      assert.strictEqual((yield* remove(ada, id, { "x-service-confirmation": confirmation })).status, 200)
      assert.strictEqual((yield* remove(ada, id, { "x-service-confirmation": confirmation })).status, 409)
    }))

  it.effect("is an owner's or admin's of what a key, a colleague or their own tool client asked for", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const grant = yield* credential({ kind: "grant", user_id: ada.user, scopes: ["crm:write"], agent: "helper" })
      const { id: ofKey } = yield* propose(yield* contact())
      const { consent: ofMember } = yield* asked(yield* person("member"))
      const { consent: ofGrant } = yield* asked(grant)
      for (const consent of [ofKey, ofMember.id, ofGrant.id]) assert.strictEqual((yield* approve(ada, consent)).status, 200)
      for (const role of ["member", "viewer"] as const) {
        const sent = yield* approve(yield* person(role), ofGrant.id)
        assert.deepStrictEqual([sent.status, sent.json.scope], [403, "consents:approve"], sent.text)
      }
    }))

  it.effect("is everybody's own of what is about their account, and of nothing else", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const eve = yield* person("viewer")
      yield* sql`update identity.accounts set totp_secret = 'sealed', totp_confirmed_at = now() where email = ${eve.email}`
      yield* sql`update sessions set stepped_up_at = now() where account_id = (select id from identity.accounts where email = ${eve.email})`
      const off = (headers: Readonly<Record<string, string>> = {}) => by(eve, "/auth/2fa", { method: "DELETE", headers })
      const { json: { consent } } = yield* off()
      const other = yield* approve(yield* person("viewer"), consent.id)
      assert.deepStrictEqual([other.status, other.json.scope], [403, "consents:approve"], other.text)
      const { json: { confirmation } } = yield* approve(eve, consent.id)
      assert.strictEqual((yield* off({ "x-service-confirmation": confirmation })).status, 200)

      const { consent: theirs } = yield* asked(yield* person("member"))
      const rejected = yield* by(eve, `/agent/consents/${theirs.id}/reject`, { method: "POST", ...json({}) })
      assert.deepStrictEqual([rejected.status, rejected.json.scope], [403, "consents:approve"], rejected.text)
    }))

  it.effect("is no agent's: by no header, no key, no connection, and not by the session it asked through", () =>
    Effect.gen(function*() {
      const ada = yield* person("admin")
      const { consent } = yield* asked(ada, agent)
      const agents = yield* credential({ kind: "key", agent: "ada", scopes: ["agents:write", "crm:write"] })
      const grant = yield* credential({ kind: "grant", user_id: ada.user, scopes: ["crm:write", "consents:approve"] })
      const own = yield* credential({ kind: "key", scopes: ["crm:write", "consents:approve"] })
      const { consent: ofOwn } = yield* asked(own)
      for (const [who, id, headers, words] of [
        [ada, consent.id, agent, "X-Service-Agent"],
        [ada, consent.id, {}, "through this very session"],
        [agents, consent.id, {}, "which no agent has"],
        [grant, consent.id, {}, "This needs a person"],
        [own, ofOwn.id, {}, "cannot approve its own call"],
        [own, consent.id, agent, "X-Service-Agent"]
      ] as const) {
        const sent = yield* approve(who, id, headers)
        assert.deepStrictEqual([sent.status, sent.json.code], [403, "forbidden"], sent.text)
        assert.include(sent.json.message, words)
      }
      for (const id of [consent.id, ofOwn.id]) assert.strictEqual(yield* stateOf(id), "proposed")
      assert.strictEqual((yield* approve(yield* entered(ada.email, "acme"), consent.id)).status, 200)
    }))

  it.effect("takes somebody who may do it themselves; what takes a person, no key approves", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ada = yield* person("admin")
      const { json: { id } } = yield* by(ada, "/auth/api-keys", { method: "POST", ...json({ label: "x", mode: "live", scopes: ["crm:read"] }) })
      const { json: { consent } } = yield* by(ada, `/auth/api-keys/${id}`, { method: "DELETE" })
      const byKey = yield* send(`/agent/consents/${consent.id}/approve`, { key: "acme", method: "POST" })
      assert.deepStrictEqual([byKey.status, byKey.json.code], [403, "forbidden"])
      assert.include(byKey.json.message, "You cannot approve what you may not do yourself (revoke_api_key). This needs a signed-in person")

      /* The tier fell since it was asked for. */
      const { json: { consent: later } } = yield* by(ada, `/auth/members/${(yield* person("member")).user}`, { method: "DELETE" })
      yield* sql`update companies set tier = 'starter' where id = ${companyIds.acme}`
      const runs = Effect.map(by(ada, "/workflows/runs?limit=1"), ({ status }) => status)
      yield* within1s(403, runs)
      const low = yield* approve(ada, later.id)
      yield* sql`update companies set tier = 'enterprise' where id = ${companyIds.acme}`
      assert.deepStrictEqual([low.status, low.json.upgrade_to], [403, "builder"], low.text)
      assert.include(low.json.message, "remove_member")
      yield* within1s(200, runs)
      assert.strictEqual((yield* approve(ada, later.id)).status, 200)
    }))

  it.effect("is not given by a person whose role in the company is over, or another's", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { email } = yield* account({ acme: "admin", bolt: "owner" })
      const elsewhere = yield* entered(email, "bolt")
      const here = yield* entered(email, "acme")
      const { id } = yield* propose(yield* contact())
      assert.strictEqual((yield* approve(elsewhere, id)).status, 404)
      yield* sql`update users set removed_at = now() where id = ${here.user} and company_id = ${companyIds.acme}`
      yield* within1s(401, Effect.map(by(here, "/agent/consents"), ({ status }) => status))
      assert.strictEqual((yield* approve(here, id)).status, 401)
      assert.strictEqual((yield* by(elsewhere, "/agent/consents")).status, 200)
    }))
})
