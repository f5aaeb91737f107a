import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { sendSignal } from "#workflows/durable"
import { eventually } from "../support/eventually.ts"
import { markupFaults } from "../support/markup.ts"
import { companyIds, send, TestServerWith } from "../support/test-server.ts"
import { broken, Told, Whole, works } from "../workflows/history-works.ts"
import { FOREIGN, hidden, webClient } from "./web-client.ts"

const as = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const tenancy = yield* Tenancy
  return yield* Effect.provideService(tenancy.transaction(work), Caller, {
    company_id: companyIds.acme as CompanyId, key_id: companyIds.acme as KeyId, credential: "key", mode: "live", tier: "enterprise", scopes: new Set<string>(), standing: new Map()
  })
})

const run = (id: number) => Effect.map(send(`/workflows/runs/${id}`, { key: "acme" }), ({ json }) => json as { readonly status: string; readonly steps: ReadonlyArray<{ readonly name: string }> })

layer(TestServerWith({}, works as never), { excludeTestServices: true })("the page of a run", (it) => {
  it.effect("draws what happened, links what it left, and goes on from a step that is chosen", () => Effect.gen(function*() {
    broken.add("page last")
    const id = yield* as(Whole.start({ key: "page" }))
    yield* eventually(run(id), ({ steps }) => steps.some(({ name }) => name === "told/limit"))
    yield* as(sendSignal(id, Told, { word: "yes", password: "x" }))
    yield* eventually(run(id), ({ status }) => status === "failed")

    const browser = yield* webClient()
    yield* browser.signIn("acme")
    const page = `/dashboard/runs/${id}`
    const { text } = yield* browser.get(page)
    assert.deepStrictEqual(markupFaults(text), [])
    assert.notMatch(text, FOREIGN)
    for (const name of ["read", "knock", "nap", "told", "note", "leaf", "last"]) assert.match(text, new RegExp(`>(<a [^>]*>)?${name}[ <]`, "u"), name)
    assert.notInclude(text, ">race<")
    assert.match(text, /<svg class="span" [^>]*aria-hidden="true"/u)
    const link = (to: string) => assert.match(text, new RegExp(`href="${to}`, "u"), to)
    link("/dashboard/runs/\\d+\">leaf")
    link("/dashboard/receipts\\?verb=test_note#receipt-\\d+")
    link("/dashboard/records/webhooks/list_events\\?kind=contact.created")
    const [receipt] = /receipt-\d+/u.exec(text)!
    assert.include((yield* browser.get("/dashboard/receipts?verb=test_note")).text, `id="${receipt}"`)
    assert.strictEqual((yield* browser.get("/dashboard/records/webhooks/list_events?kind=contact.created")).status, 200)

    assert.notInclude(text, `${page}/restart`, "its definition does not say that it may be done again")
    broken.clear()
    const done = yield* browser.press(page, `${page}/retry`, { from_step: "last" })
    assert.strictEqual(done.to, `${page}?done=retried`)
    yield* eventually(run(id), ({ status }) => status === "completed")
    const after = yield* browser.get(page)
    assert.notInclude(after.text, "<form method=\"post\" action=\"/dashboard/runs/", "nothing is left to be done")
    yield* browser.post("/dashboard/language", { language: hidden(after.text, "language"), page: hidden(after.text, "page") })
    assert.include((yield* browser.get(page)).text, "Zeitverlauf")
  }), 120_000)
})
