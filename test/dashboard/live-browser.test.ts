import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import { Tenancy } from "#layers/kernel/tenancy"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, sleep } from "#workflows/durable"
import { companyIds, send, TestServerWith } from "../support/test-server.ts"
import { until } from "../webhooks/receiver.ts"
import { browser, complaintsOf, desktop, executable, NO_BROWSER } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"
import { webClient } from "./web-client.ts"

const Waiting = durable({ name: "test.waiting", version: 1, payload: { n: Schema.Int }, success: Schema.Void })
const workflows = [[Waiting.definition, Waiting.program(() => sleep("wait", "3 days"))]] as const

const address = HttpServer.addressFormattedWith(Effect.succeed)

/** A run of acme that waits. */
const waiting = Effect.fnUntraced(function*(n: number) {
  const tenancy = yield* Tenancy
  const started = yield* Effect.provideService(tenancy.transaction(Waiting.start({ n })), Caller, {
    company_id: companyIds.acme as CompanyId, key_id: companyIds.acme as KeyId, credential: "key", mode: "live", tier: "enterprise",
    scopes: new Set<string>(), standing: new Map()
  })
  yield* until(Effect.map(send(`/workflows/runs/${started}`, { key: "acme" }), ({ json }) => json), ({ status }: any) => status === "waiting")
  return started
})

const cancel = (id: number) => Effect.map(send(`/workflows/runs/${id}/cancel`, { key: "acme", method: "POST" }), ({ status, text }) => assert.isBelow(status, 300, text))

layer(TestServerWith({}, workflows), { excludeTestServices: true })("a page that is being looked at", (it) => {
  it.effect("shows the end of a run by itself, and keeps what is being typed", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* address
      const one = yield* browser
      const [first, second] = [yield* waiting(1), yield* waiting(2)]
      const { complaints, list, page } = yield* Effect.promise(async () => {
        const made = await one.newContext(desktop)
        const page = await made.newPage()
        const complaints = complaintsOf(page)
        await signInAs(page, base, "owner", `/dashboard/runs/${first}`)
        await page.evaluate(() => void ((globalThis as any).isSame = true))
        const list = await made.newPage()
        await list.goto(`${base}/dashboard/runs`)
        return { page, complaints, list }
      })
      yield* cancel(first)
      yield* Effect.promise(async () => {
        await page.getByText("canceled", { exact: true }).first().waitFor()
        assert.isTrue(await page.evaluate(() => (globalThis as any).isSame), "the page was not loaded again")
        assert.strictEqual(await page.getByRole("button", { name: "Cancel this run" }).count(), 0)
        await list.bringToFront()
        await list.getByLabel("Workflow").pressSequentially("test.wai")
      })
      yield* cancel(second)
      yield* Effect.promise(async () => {
        const row = list.getByRole("row").filter({ has: list.getByRole("link", { name: `test.waiting ${second}` }) })
        await row.getByText("canceled").waitFor()
        assert.strictEqual(await list.getByLabel("Workflow").inputValue(), "test.wai")
        await list.keyboard.type("ting")
        assert.strictEqual(await list.getByLabel("Workflow").inputValue(), "test.waiting", "the field still has the focus")
      })
      assert.deepStrictEqual(complaints, [])
    }))

  it.effect("hears nothing more once its session has ended", () =>
    Effect.gen(function*() {
      const client = yield* webClient()
      yield* client.enter("owner@team.example")
      const { text } = yield* client.get("/dashboard/runs")
      const path = /data-live="([^"]*)"/u.exec(text)![1]!.replaceAll("&amp;", "&")
      const reader = yield* Effect.promise(async () => {
        const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
        const response = await fetch(client.base + path, { headers: { cookie } })
        assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/u)
        const reader = response.body!.getReader()
        await reader.read()
        return reader
      })
      yield* client.press("/dashboard", "/dashboard/sign-out")
      yield* Effect.promise(async () => {
        for (let isOver = false; !isOver;) isOver = (await reader.read()).done
      })
      const { headers } = yield* client.get(path)
      assert.notMatch(headers.get("content-type") ?? "", /event-stream/u)
    }))

  it.effect("may watch some reads, and only of its own company", () =>
    Effect.gen(function*() {
      const client = yield* webClient()
      yield* client.signIn("acme")
      const { status } = yield* client.get("/dashboard/changes?read=delete_contact&id=1")
      assert.strictEqual(status, 404)
    }))
})
