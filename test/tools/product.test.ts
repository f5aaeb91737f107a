import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { currentContent } from "#layers/content/content-store"
import { Api } from "#schemas/api"
import { howToCategories } from "#schemas/content/how-tos"
import { kbSections } from "#schemas/content/internal-kb"
import { catalogOf } from "#schemas/kernel/catalog"
import { TestServer } from "../support/test-server.ts"
import { answerOf, callTool } from "./asking.ts"

const entries = catalogOf(Api)
const questions = (data: any): ReadonlyArray<string> => data.entries.map(({ question }: any) => question)
const titles = (data: any): ReadonlyArray<string> => data.how_tos.map(({ title }: any) => title)

/** What people ask, and a word of the question that must be among the first answers. */
const asked = {
  "refund": "money-back", "price": "cost", "webhooks": "receiver", "hipaa": "HIPAA", "gdpr": "how long", "rate limit": "How many requests",
  "how do I get my customers into it": "bring my customers", "export csv": "data out", "phone calls": "chat or phone", "send email": "e-mails",
  "can an agent approve itself": "approve its own", "appointments": "book", "duplicat customers": "entered twice", "chatgpt": "Which AI"
}

const wanted = {
  "import a csv": "Import contacts from a file", "approve what an agent does": "Decide on what an agent proposes", "stale deals": "Rescue deals that stand still",
  "verify signature": "Receive and verify webhooks", "email campaign": "Send a segment to a mailing tool", "merge duplicates": "Clean up duplicates",
  "invoice": "Write an invoice", "idempotency": "Write safely", "churn": "Find customers who have gone quiet"
}

