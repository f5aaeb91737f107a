import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { json, send, TestServer } from "../../support/test-server.ts"
import { opened, published } from "../../website/serving/sites.ts"
import { added, adding, documentsOf, found, pdfOf, readOf, synced } from "./reading.ts"

const eventsOf = (id: number) => OwnerSql.use((sql) => Effect.map(
  Effect.orDie(sql<{ kind: string }>`select kind from events where kind like 'kb_source.%' and (data -> 'object' ->> 'id')::bigint = ${id} order by id`),
  (rows) => rows.map(({ kind }) => kind)))

/** A source when it has been read so often. */
const again = (id: number, times: number) =>
  Effect.andThen(
    eventually(eventsOf(id), (kinds) => kinds.filter((kind) => kind === "kb_source.synced").length >= times, 60_000), readOf(id))

layer(TestServer, { excludeTestServices: true })("sources of the knowledge base", (it) => {
  it.effect("a file is read, found with its page, read again without a change, and removed", () =>
    Effect.gen(function*() {
      const content = yield* Effect.promise(() => pdfOf([
        ["Arrival", "You can arrive from three in the afternoon on. The keys are in the zinc box."], ["Departure", "Please leave the hut by eleven o'clock."]
      ], { info: { Title: "House rules" } }))
      const source = yield* added({ fields: { kind: "file", audience: "customers", tags: "hut" }, file: { name: "rules.pdf", type: "application/pdf", content } })
      assert.deepInclude(source, { state: "completed", name: "rules.pdf", documents: 1, passages: 2, added: 1, unreadable: 0, error: null, tags: ["hut"] })
      const [best] = yield* found("where are the keys of the zinc box")
      const [document] = yield* documentsOf(source.id)
      assert.deepInclude(best, { title: "House rules", heading: ["Arrival"], place: { page: 1 }, origin: { kind: "document", id: document.id } })
      assert.deepInclude(document, { state: "read", title: "House rules", passages: 2, reason: null })
      assert.lengthOf(yield* found("zinc box", { audience: "public" }), 0)
      assert.lengthOf(yield* found("zinc box", {}, "bolt"), 0)
      assert.strictEqual((yield* send(`/kb/sources/${source.id}`, { key: "bolt" })).status, 404)

      assert.deepInclude(yield* synced(source.id), { state: "completed", added: 0, changed: 0, unchanged: 1, removed: 0, documents: 1, passages: 2 })
      const unagreed = yield* send(`/kb/sources/${source.id}`, { key: "cautious", method: "DELETE" })
      assert.strictEqual(unagreed.status, 428)
      const removed = yield* send(`/kb/sources/${source.id}`, { key: "acme", method: "DELETE" })
      assert.deepInclude(removed.json, { id: source.id, state: "removing" })
      yield* eventually(send(`/kb/sources/${source.id}`, { key: "acme" }), ({ status }) => status === 404)
      assert.lengthOf(yield* found("zinc box"), 0)
      const left = yield* OwnerSql.use((sql) => sql<{ n: number }>`select (select count(*) from kb_documents) + (select count(*) from uploads) as n`)
      assert.strictEqual(Number(left[0]!.n), 0)
      assert.deepStrictEqual(yield* eventsOf(source.id), ["added", "synced", "synced", "removed"].map((kind) => `kb_source.${kind}`))
    }))

  it.effect("Markdown, HTML and CSV know their places; what is none of these is refused", () =>
    Effect.gen(function*() {
      const file = (name: string, content: string, type?: string) => ({ name, content, ...type !== undefined && { type } })
      const markdown = yield* added({ fields: { kind: "file" }, file: file("care.md", "# Care\n\n## Washing\n\nWash the quilt by hand.") })
      assert.deepInclude(markdown, { state: "completed", documents: 1 })
      assert.deepInclude((yield* found("wash the quilt"))[0], { title: "Care", heading: ["Care", "Washing"], place: { anchor: "washing" } })
      yield* added({ fields: { kind: "file", name: "Rooms" }, file: file("rooms.csv", "room;view\nBlue;lake\nGreen;orchard\n", "text/csv") })
      assert.deepInclude((yield* found("which room has a view of the orchard"))[0], { place: { row: 1 }, text: "room: Blue; view: lake\nroom: Green; view: orchard" })
      yield* added({ fields: { kind: "file", language: "de" }, file: file("a.html", "<html lang=nb><nav>Meny</nav><main><h1>Fjell</h1><p>Hytta ligger ved vannet.</p></main>") })
      assert.deepInclude((yield* found("hytta"))[0], { title: "Fjell", language: "nb", text: "Hytta ligger ved vannet." })
      const failed = yield* added({ fields: { kind: "file" }, file: file("x.pdf", "no PDF at all", "application/pdf") })
      assert.deepInclude(failed, { state: "failed", error: "It is no PDF file.", documents: 0, unreadable: 1 })
      for (const [given, status] of [
        [{ fields: { kind: "file" } }, 422], [{ fields: { kind: "file" }, file: file("x.exe", "MZ\0") }, 422], [{ fields: { kind: "own", url: "https://a.example" } }, 422],
        [{ fields: { kind: "own", collections: "people" } }, 422], [{ fields: {} }, 400]
      ] as const) assert.strictEqual((yield* adding(given)).status, status, JSON.stringify(given))
      assert.strictEqual((yield* adding({ fields: { kind: "file" }, file: file("a.md", "x") }, "starter")).status, 403)
    }))

  it.effect("the company's own pages and products are read as visitors see them, and again when they changed", () =>
    Effect.gen(function*() {
      const questions = (answer: string) => ({ type: "questions", heading: "Glazing", questions: [{ question: "Do you glaze in winter?", answer }] })
      yield* opened()
      yield* published({ path: "/glazing", title: "Glazing pots", blocks: [{ type: "hero", title: "Pots" }, questions("Only in a warm kiln room.")] as never })
      yield* published({ path: "/gone", title: "A page that goes", blocks: [{ type: "text", text: "The pelican is asleep." }] as never })
      const source = yield* added({ fields: { kind: "own", collections: ["pages", "products"] } })
      assert.deepInclude(source, { state: "completed", documents: 2, added: 2 }, JSON.stringify(source))
      const [best] = yield* found("glaze in winter")
      assert.deepInclude(best, { origin: { kind: "page", id: best.origin.id }, title: "Glazing pots", heading: ["Glazing", "Do you glaze in winter?"] })
      assert.match(best.place.url, /\/glazing$/u)
      assert.strictEqual(best.place.anchor, "block-2")
      assert.strictEqual((yield* adding({ fields: { kind: "own", collections: ["posts", "pages"] } })).status, 409)

      yield* OwnerSql.use((sql) => sql`update pages set published_path = null, published_revision = null, published_at = null where path = '/gone' and company_id = 1`)
      yield* published({ path: "/glazing", title: "Glazing pots", blocks: [{ type: "hero", title: "Pots" }, questions("Never, the kiln is cold.")] as never })
      assert.deepInclude(yield* again(source.id, 2), { added: 0, changed: 1, removed: 1, unchanged: 0, documents: 1 })
      assert.strictEqual((yield* found("kiln cold"))[0].text, "Never, the kiln is cold.")
      assert.lengthOf(yield* found("pelican"), 0)

      const products: Array<number> = []
      for (const title of ["Kiln", "Wheel", "Apron"]) {
        const made = yield* send("/ecommerce/products", {
          key: "acme", method: "POST", ...json({ title, state: "active", variants: [{ prices: [{ currency: "USD", amount: 900 }] }] })
        })
        assert.strictEqual(made.status, 201, made.text)
        products.push(made.json.id)
      }
      assert.deepInclude(yield* again(source.id, 3), { added: 3, documents: 4 })
      const sql = yield* OwnerSql
      yield* send(`/ecommerce/products/${products[0]}`, { key: "acme", method: "PATCH", ...json({ tags: ["clay"] }) })
      assert.deepStrictEqual(yield* sql`select from kb_own_changes`, [])
      const archived = yield* send(`/ecommerce/products/${products[1]}`, { key: "acme", method: "DELETE" })
      assert.strictEqual(archived.status, 200, archived.text)
      assert.deepInclude(yield* again(source.id, 4), { added: 0, removed: 1, documents: 3 })
      assert.deepStrictEqual(yield* sql`select from kb_own_changes`, [])
    }))

  it.effect("what has a schedule is read again when its time comes", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* adding({ fields: { kind: "own", collections: "posts", schedule: "daily" } })).status, 422)
      const source = yield* added({ fields: { kind: "file" }, file: { name: "x.md", content: "# Tea\n\nAt four." } })
      assert.deepInclude(source, { schedule: "never", due_at: null })
      const change = (body: object) => send(`/kb/sources/${source.id}`, { key: "acme", method: "PATCH", ...json(body) })
      assert.strictEqual((yield* change({ schedule: "weekly" })).status, 422)
      assert.deepInclude((yield* change({ name: "Tea hours", schedule: "never" })).json, { name: "Tea hours", schedule: "never", due_at: null })
      yield* OwnerSql.use((sql) => sql`update kb_sources set schedule = 'daily', due_at = now() where id = ${source.id}`)
      const { due_at, unchanged } = yield* again(source.id, 2)
      assert.strictEqual(unchanged, 1)
      const hours = (Date.parse(due_at) - Date.now()) / 3_600_000
      assert.isTrue(hours > 22 && hours < 25.3, due_at)
    }))
})
