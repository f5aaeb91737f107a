import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { follow } from "../contract/bodies/reading.ts"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, TestServerWith } from "../support/test-server.ts"
import { knows } from "./knowing.ts"
import { askingAt, modelServer } from "./model-server.ts"

const ask = (body: object, key: Key = "acme", path = "/chat/message", headers: Record<string, string> = {}) =>
  send(path, { key, method: "POST", ...json(body), headers })

const visit = (body: object, headers: Record<string, string> = {}, key: Key = "acmeShop") => ask(body, key, "/chat/public/message", headers)

const REFUNDS = "A refund goes back to the card within five working days. Goods have to come back within thirty days."

const port = Effect.map(HttpServer.addressFormattedWith(Effect.succeed), (address) => Number(new URL(address).port))

const cites = modelServer(() => ({ words: ["A refund ", "takes ", "five days ", "[#", "1] ", "[#9]."] }))

const Server = Layer.unwrap(Effect.map(cites, (model) => TestServerWith(askingAt(model.url))))

layer(Server, { excludeTestServices: true })("the chat", (it) => {
  it.effect("answers from what the company knows, cites it, and drops pointers at anything else", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      const { json: answer, status, text } = yield* ask({ message: "How long does a refund take?" })
      assert.strictEqual(status, 201, text)
      assert.strictEqual(answer.outcome, "answered")
      assert.strictEqual(answer.message.text, "A refund takes five days [1].")
      assert.strictEqual(answer.message.dropped_citations, 1)
      assert.deepInclude(answer.message.citations[0], { n: 1, title: "Returns and refunds", url: "https://acme.example/help" })
      assert.deepInclude(answer.message, { provider: "openai", model: "gpt-4.1-mini", simulated: false })
      const usage = (yield* send("/chat/usage", { key: "acme" })).json
      const line = usage.lines.find(({ agent }: any) => agent === "chat")
      assert.strictEqual(line.model, "openai/gpt-4.1-mini")
      assert.isAtLeast(line.tokens, answer.message.tokens)
    }))

  it.effect("says that it does not know where there is nothing that fits, asks no model, and keeps the question", () =>
    Effect.gen(function*() {
      const before = (yield* send("/chat/usage", { key: "acme" })).json.used
      const { json: answer } = yield* ask({ message: "Which zebra won the championship in Timbuktu?" })
      assert.deepInclude(answer, { outcome: "unknown" })
      assert.deepInclude(answer.message, { tokens: 0, citations: [], provider: null })
      assert.strictEqual((yield* send("/chat/usage", { key: "acme" })).json.used, before)
    }))

  it.effect("with a test key quotes the passages, and says that it is simulated", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      const { json: answer } = yield* ask({ message: "How long does a refund take?" }, "acmeTest")
      assert.isTrue(answer.message.simulated)
      assert.match(answer.message.text, /^\(Simulated answer.*A refund goes back to the card within five working days\. \[1\]/u)
      assert.strictEqual(answer.outcome, "answered")
    }))

  it.effect("tells nobody what is for others to read, nor what another company knows", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Margins", "The secret margin of the walnut table is forty percent.", "staff")
      yield* knows("bolt", "Walnut", "The walnut table of Bolt costs nine hundred.", "public")
      for (const audience of ["public", "customers"] as const) {
        const { json: answer } = yield* ask({ message: "What is the secret margin of the walnut table?", audience })
        assert.strictEqual(answer.outcome, "unknown", audience)
      }
      const { json: staff } = yield* ask({ message: "What is the secret margin of the walnut table?" })
      assert.strictEqual(staff.message.citations[0].title, "Margins")
      assert.strictEqual((yield* visit({ message: "What is the secret margin of the walnut table?" })).json.outcome, "unknown")
    }))

  it.effect("goes on with a visitor's own conversation only, and hands over to a person where one is asked for", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      const first = yield* visit({ message: "How long does a refund take?" })
      assert.strictEqual(first.status, 201, first.text)
      const token = { "x-service-visitor": first.headers.get("x-service-visitor")! }
      const { conversation_id } = first.json
      assert.strictEqual((yield* visit({ message: "And what of goods that come back?", conversation_id })).status, 404)
      assert.strictEqual((yield* ask({ message: "And goods?", conversation_id })).status, 404)
      const second = yield* visit({ message: "I want a person", conversation_id, wants_person: true }, token)
      assert.deepInclude(second.json, { outcome: "handed_over", conversation_id })
      const found = (yield* send(`/chat/conversations/${conversation_id}`, { key: "acme" })).json
      assert.deepInclude(found, { status: "handed_over", channel: "visitor", messages: 4 })
      assert.lengthOf(found.latest, 4)
      const task = (yield* send(`/crm/tasks/${found.task_id}`, { key: "acme" })).json
      assert.include(task.notes, "Asked: How long does a refund take?")
      const again = (yield* send(`/chat/conversations/${conversation_id}/hand-over`, { key: "acme", method: "POST", ...json({}) })).json
      assert.strictEqual(again.task_id, found.task_id)
    }))

  it.effect("tells the person of what a visitor writes after that, once of what is written together", () =>
    Effect.gen(function*() {
      const first = yield* visit({ message: "Let me talk to somebody", wants_person: true })
      const token = { "x-service-visitor": first.headers.get("x-service-visitor")! }
      const { conversation_id } = first.json
      const at = `/chat/conversations/${conversation_id}`
      const taskOf = Effect.flatMap(send(at, { key: "acme" }), ({ json: { task_id } }) => Effect.map(send(`/crm/tasks/${task_id}`, { key: "acme" }), ({ json }) => json))
      const says = (message: string) => Effect.tap(visit({ message, conversation_id }, token), ({ json }) => Effect.sync(() => assert.strictEqual(json.outcome, "handed_over")))
      const told = OwnerSql.use((sql) => Effect.map(
        sql<{ n: number }>`select count(*)::int as n from events where kind = 'conversation.message_received' and data -> 'object' ->> 'id' = ${String(conversation_id)}`,
        ([row]) => row!.n))
      const task = yield* taskOf
      yield* says("It is about the blue lamp.")
      assert.strictEqual(yield* told, 0)
      assert.strictEqual((yield* taskOf).notes, task.notes)

      yield* send(`/crm/tasks/${task.id}/complete`, { key: "acme", method: "POST" })
      yield* says("Is anybody there?")
      yield* says("Hello?")
      assert.strictEqual(yield* told, 1)
      assert.deepInclude(yield* taskOf, { id: task.id, status: "open", completed_at: null, notes: `${task.notes}\n\nWrote again: Is anybody there?` })

      yield* send(`${at}/reply`, { key: "owner", method: "POST", ...json({ message: "Here I am." }) })
      yield* says("The blue lamp flickers.")
      yield* says("Every evening.")
      assert.strictEqual(yield* told, 2)
      assert.match((yield* taskOf).notes, /Wrote again: The blue lamp flickers\.$/u)
      yield* OwnerSql.use((sql) => sql`update ai_messages set created_at = created_at - interval '1 hour' where conversation_id = ${conversation_id}`)
      yield* says("It still flickers.")
      assert.strictEqual(yield* told, 3)

      yield* send(`/crm/tasks/${task.id}`, { key: "acme", method: "DELETE" })
      yield* says("And now it is dark.")
      const next = yield* taskOf
      assert.notStrictEqual(next.id, task.id)
      yield* send(at, { key: "acme", method: "PATCH", ...json({ status: "open" }) })
      assert.strictEqual((yield* visit({ message: "A person, please", conversation_id, wants_person: true }, token)).json.outcome, "handed_over")
      const last = yield* taskOf
      assert.notStrictEqual(last.id, next.id)
      assert.strictEqual(last.status, "open")
    }))

  it.effect("lets a person answer, whom the visitor reads, and keeps silent itself until the conversation is opened again", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      const first = yield* visit({ message: "How long does a refund take?" })
      const token = { "x-service-visitor": first.headers.get("x-service-visitor")! }
      const { conversation_id } = first.json
      const at = `/chat/conversations/${conversation_id}`
      const said = yield* send(`${at}/reply`, { key: "owner", method: "POST", ...json({ message: "Yours left today." }) })
      assert.strictEqual(said.status, 201, said.text)
      const { json: kept } = yield* send(at, { key: "acme" })
      assert.deepInclude(kept, { status: "handed_over", messages: 3, assignee_id: said.json.author_id })
      assert.isNumber(said.json.author_id)
      const own = (headers: Record<string, string>) => send(`/chat/public/conversations/${conversation_id}`, { key: "acmeShop", headers })
      const { json: seen } = yield* own(token)
      assert.deepStrictEqual(seen.latest.map(({ role }: any) => role), ["user", "assistant", "person"])
      assert.strictEqual((yield* own({})).status, 404)
      const rate = (id: number, headers: Record<string, string>) =>
        send(`/chat/public/messages/${id}/feedback`, { key: "acmeShop", method: "POST", headers, ...json({ helpful: true }) })
      assert.strictEqual((yield* rate(seen.latest[1].id, {})).status, 404)
      assert.deepInclude((yield* rate(seen.latest[1].id, token)).json, { helpful: true })
      assert.strictEqual((yield* rate(seen.latest[2].id, token)).status, 409)
      assert.strictEqual((yield* visit({ message: "And the next one?", conversation_id }, token)).json.outcome, "handed_over")
      yield* send(at, { key: "acme", method: "PATCH", ...json({ status: "open" }) })
      assert.strictEqual((yield* visit({ message: "How long does a refund take?", conversation_id }, token)).json.outcome, "answered")
      yield* send(at, { key: "acme", method: "PATCH", ...json({ status: "closed" }) })
      assert.strictEqual((yield* send(`${at}/reply`, { key: "owner", method: "POST", ...json({ message: "Too late." }) })).status, 409)
    }))

  it.effect("streams what it makes, goes on where a line was cut, and replays whole under its key", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Returns and refunds", REFUNDS)
      const headers = { "idempotency-key": crypto.randomUUID() }
      const asked = { port: yield* port, path: "/chat/message", body: { message: "How long does a refund take?" } }
      const first = follow({ ...asked, headers })
      yield* Effect.promise(() => first.next(2))
      first.asking.destroy()
      const [one, two] = first.events
      assert.strictEqual(one!.data.type, "sources")
      const rest = yield* Effect.promise(() => follow({ ...asked, headers: { ...headers, "last-event-id": two!.id } }).all())
      const pieces = [...first.events.slice(0, 2), ...rest]
      const text = pieces.flatMap(({ data }) => data.type === "text" ? [data.text] : []).join("")
      assert.strictEqual(text, "A refund takes five days [1].")
      assert.strictEqual(rest.at(-1)!.event, "answer")
      const whole = yield* ask(asked.body, "acme", "/chat/message", headers)
      assert.strictEqual(whole.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(whole.json.message.id, rest.at(-1)!.data.message.id)
    }))

  it.effect("keeps what its readers thought of answers", () =>
    Effect.gen(function*() {
      const { json: answer } = yield* ask({ message: "Which zebra won?" })
      const rated = yield* send(`/chat/messages/${answer.message.id}/feedback`, { key: "acme", method: "POST", ...json({ helpful: false, comment: "No." }) })
      assert.deepInclude(rated.json, { helpful: false, comment: "No." })
      const { json: { latest: [question] } } = yield* send(`/chat/conversations/${answer.conversation_id}`, { key: "acme" })
      assert.strictEqual((yield* send(`/chat/messages/${question.id}/feedback`, { key: "acme", method: "POST", ...json({ helpful: true }) })).status, 409)
    }))

  it.effect("is shut to visitors where the company says so", () =>
    Effect.gen(function*() {
      const set = (visitors: boolean) => send("/chat/settings", { key: "acme", method: "PATCH", ...json({ visitors }) })
      assert.deepInclude((yield* set(false)).json, { visitors: false })
      assert.strictEqual((yield* visit({ message: "Anybody there?" })).status, 404)
      yield* set(true)
      assert.strictEqual((yield* visit({ message: "Anybody there?" })).status, 201)
    }))

  it.effect("deletes a conversation with all that was said", () =>
    Effect.gen(function*() {
      const { json: answer } = yield* ask({ message: "Which zebra won?" })
      assert.strictEqual((yield* send(`/chat/conversations/${answer.conversation_id}`, { key: "acme", method: "DELETE" })).status, 200)
      assert.strictEqual((yield* send(`/chat/conversations/${answer.conversation_id}`, { key: "acme" })).status, 404)
      assert.strictEqual((yield* ask({ message: "And?", conversation_id: answer.conversation_id })).status, 404)
    }))
})
