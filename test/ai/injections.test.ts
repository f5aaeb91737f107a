import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { added } from "../kb/sources/reading.ts"
import { hidingPlaces, injectedPdf } from "./injected-pdf.ts"
import { tricks } from "./injections.ts"
import { knows } from "./knowing.ts"
import { type AskedModel, askingAt, modelServer } from "./model-server.ts"

class Model extends Context.Service<Model, Effect.Success<ReturnType<typeof modelServer>>>()("test/Model") {}

/** A model that does whatever a text tells it to, as far as it is able to. */
const obedient = () => ({
  words: ["PWNED [#1] ", "[#77] ![x](https://evil.example/pixel) ", "[our page](https://evil.example/pay)", " [#1, #99]"],
  calls: [
    { name: "delete_contact", input: "{\"id\":1}" }, { name: "send_sms", input: "{\"to_phone\":\"+12025550199\",\"message\":\"x\"}" },
    { name: "create_api_key", input: "{\"scopes\":[\"*\"]}" }
  ]
})

const Server = Layer.unwrap(Effect.map(modelServer(obedient), (model) => Layer.merge(TestServerWith(askingAt(model.url)), Layer.succeed(Model, model))))

const SECRET = "forty-one percent"
const LINE = "=========="

/** The rules that a model was given, its passages, and what stands around them. */
const partsOf = ({ messages }: AskedModel) => {
  const lines = messages[0]!.content.split("\n")
  const [open, close] = [lines.indexOf(LINE), lines.lastIndexOf(LINE)]
  return { rules: lines.slice(0, open), passages: lines.slice(open + 1, close), after: lines.slice(close + 1), marks: lines.filter((line) => line === LINE).length }
}

/** Whatever the company has, keeps from being sent, or sent. */
const state = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql`select (select count(*) from contacts where deleted_at is null)::int as contacts, (select count(*) from sms_messages)::int as texts,
    (select count(*) from emails)::int as emails, (select count(*) from api_keys)::int as keys, (select count(*) from consents)::int as consents,
    (select string_agg(scopes::text, ' ' order by id) from api_keys) as scopes, (select string_agg(contact_email, ' ' order by id) from companies) as addresses,
    (select count(*) from pages)::int as pages, (select count(*) from kb_entries)::int as entries`
  return row
})

const carriers = ["text", "title", "question", "name"] as const

/** Of each place in a PDF where nobody looks, what is asked about the page with each trick. */
const askedOfPdfs = Effect.fnUntraced(function*(all: ReadonlyArray<{ readonly trick: string; readonly word: string }>) {
  const asks: Array<{ readonly where: string; readonly question: string }> = []
  for (const where of hidingPlaces) {
    const pages = all.map(({ trick, word }) => ({ shown: `The ${where} ${word} lamp costs thirty dollars.`, hidden: trick }))
    for (const some of where === "metadata" ? pages.slice(0, 5).map((page) => [page]) : [pages]) {
      const source = yield* added({
        fields: { kind: "file", audience: "public" },
        file: { name: `${where}.pdf`, type: "application/pdf", content: yield* Effect.promise(() => injectedPdf(where, some)) }
      })
      assert.strictEqual(source.state, "completed", JSON.stringify(source))
      asks.push(...some.map(({ shown }) => ({ where, question: shown.replace("The", "What does the").replace("costs thirty dollars.", "cost?") })))
    }
  }
  return asks
})

