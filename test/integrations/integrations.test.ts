import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { json, type Key, send, TestServerWith } from "../support/test-server.ts"
import { discordServer, slackServer } from "./chat-server.ts"

const SLACK = "/services/T000/B000/XXXXXXXXXXXXXXXX"
const DISCORD = "/api/webhooks/1234567890/abcdefghijklmnop"

class Chats extends Context.Service<Chats, {
  readonly slack: Effect.Success<ReturnType<typeof slackServer>>
  readonly discord: Effect.Success<ReturnType<typeof discordServer>>
}>()("test/Chats") {}

const server = Layer.unwrap(Effect.gen(function*() {
  const slack = yield* slackServer(SLACK)
  const discord = yield* discordServer(DISCORD)
  const integrationUrls = new Map([["slack", new URL(slack.url)], ["discord", new URL(discord.url)]])
  return TestServerWith({ integrationUrls, webhookAllowHosts: ["127.0.0.1"], webhookAllowHttp: true }).pipe(
    Layer.provideMerge(Layer.succeed(Chats, { slack, discord }))
  )
}))

const call = (method: string, path: string, body?: object, key: Key = "acme") =>
  send(`/integrations${path}`, { key, method, ...body === undefined ? {} : json(body) })

const connect = (key: string, body: object = {}) => call("POST", `/${key}/connect`, body)
const contact = (body: object) => send("/crm/contacts", { key: "acme", method: "POST", ...json(body) })

