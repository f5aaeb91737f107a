import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { Asker } from "#schemas/ai/conversation"
import { sourcesFor } from "#workflows/ai/sources"
import { booked } from "../payments/booking.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { json, type Key, SecondServer, send, TestServerWith } from "../support/test-server.ts"
import { askingAt, MODEL_KEY } from "../ai/model-server.ts"
import { vectorServer } from "./vector-server.ts"

const call = (method: string, path: string, body?: object, key: Key = "acme") => send(path, { key, method, ...body !== undefined && json(body) })

const made = Effect.fnUntraced(function*(title: string, body: string, more: object = {}, key: Key = "acme", company = 1) {
  const { json: entry, status, text } = yield* call("POST", `/kb/company/${company}`, { title, body, ...more }, key)
  assert.strictEqual(status, 201, text)
  return entry.id as number
})

const titles = Effect.fnUntraced(function*(query: string, more: object = {}, key: Key = "acme") {
  const { json: answer, status, text } = yield* call("POST", "/kb/search", { query, ...more }, key)
  assert.strictEqual(status, 200, text)
  return answer.results.map(({ title }: { readonly title: string }) => title) as ReadonlyArray<string>
})

const vectors = OwnerSql.use((sql) => sql<{ passage_id: number; model: string }>`select passage_id, model from kb_vectors order by passage_id`)
const passages = OwnerSql.use((sql) => sql<{ id: number }>`select id from kb_passages where company_id in (1, 2) order by id`)
/** Every passage has a vector of this model. */
const whole = (model: string) => eventually(Effect.all([vectors, passages]), ([made, there]) =>
  made.length === there.length && made.every((one) => one.model === model))

let model: Effect.Success<ReturnType<typeof vectorServer>>
const settings = (name: string) => ({ ...askingAt(`${model.url}/v1`), openaiEmbeddingModel: Option.some(name) })

const Server = Layer.unwrap(Effect.map(vectorServer(MODEL_KEY), (server) => {
  model = server
  return TestServerWith(settings("small"))
}))

layer(Server, { excludeTestServices: true })("vectors of what a company knows", (it) => {
  it.effect("are made in the background, of what changed only, and find by meaning what words do not", () =>
    Effect.gen(function*() {
      const garage = yield* made("Workshop", "We mend every automobile.\n\n## Opening\n\nThe gate opens at eight.")
      yield* made("Canteen", "Soup is served at noon.")
      yield* made("Vacation", "Ask Ida before you take days off.", { audience: "staff" })
      yield* made("Attorney", "Our attorney is Mr Berg.", {}, "bolt", 2)
      yield* whole("small")
      assert.strictEqual((yield* titles("who can fix my car"))[0], "Workshop")
      assert.strictEqual((yield* titles("holiday"))[0], "Vacation")
      assert.notInclude(yield* titles("holiday", { audience: "public" }), "Vacation")
      assert.notInclude(yield* titles("lawyer"), "Attorney")
      assert.strictEqual((yield* titles("lawyer", {}, "bolt"))[0], "Attorney")
      assert.deepStrictEqual(yield* titles("lawyer", { kinds: ["page"] }, "bolt"), [])

      const before = model.asked.length
      yield* titles("who can fix my car")
      yield* titles("who can fix my ca", { typing: true })
      yield* titles("who can fix my car", {}, "acmeTest")
      assert.strictEqual(model.asked.length, before)

      const changed = yield* call("PUT", `/kb/company/1/entries/${garage}`, {
        title: "Workshop", body: "We mend every automobile.\n\n## Opening\n\nThe gate opens at nine."
      })
      assert.strictEqual(changed.status, 200, changed.text)
      yield* whole("small")
      assert.deepStrictEqual(model.asked.slice(before).map(({ input }) => input), [["Workshop\nOpening\nThe gate opens at nine."]])
      assert.strictEqual((yield* call("POST", `/kb/company/1/entries/${garage}/archive`)).status, 200)
      assert.notInclude(yield* titles("who can fix my car"), "Workshop")
      yield* whole("small")

      const usage = (yield* call("GET", "/chat/usage")).json
      const line = usage.lines.find(({ agent }: { readonly agent: string }) => agent === "search")
      assert.strictEqual(line.model, "openai/small")
      assert.isAbove(line.tokens, 20)
    }))

  it.effect("are removed where somebody is taken out of a text, and made anew", () =>
    Effect.gen(function*() {
      yield* made("Delivery", "Grace Hopper lives behind the mill.")
      yield* whole("small")
      const sql = yield* OwnerSql
      yield* sql`update kb_passages set text = 'Somebody lives behind the mill.' where text like 'Grace%'`
      yield* eventually(Effect.sync(() => model.asked), (asked) => asked.at(-1)!.input.includes("Delivery\nSomebody lives behind the mill."))
      yield* whole("small")
    }))

  it.effect("let the chat answer what is said in other words, and refuse what is not said at all", () =>
    Effect.gen(function*() {
      for (const [title, body] of [
        ["Garage", "We mend every automobile."], ["Bread", "The bakery sells rye loaves."], ["Parking", "Bicycles belong behind the shed."],
        ["Tickets", "Concerts begin at seven."], ["Pool", "Swimmers shower first."], ["Library", "Borrowed books return within weeks."]
      ] as const) yield* made(title, body)
      yield* whole("small")
      const cited = (text: string, asker: Asker = "public") => Effect.map(booked(sourcesFor(text, asker)), (all) => all.map(({ title }) => title))
      assert.deepStrictEqual(yield* cited("vehicle repair"), ["Garage"])
      assert.deepStrictEqual((yield* cited("Would you fix my cars?"))[0], "Garage")
      assert.deepStrictEqual(yield* cited("holidays", "staff"), ["Vacation"])
      for (const text of [
        "holidays", "Which zebra won championships throughout Timbuktu?", "lawyer", "Quel est votre tarif postal?", "Do elephants dream?", "xylophone lessons"
      ]) assert.deepStrictEqual(yield* cited(text), [], text)
    }))

  it.effect("are left out where the model does not answer, and words alone answer", () =>
    Effect.gen(function*() {
      model.fail("slow")
      assert.strictEqual((yield* titles("soup at noon"))[0], "Canteen")
      assert.deepStrictEqual(yield* titles("lunchtime meals"), [])
      model.fail(undefined)
    }))

  it.effect("are made anew by another model", () =>
    Effect.gen(function*() {
      yield* whole("small")
      yield* Layer.build(SecondServer(settings("large")))
      /* Either of the two servers may look first. */
      const due = OwnerSql.use((sql) => sql`update kb_vector_queue set due_at = now()`)
      yield* eventually(Effect.andThen(due, vectors), (all) => all.some((one) => one.model === "large"))
    }).pipe(Effect.scoped))
})