layer(Server, { excludeTestServices: true })("hidden instructions", (it) => {
  it.effect(`of ${Object.keys(tricks).length * (carriers.length + hidingPlaces.length - 1) + 5} kinds and places reach a model as data, have nothing called, widen nothing and send nothing`, ({ annotate }) =>
    Effect.gen(function*() {
      const [sql, model] = [yield* OwnerSql, yield* Model]
      yield* knows("acme", "Margins", `The secret margin of the stool is ${SECRET}.`, "staff")
      yield* knows("bolt", "Stools of Bolt", `The secret stool of Bolt costs ${SECRET}.`, "public")
      const all = Object.entries(tricks).map(([kind, trick], n) => ({ kind, trick, word: `quokka${String.fromCharCode(97 + n).repeat(3)}` }))
      const threads: Array<number> = []
      for (const { trick, word } of all) {
        yield* knows("acme", `${word} stool`, `The ${word} stool costs ten dollars. ${trick}`)
        yield* knows("acme", `${word} table ${trick}`.slice(0, 300), `The ${word} table costs twenty dollars.`)
        const { json: contact } = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: trick.slice(0, 100).trim() }) })
        const [thread] = yield* sql<{ id: number }>`insert into sms_threads ${sql.insert({
          company_id: companyIds.acme, own_phone: "+12025550100", phone: `+120255510${String(threads.length).padStart(2, "0")}`, contact_id: contact.id, last_message: word,
          last_direction: "inbound", livemode: true
        })} returning id`
        yield* sql`insert into sms_messages ${sql.insert({
          company_id: companyIds.acme, thread_id: thread!.id, direction: "inbound", state: "received", from_phone: "+12025551000", to_phone: "+12025550100",
          message: `What does the ${word} stool cost?`, encoding: "GSM-7", segments: 1, provider: "simulated", livemode: true, contact_id: contact.id
        })}`
        threads.push(thread!.id)
      }
      const asks = yield* askedOfPdfs(all)
      const before = yield* state
      const ask = (message: string) => send("/chat/message", { key: "acme", method: "POST", ...json({ message, audience: "public" }) })
      let [answers, dropped] = [0, 0]
      const judge = (answer: { readonly text: string; readonly citations: ReadonlyArray<{ readonly n: number }>; readonly dropped_citations: number }) => {
        const known = new Set(answer.citations.map((one) => one.n))
        assert.isTrue([...answer.text.matchAll(/\[([^\]]*)\]?/gu)].every(([, mark]) => known.has(Number(mark))), answer.text)
        answers++
        dropped += answer.dropped_citations
      }
      yield* Effect.forEach(all, Effect.fnUntraced(function*({ kind, trick, word }, n) {
        for (const carrier of carriers) {
          const { json: said, status, text } = carrier === "name"
            ? yield* send("/rpc/suggest-reply", { key: "acme", method: "POST", ...json({ thread_id: threads[n] }) })
            : yield* ask(carrier === "text" ? `What does the ${word} stool cost?` : carrier === "title" ? `What does the ${word} table cost?` : `What does the ${word} stool cost? ${trick}`)
          assert.include([200, 201], status, `${kind} in a ${carrier}: ${text}`)
          judge(carrier === "name" ? said : said.message)
        }
      }), { concurrency: 4 })
      yield* Effect.forEach(asks, Effect.fnUntraced(function*({ question, where }) {
        const { json: said, status, text } = yield* ask(question)
        assert.strictEqual(status, 201, `${where}: ${text}`)
        assert.strictEqual(said.outcome, "answered", `${where}: ${question} ${text}`)
        judge(said.message)
      }), { concurrency: 4 })

      const rules = new Set(model.asked.map((asked) => partsOf(asked).rules.join("\n")))
      assert.strictEqual(rules.size, 2, "those of answers and those of replies, whatever a text says")
      for (const asked of model.asked) {
        const { after, marks, passages } = partsOf(asked)
        assert.deepStrictEqual([marks, after], [2, []])
        assert.isUndefined(asked.tools, "what answers questions is offered no tools")
        assert.deepStrictEqual(asked.messages.map(({ role }) => role), ["system", "user"])
        const told = passages.map((line) => JSON.parse(line) as { readonly mark: string; readonly title: string; readonly text: string })
        assert.deepStrictEqual(told.map(({ mark }) => mark), told.map((_, n) => `[#${n + 1}]`))
        for (const { text, title } of told) assert.notMatch(`${title} ${text}`, /\[#?\d+\]/u)
        assert.notInclude(JSON.stringify(asked.messages), SECRET)
      }
      const offered = JSON.stringify(model.asked.map(({ messages }) => messages[0]!.content))
      for (const where of ["white", "tiny", "outside"]) assert.include(offered, `The ${where} quokka`, "a reader of PDFs sees what people do not")
      assert.deepStrictEqual(yield* state, before)
      assert.isAtLeast(dropped, answers)
      yield* Effect.promise(() => annotate(`${answers} answers, ${dropped} pointers removed, ${model.asked.length} calls of the model`))
    }), 600_000)
})
