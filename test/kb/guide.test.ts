import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { TestServer } from "../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to answering from one's own knowledge, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a template to an entry that is archived where a person agrees", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("answer-from-knowledge", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 25)
        const [applied, drafts, internal, engraving, initials, hidden, changed, versions, restored, chat, unknown, reply, page, summary, label, analytics, draft, rated, archived] = answers
        assert.isAbove(applied.entries.length, 10)
        assert.isAbove(drafts.total, 0)
        assert.deepInclude(internal, { audience: "staff", status: "published" })
        assert.deepInclude(engraving, { found: true, corrections: [{ asked: "engravng", meant: "engraving" }] })
        assert.deepStrictEqual(engraving.results[0].heading, ["How long it takes"])
        assert.strictEqual(initials.results[0].title, "Engraving and monograms")
        assert.notInclude(JSON.stringify(hidden.results), "Ida")
        assert.deepInclude(changed, { title: "Engraving", version: 2 })
        assert.lengthOf(versions.items, 2)
        assert.deepInclude(restored, { title: "Engraving and monograms", version: 3 })
        assert.deepInclude(chat.latest.at(-1), { role: "assistant", outcome: "answered", simulated: true })
        assert.strictEqual(chat.latest.at(-1).citations[0].title, "Engraving and monograms")
        assert.deepInclude(unknown, { outcome: "unknown" })
        assert.deepInclude(reply, { outcome: "answered", simulated: true })
        assert.strictEqual(reply.citations[0].title, "Engraving and monograms")
        assert.deepInclude(page, { kind: "page", title: "Engraving of mugs and trays", not_saved: null, simulated: true })
        assert.deepInclude(page.facts[0], { kind: "knowledge" })
        assert.include(summary.summary, "The engraving of the tray was misspelled.")
        assert.deepInclude(label, { label: "complaint", confidence: 1 })
        assert.isArray(analytics.gaps)
        assert.deepInclude(draft, { status: "draft", questions: ["Do you engrave on wood?"] })
        assert.deepInclude(rated, { helpful: 1, unhelpful: 0 })
        assert.deepInclude(archived, { status: "archived" })
        assert.lengthOf(answers, 19)
      }))

    it.effect("and the one to agents, from their instructions to a run that is called off where a person agrees", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("let-agents-work", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 25)
        const [agents, told, consent, done, canceled, runs, paused, refused, deleted] = answers
        assert.deepInclude(agents.items[0], { confirms: "after_reading", most_steps: 6, daily_tokens: 50_000 })
        assert.deepInclude(told, { status: "completed", simulated: true })
        assert.deepStrictEqual(told.trail.map(({ kind, verb }: any) => verb ?? kind), ["thought", "list_contacts", "thought"])
        assert.isString(consent.confirmation)
        assert.deepStrictEqual(done.trail.map(({ kind, status }: any) => status ?? kind), ["thought", "wait", 200, "thought"])
        assert.include(["working", "waiting_for_consent", "canceled"], canceled.status)
        assert.deepStrictEqual(runs.items.map(({ status }: any) => status), ["canceled", "completed", "completed"])
        assert.deepInclude(paused, { status: "paused" })
        assert.strictEqual(refused.code, "conflict")
        assert.strictEqual(deleted.first_name, "Grace")
        assert.lengthOf(answers, 9)
      }))
  })
}
