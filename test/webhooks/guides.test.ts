import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { forward } from "#src/commands/forward"
import { ranGuide, unescaped } from "../support/guide.ts"
import { send, TestServer, TestServerWith } from "../support/test-server.ts"
import { here } from "./receiver.ts"

/** An address that takes whatever comes, or a port that nobody listens at. */
const listening = (takes: boolean) => Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
    const server = createServer((request, response) => void request.resume().on("end", () => response.writeHead(204).end()))
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number }
      resume(takes ? Effect.succeed({ port, close: () => server.close() }) : Effect.callback((closed) => void server.close(() => closed(Effect.succeed({ port, close: () => undefined })))))
    })
  }),
  ({ close }) => Effect.sync(close)
)

for (const language of languages) {
  layer(TestServerWith(here), { excludeTestServices: true })(`the guides of an integrator, in ${language}`, (it) => {
    it.effect("lead to a first order that is paid", () =>
      Effect.gen(function*() {
        const { answers } = yield* ranGuide("first-order", "cautiousTest", "owner", language)
        const [me, payment, order] = answers
        assert.deepInclude(me, { credential: "key", mode: "test" })
        assert.deepInclude(payment, { state: "succeeded", order_id: order.id })
        assert.deepInclude(order, { state: "paid", payment_state: "paid", amount: 3_800 })
      }))

    it.effect("show how an installation does", () =>
      Effect.gen(function*() {
        const { answers } = yield* ranGuide("operate", "cautiousTest", "owner", language)
        assert.strictEqual(answers.length, 10)
        for (const answer of answers) assert.isUndefined(answer.code)
        const links = answers.flatMap(({ items = [] }) => items).find(({ name }) => name === "website.check_links")
        assert.deepStrictEqual(links.input_schema, { type: "object", properties: {}, additionalProperties: false })
      }))

    it.effect("receive events and verify them", () =>
      Effect.gen(function*() {
        const { port } = yield* listening(language === "curl")
        const { answers } = yield* ranGuide("receive-webhooks", "cautiousTest", "owner", language, { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/hook` })
        const list = answers.find(({ items }) => items !== undefined)
        assert.sameMembers(list.items.map(({ kind, status }: any) => `${kind} ${status}`), ["test.ping succeeded", "contact.created succeeded"])
        /* The programs print what they received and verified. */
        if (language !== "curl") assert.includeMembers(answers.map(({ type }) => type), ["test.ping", "contact.created"])
      }))

    it.effect("follow events without a webhook", () =>
      Effect.gen(function*() {
        const { answers } = yield* ranGuide("follow-events", "cautiousTest", "owner", language)
        const [list, deleted] = answers
        assert.deepStrictEqual(list.items.map(({ kind }: any) => kind), ["contact.created"])
        assert.strictEqual(list.items[0].data.object.id, deleted.id)
      }))

    it.effect("delete what a person agreed to, and bring it back", () =>
      Effect.gen(function*() {
        const { answers } = yield* ranGuide("delete-with-consent", "cautiousTest", "owner", language)
        const [preview, deleted, restored] = answers
        assert.include(JSON.stringify(preview), "Grace")
        assert.strictEqual(deleted.id, restored.id)
        assert.strictEqual(restored.first_name, "Grace")
      }))

    it.effect("import contacts by a workflow, export them, and delete them again", () =>
      Effect.gen(function*() {
        const { answers, folder } = yield* ranGuide("import-contacts", "cautiousTest", "owner", language)
        const [imported, run, runs, left] = answers
        assert.deepInclude(imported, { state: "completed", created: 20, rejected: 1 })
        assert.match(imported.rejected_rows[0].reason, /email/u)
        assert.deepInclude(run, { workflow: "crm.import", status: "completed", id: imported.run_id })
        assert.isAtLeast(runs.total, 1)
        const rows = readFileSync(join(folder, "exported.csv"), "utf8").trim().split("\n")
        assert.strictEqual(rows.filter((row) => row.includes("@import.example")).length, 20)
        assert.deepInclude(JSON.parse(readFileSync(join(folder, "some.ndjson"), "utf8").split("\n")[0]!), { first_name: "Person 20" })
        assert.strictEqual(left.total, 0)
      }))
  })
}

layer(TestServer, { excludeTestServices: true })("the guide to webhooks where its address is refused", (it) => {
  it.effect("has a receiver for service listen, which verifies what the command sends", () =>
    Effect.gen(function*() {
      const { text } = yield* send("/docs/guides/receive-webhooks")
      const [, sample] = /<section id="listen">[\s\S]*?<code>(import [\s\S]*?)<\/code><\/pre>/u.exec(text)!
      const { port } = yield* listening(false)
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "receiver-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true })))
      writeFileSync(join(folder, "receiver.mts"), unescaped(sample!))
      const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => spawn(process.execPath, ["receiver.mts"], { cwd: folder, env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret } })),
        (child) => Effect.sync(() => void child.kill("SIGKILL")))
      yield* Effect.promise(() => once(child.stdout, "data"))
      const event = { id: "evt_1", kind: "test.ping" } as never
      const address = `http://127.0.0.1:${port}/hook`
      assert.strictEqual((yield* forward(address, secret, event)).status, 204)
      assert.strictEqual((yield* forward(address, `whsec_${Buffer.alloc(32, 8).toString("base64")}`, event)).status, 401)
    }))

  for (const language of languages) {
    it.effect(`ends with why, and what there is instead, in ${language}`, () =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(Effect.sandbox(ranGuide("receive-webhooks", "cautiousTest", "owner", language, { PORT: "0", WEBHOOK_URL: "http://127.0.0.1:4010/hook" })))
        const { stderr, stdout } = Cause.squash(failure) as { readonly stderr: string; readonly stdout: string }
        assert.include(stdout + stderr, "Only https addresses are called. For a program on your own machine, use `service listen --forward-to`")
      }))
  }
})