layer(server, { excludeTestServices: true })("integrations", (it) => {
  it.effect("are listed by kind with how the company is connected, and say what is not built", () =>
    Effect.gen(function*() {
      const all = (yield* call("GET", "/?limit=200")).json
      assert.strictEqual(all.total, all.items.length)
      for (const { left_out, limits, name, reads, state, status, writes } of all.items) {
        assert.strictEqual(state, "not_connected", name)
        assert.isNotEmpty(limits + left_out, name)
        if (status === "available") assert.isAbove(reads.length + writes.length, 0, name)
        else assert.strictEqual((yield* connect(all.items.find((one: any) => one.name === name).key)).status, 409, name)
      }
      const chats = (yield* call("GET", "/?kind=team_chat")).json.items.map(({ key }: any) => key)
      assert.deepStrictEqual(chats, ["slack", "discord"])
      assert.strictEqual((yield* call("GET", "/nothing")).status, 422)
    }))

  it.effect("tell Slack and Discord of events, and say when a channel no longer takes them", () =>
    Effect.gen(function*() {
      const { discord, slack } = yield* Chats
      const sql = yield* OwnerSql
      for (const [body, field] of [[{}, "secret_address"], [{ secret_address: "https://elsewhere.example/services/T/B/XXXXXXXXXXXX" }, "secret_address"], [
        { secret_address: slack.url + SLACK, token: "x" }, "token"
      ]] as const) {
        const refused = yield* connect("slack", body)
        assert.deepStrictEqual([refused.status, refused.json.details[0].field], [422, field], refused.text)
        assert.notInclude(refused.text, "XXXX")
      }
      assert.strictEqual((yield* connect("slack", { secret_address: `${slack.url}${SLACK}Z` })).status, 422)

      const made = yield* connect("slack", { secret_address: slack.url + SLACK, events: ["contact.created"] })
      assert.deepInclude(made.json, { state: "connected", failure: null, key: "slack" }, made.text)
      const other = yield* connect("discord", { secret_address: discord.url + DISCORD, events: ["contact.*"] })
      assert.deepInclude(other.json, { state: "connected", account: "Sales" }, other.text)
      assert.strictEqual((yield* send("/webhooks", { key: "acme" })).json.total, 0, "a team chat is no endpoint to be read or changed there")
      const [kept] = yield* sql<{ all: string }>`select (select jsonb_agg(i) from integrations i)::text || (select jsonb_agg(w) from webhooks w)::text
        || (select jsonb_agg(r.changes) from receipts r)::text || (select jsonb_agg(e.data) from events e)::text as all`
      assert.notInclude(kept!.all, "XXXXXXXXXXXXXXXX")
      assert.notInclude(kept!.all, "abcdefghijklmnop")

      yield* contact({ first_name: "Grace <!channel>", last_name: "Hopper & Co" })
      yield* eventually(Effect.sync(() => [slack.messages.length, discord.messages.length]), ([a, b]) => a === 1 && b === 1)
      assert.match(slack.messages[0]!.text, /^A contact was added\. Grace &lt;!channel&gt; Hopper &amp; Co \(contact \d+\)$/u)
      assert.match(discord.messages[0]!.content, /Grace <!channel> Hopper & Co/u)
      assert.deepStrictEqual(discord.messages[0]!.allowed_mentions, { parse: [] })

      slack.remove()
      const checked = yield* call("POST", "/slack/check")
      assert.deepInclude(checked.json, { state: "needs_reconnection", failure: "The channel takes no messages at this address: make a new one there." }, checked.text)
      const [failed] = yield* sql<{ data: any }>`select data from events where kind = 'integration.failed'`
      assert.deepInclude(failed!.data.object, { key: "slack", state: "needs_reconnection" })

      assert.strictEqual((yield* call("DELETE", "/discord")).json.state, "not_connected")
      yield* contact({ first_name: "Ada" })
      yield* eventually(sql<{ n: number }>`select count(*)::int as n from events where sequence is null`, ([row]) => row!.n === 0)
      assert.lengthOf(discord.messages, 1)
      assert.strictEqual((yield* call("DELETE", "/slack")).status, 200)
      assert.strictEqual((yield* call("POST", "/slack/check")).status, 409)
    }))

  it.effect("take people from any system at an address of their own", () =>
    Effect.gen(function*() {
      const { json: { address } } = yield* connect("inbound_webhook")
      const to = new URL(address).pathname
      const post = (body: string, type = "application/json") => send(to, { method: "POST", body, headers: { "content-type": type } })
      const byEmail = (email: string) =>
        Effect.map(send("/crm/contacts?limit=200", { key: "acme" }), ({ json: { items } }) => items.filter((one: any) => one.email === email))

      assert.strictEqual((yield* post(JSON.stringify({ data: { "E-Mail": "Grace@Forms.example", name: "Grace Brewster Hopper", phone: "12" } }))).status, 202)
      const [made] = yield* byEmail("grace@forms.example")
      assert.deepInclude(made, { first_name: "Grace", last_name: "Brewster Hopper", email: "grace@forms.example", phone: null, source: "inbound webhook" })
      assert.strictEqual((yield* post("email=grace%40forms.example&first_name=Other&phone=%2B12025550123", "application/x-www-form-urlencoded")).status, 202)
      const [filled] = yield* byEmail("grace@forms.example")
      assert.deepInclude(filled, { first_name: "Grace", phone: "+12025550123", version: made.version + 1 })
      assert.strictEqual((yield* post(JSON.stringify({ email: "grace@forms.example", phone: "+12025550123" }))).status, 202)
      assert.lengthOf(yield* byEmail("grace@forms.example"), 1)
      assert.strictEqual((yield* byEmail("grace@forms.example"))[0].version, filled.version, "what is there already changes nothing")

      for (const body of ["{", "[]", "{}", "null", JSON.stringify({ email: "nobody" })]) assert.strictEqual((yield* post(body)).status, 400, body)

      const again = yield* connect("inbound_webhook", { mapping: { email: "lead.contact.mail", first_name: "lead.who" } })
      assert.strictEqual(again.json.address, address, "connecting again keeps the address")
      yield* post(JSON.stringify({ email: "wrong@forms.example", lead: { who: "Ada", contact: { mail: "ada@forms.example" } } }))
      assert.deepInclude((yield* byEmail("ada@forms.example"))[0], { first_name: "Ada" })
      assert.isEmpty(yield* byEmail("wrong@forms.example"))

      assert.strictEqual((yield* call("GET", "/inbound_webhook", undefined, "viewer")).json.address, null, "who only sees cannot send")
      yield* call("DELETE", "/inbound_webhook")
      assert.strictEqual((yield* post(JSON.stringify({ email: "late@forms.example" }))).status, 404)
    }))
})
