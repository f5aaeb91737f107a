import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { expiring } from "#layers/categories"
import { ServiceConfig } from "#layers/kernel/config"
import { SESSION_HOURS } from "#layers/auth/dashboard-sessions"
import { currentContent } from "#layers/content/content-store"
import { Api } from "#schemas/api"
import { inconsistencies } from "#schemas/content/consistency"
import type { Content } from "#schemas/content/content"
import { UNDO_DAYS } from "#schemas/crm/merge"
import { catalogOf } from "#schemas/kernel/catalog"
import { CONFIRMATION_MINUTES, PROPOSAL_HOURS } from "#schemas/kernel/consent"
import { tools } from "#schemas/tools/catalog"
import { requestTypes } from "#schemas/tools/request"
import { TestServer, TestServerWith } from "../support/test-server.ts"
import { answerOf, callTool } from "./asking.ts"

const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : []

/** The files of this part of the content. */
const told = ({ agents, capabilities, faq, integrations, interoperability, privacy, updates, ...rest }: Content) =>
  [agents, capabilities, faq, integrations, interoperability, privacy, updates, rest["how-it-works"], rest["how-tos"], rest["internal-kb"]]

const daysOf = (name: string) => {
  const rule = expiring.find(({ table }) => table === name)
  return rule !== undefined && "days" in rule ? rule.days : undefined
}

layer(TestServer, { excludeTestServices: true })("the files about the product", (it) => {
  it.effect("name tools and operations that exist, and none else", () =>
    Effect.gen(function*() {
      const known = new Set<string>([...requestTypes, ...tools.map(({ name }) => name), ...catalogOf(Api).map(({ name }) => name)])
      const called = /\b(?:get|list|create|update|delete|move|log|set|merge|unmerge|find|import|export|restore|complete|approve|reject|preview|cancel|send|retry|replay|rotate|check|compare|calculate|analyze|solve|schedule|should)_[a-z_]+\b/gu
      const named = new Set(textsOf(told(yield* currentContent)).flatMap((text) => text.match(called) ?? []))
      assert.isAbove(named.size, 60)
      assert.deepStrictEqual([...named].filter((name) => !known.has(name)), [])
    }))

  it.effect("tell as planned what the contract does not have: a new part of it has to be told of", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual([...new Set(catalogOf(Api).map(({ category }) => category))], ["crm", "agents", "auth", "workflows", "webhooks", "company", "messages", "payments", "shop", "calendar", "cms", "kb", "ai", "analytics", "integrations"])
      const { agents } = yield* currentContent
      assert.deepStrictEqual(
        agents.agents.filter(({ status }) => status === "planned").map(({ id }) => id),
        ["receptionist"]
      )
    }))

  it.effect("are refused where they name what is not there", () =>
    Effect.gen(function*() {
      const content = yield* currentContent
      assert.deepStrictEqual(inconsistencies(content), [])
      const [first, ...others] = content.agents.agents
      const misspelt = { ...content, agents: { ...content.agents, agents: [{ ...first, verbs: ["list_contact"] }, ...others] } } as Content
      const [{ file, path, reason } = { file: "", path: "", reason: "" }] = inconsistencies(misspelt)
      assert.deepStrictEqual([file, path], ["agents.json", "agents[0].verbs[0]"])
      assert.include(reason, "list_contacts")
      const shared = { ...content, agents: { ...content.agents, agents: [{ ...first, synonyms: ["Intake".toLowerCase()] }, ...others] } } as Content
      assert.match(inconsistencies(shared)[0]!.reason, /"intake" already stands/u)
      const parts = content["how-it-works"].parts.slice(1) as unknown as Content["how-it-works"]["parts"]
      assert.match(inconsistencies({ ...content, "how-it-works": { ...content["how-it-works"], parts } })[0]!.reason, /is missing/u)
    }))

  it.effect("tell the periods that the service keeps to", () =>
    Effect.gen(function*() {
      const { retention } = (yield* currentContent).privacy
      const periodOf = (start: string) => {
        const { period } = retention.find(({ what }) => what.startsWith(start))!
        return period === null ? "for good" : `${period.value} ${period.unit}`
      }
      const { runsKept } = yield* Effect.provide(ServiceConfig, ServiceConfig.layerOf())
      assert.deepStrictEqual({
        proposal: periodOf("A proposal"), approval: periodOf("An approval"), events: periodOf("Events"), log: periodOf("The log of webhook"),
        counts: periodOf("Daily counts"), merges: periodOf("What a merge"), rejects: periodOf("Rejected rows"), emails: periodOf("E-mails"), signIn: periodOf("A browser"),
        runs: periodOf("Finished"), bin: periodOf("Deleted"), receipts: periodOf("Receipts")
      }, {
        proposal: `${PROPOSAL_HOURS} hours`, approval: `${CONFIRMATION_MINUTES} minutes`, events: `${daysOf("events")} days`,
        log: `${daysOf("webhook_deliveries")} days`, counts: `${daysOf("webhook_days")} days`, merges: `${daysOf("contact_merges")} days`,
        rejects: `${daysOf("import_rejects")} days`, emails: `${daysOf("emails")} days`, signIn: `${SESSION_HOURS} hours`, runs: `${runsKept} days`, bin: `${UNDO_DAYS} days`,
        receipts: "for good"
      })
    }))
})

const today = () => new Date().toISOString().slice(0, 10)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