layer(TestServer, { excludeTestServices: true })("what is told of the product", (it) => {
  it.effect("questions are found by the words people use", () =>
    Effect.gen(function*() {
      for (const [topic, part] of Object.entries(asked)) {
        const found = questions(yield* answerOf("get_faq", { topic }))
        assert.isTrue(found.slice(0, 3).some((question) => question.includes(part)), `${topic}: ${found.join(" | ")}`)
      }
      const all = yield* answerOf("get_faq", {})
      assert.isAtLeast(all.entries.length, 30)
      assert.deepStrictEqual(yield* answerOf("get_faq", { topic: "  " }), all)
    }))

  it.effect("a topic is all that stands under it, and each has something", () =>
    Effect.gen(function*() {
      const { entries } = yield* answerOf("get_faq", {})
      for (const topic of new Set<string>(entries.map(({ topic }: any) => topic))) {
        const own = yield* answerOf("get_faq", { topic })
        assert.deepStrictEqual(questions(own), entries.filter((entry: any) => entry.topic === topic).map(({ question }: any) => question))
      }
    }))

  it.effect("a topic that nobody wrote about is no mistake: topics that have answers are named instead", () =>
    Effect.gen(function*() {
      const faq = yield* answerOf("get_faq", { topic: "zzzqqq" })
      assert.deepStrictEqual(faq.entries, [])
      assert.isAtLeast(faq.topics.length, 3)
      for (const topic of faq.topics) assert.isAbove((yield* answerOf("get_faq", { topic })).entries.length, 0)
      const howTo = yield* answerOf("get_how_to", { topic: "zzzqqq" })
      assert.deepStrictEqual(howTo.how_tos, [])
      assert.isAtLeast(howTo.topics.length, 3)
      assert.include((yield* answerOf("get_faq", { topic: "webhoks" })).entries.map(({ topic }: any) => topic), "webhooks")
    }))

  it.effect("how-tos are found by the words people use, and each by its own title", () =>
    Effect.gen(function*() {
      for (const [topic, title] of Object.entries(wanted)) {
        assert.include(titles(yield* answerOf("get_how_to", { topic })).slice(0, 2), title, topic)
      }
      for (const { title } of (yield* currentContent)["how-tos"].how_tos) {
        assert.strictEqual(titles(yield* answerOf("get_how_to", { topic: title }))[0], title)
      }
    }))

  it.effect("each category has how-tos, and three where there is something to do", () =>
    Effect.gen(function*() {
      for (const category of howToCategories) {
        const { how_tos } = yield* answerOf("get_how_to", { category })
        assert.isTrue(how_tos.every((one: any) => one.category === category))
        assert.isAtLeast(how_tos.filter(({ status }: any) => status === "available").length, 3, category)
      }
      const first = yield* answerOf("get_how_to", {})
      assert.deepStrictEqual(first.how_tos.map(({ category }: any) => category), howToCategories)
      assert.lengthOf((yield* answerOf("get_how_to", { topic: "invoice", category: "Developer" })).how_tos.filter(({ title }: any) => title === "Write an invoice"), 0)
    }))

  it.effect("operations of a how-to are told as the contract has them, with the plan they need", () =>
    Effect.gen(function*() {
      const { how_tos: [first] } = yield* answerOf("get_how_to", { topic: "Import contacts from a file" })
      assert.include(first.operations, "import_contacts: POST /api/v1/crm/contacts/import")
      assert.strictEqual(first.tier, "builder")
    }))

  it.effect("a role says what the contract says of its operations", () =>
    Effect.gen(function*() {
      const { agents } = yield* answerOf("get_agent_info", { agent_name: "all" })
      for (const { needs_a_person, status, verbs, waits_for } of agents) {
        const decided = entries.filter(({ access, name, requiresConsent }) => verbs.includes(name) && (requiresConsent || access === "session"))
        assert.sameMembers(needs_a_person, decided.map(({ name }) => name))
        assert.strictEqual(status === "planned", verbs.length === 0)
        assert.strictEqual(status === "planned", waits_for !== undefined)
      }
      for (const name of ["ada", "Ada", "ASSISTANT", "general  assistant"]) {
        assert.deepStrictEqual((yield* answerOf("get_agent_info", { agent_name: name })).agents.map(({ id }: any) => id), ["ada"])
      }
    }))

  it.effect("a role that does not exist is refused with those that come closest", () =>
    Effect.gen(function*() {
      const { json, status } = yield* callTool("get_agent_info", { agent_name: "recepcionist" })
      assert.strictEqual(status, 422)
      assert.include(json.error.hint, "receptionist")
      const instead = JSON.parse(json.error.hint.split("Try: ")[1])
      assert.lengthOf((yield* answerOf(instead.tool, instead.arguments)).agents, 1)
      assert.strictEqual((yield* callTool("get_service_internal_kb", { section: "ai_agents", agent_name: "nobody at all" })).status, 422)
    }))

  it.effect("the internal knowledge base has every section; all of them at once are only begun", () =>
    Effect.gen(function*() {
      const all = (yield* answerOf("get_service_internal_kb", {})).sections
      assert.deepStrictEqual(all.map(({ section }: any) => section), kbSections)
      for (const { items, left_out = 0, section } of all) {
        const [whole] = (yield* answerOf("get_service_internal_kb", { section })).sections
        assert.strictEqual(whole.items.length, items.length + left_out)
        assert.isAbove(items.length, 1, section)
      }
      const [{ items }] = (yield* answerOf("get_service_internal_kb", { section: "ai_agents", agent_name: "auditor" })).sections
      assert.lengthOf(items, 1)
      assert.include(items[0].text, "list_receipts")
    }))

  it.effect("every address that is told answers", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { protocols } = yield* answerOf("get_ai_interoperability", {})
      const [{ items }] = (yield* answerOf("get_service_internal_kb", { section: "resources" })).sections
      const told = [...protocols.flatMap(({ address }: any) => address ?? []), ...items.map(({ text }: any) => /http\S+$/u.exec(text)![0])]
      assert.isAtLeast(told.length, 15)
      for (const address of told) {
        assert.isTrue(address.startsWith(base), address)
        const { status } = yield* Effect.promise(() => fetch(address))
        assert.notStrictEqual(status, 404, address)
      }
    }))
})