layer(TestServer, { excludeTestServices: true })("connections and updates", (it) => {
  it.effect("platforms are known by the names people use, and any other is told the open ways", () =>
    Effect.gen(function*() {
      for (const [platform, name] of [["Quick Books", "QuickBooks"], ["GMAIL", "Google Workspace"], ["make.com", "Make"], ["csv", "Microsoft Excel"], ["google-sheets", "Google Sheets"]]) {
        assert.deepInclude(yield* answerOf("get_integration_info", { platform }), { platform: name, listed: true })
      }
      const strange = yield* answerOf("get_integration_info", { platform: "Frobnicator 9000" })
      assert.deepInclude(strange, { platform: "Frobnicator 9000", listed: false, status: "by_webhook_or_api" })
      assert.include(strange.ways[0].operations, "create_webhook: POST /api/v1/webhooks")
      assert.include((yield* answerOf("get_integration_info", { platform: "Zappier" })).nearest, "zapier")
    }))

  it.effect("an AI platform gets its own protocols; one that nobody knows gets all of them", () =>
    Effect.gen(function*() {
      const claude = yield* answerOf("get_ai_interoperability", { platform: "Claude Desktop" })
      assert.deepStrictEqual(claude.platforms.map(({ id }: any) => id), ["claude"])
      assert.sameMembers(claude.protocols.map(({ id }: any) => id), claude.platforms[0].protocols)
      assert.match(claude.protocols.find(({ id }: any) => id === "mcp_2026").address, /^http:\/\/[^/]+\/api\/mcp$/u)
      const strange = yield* answerOf("get_ai_interoperability", { platform: "Hal" })
      assert.deepStrictEqual(strange.platforms, [])
      assert.isString(strange.note)
      assert.includeMembers(strange.protocols.map(({ id }: any) => id), ["mcp_2026", "mcp_2025", "tool_request", "rest", "webhooks"])
    }))

  it.effect("updates of the knowledge are of the last thirty days unless a day is said; a day that does not exist is refused", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* answerOf("get_kb_updates", {})).since, inDays(-30))
      const all = yield* answerOf("get_kb_updates", { since: "2000-01-01" })
      assert.sameMembers([...new Set(all.updates.map(({ category }: any) => category))], ["templates", "benchmarks", "success_patterns", "pricing", "features"])
      assert.strictEqual(all.templates.length, (yield* currentContent).templates.length)
      const features = yield* answerOf("get_kb_updates", { since: "2000-01-01", category: "features" })
      assert.isTrue(features.updates.every(({ category, status }: any) => category === "features" && status === "released"))
      assert.isUndefined(features.templates)
      assert.deepInclude(yield* answerOf("get_kb_updates", { since: "2999-12-31" }), { since: "2999-12-31", updates: [], templates: [] })
      assert.strictEqual((yield* answerOf("get_kb_updates", { since: "2026-03-01T23:30:00-02:00" })).since, "2026-03-02")
      for (const since of ["2026-02-29", "yesterday", "0000-00-00", "2026-1-1", "", "99999-01-01", "9999-12-31T23:59:59-10:00"]) {
        const { json, status } = yield* callTool("get_kb_updates", { since })
        assert.strictEqual(status, 422, since)
        assert.deepInclude(json.error.details[0], { field: "since", received: since })
      }
    }))

  it.effect("what is planned without a date is said to be so", () =>
    Effect.gen(function*() {
      const recent = yield* answerOf("get_updates", {})
      assert.lengthOf(recent.updates, 3)
      assert.isTrue(recent.updates.every(({ date, status }: any) => status === "released" && date <= today()))
      const upcoming = yield* answerOf("get_updates", { type: "upcoming" })
      assert.isTrue(upcoming.updates.every(({ status }: any) => status === "planned"))
      assert.match(upcoming.note, /promised/u)
      const all = yield* answerOf("get_updates", { type: "all" })
      assert.strictEqual(all.updates.length, (yield* currentContent).updates.updates.length)
    }))
})

const update = (title: string, status: string, date?: string) => ({ title, category: "features", status, text: "Told.", ...date !== undefined && { date } })

/** An operator's own updates, one of them still to come, and runs that are kept for a week. */
const own = Layer.unwrap(Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "updates-"))
      writeFileSync(join(folder, "updates.json"), JSON.stringify({
        provenance: { source: "operator", as_of: "2026-11-21" },
        updates: [
          update("old", "released", "2020-01-01"), update("someday", "planned"), update("later", "planned", inDays(20)),
          update("today", "released", today()), update("soon", "released", inDays(3)), update("also today", "released", today())
        ]
      }))
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (contentDir) => TestServerWith({ contentDir: Option.some(contentDir), runsKept: 7 })
))

layer(own, { excludeTestServices: true })("an operator's own", (it) => {
  it.effect("updates come by their day, and those to come soonest first", () =>
    Effect.gen(function*() {
      const names = (type: string) => Effect.map(answerOf("get_updates", { type }), ({ updates }) => updates.map(({ title }: any) => title))
      assert.deepStrictEqual(yield* names("recent"), ["today", "also today", "old"])
      assert.deepStrictEqual(yield* names("upcoming"), ["soon", "later", "someday"])
      assert.deepStrictEqual(yield* names("all"), ["soon", "later", "someday", "today", "also today", "old"])
      assert.deepStrictEqual((yield* answerOf("get_kb_updates", {})).updates.map(({ title }: any) => title), ["today", "also today"])
    }))

  it.effect("setting of how long runs are kept is the one that is told", () =>
    Effect.gen(function*() {
      const { retention } = yield* answerOf("get_kb_privacy_info", {})
      assert.deepInclude(retention.find(({ what }: any) => what.startsWith("Finished")).period, { value: 7, unit: "days" })
    }))
})
