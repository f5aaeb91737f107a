import { assert } from "@effect/vitest"
import { Effect } from "effect"
import Paper from "pdfkit"
import { HttpServer } from "effect/http"
import { eventually } from "../../support/eventually.ts"
import { json, type Key, secrets, send } from "../../support/test-server.ts"

export interface Given {
  readonly fields: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly file?: { readonly name: string; readonly type?: string; readonly content: Uint8Array<ArrayBuffer> | string }
}

/** Asks for a source to be added. */
export const adding = ({ fields, file }: Given, key: Key = "acme") =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) => Effect.promise(async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
    if (file !== undefined) form.append("file", new Blob([file.content], { type: file.type ?? "application/octet-stream" }), file.name)
    const response = await fetch(`${base}/api/v1/kb/sources`, { method: "POST", headers: { authorization: `Bearer ${secrets[key]}` }, body: form })
    const text = await response.text()
    return { status: response.status, text, json: JSON.parse(text) }
  }))

const isOver = ({ state }: any) => state !== "waiting" && state !== "running"

const source = (id: number, key: Key): Effect.Effect<any, never, Effect.Services<ReturnType<typeof send>>> => Effect.map(send(`/kb/sources/${id}`, { key }), ({ json }) => json)

/** A source when it has been read. */
export const readOf = (id: number, key: Key = "acme") =>
  eventually(source(id, key), isOver)

/** Adds a source and waits until it has been read. */
export const added = Effect.fnUntraced(function*(given: Given, key: Key = "acme") {
  const { json, status, text } = yield* adding(given, key)
  assert.strictEqual(status, 202, text)
  return yield* readOf(json.id, key)
})

/** Reads it again. */
export const synced = Effect.fnUntraced(function*(id: number, key: Key = "acme") {
  const { status, text } = yield* send(`/kb/sources/${id}/sync`, { key, method: "POST" })
  assert.strictEqual(status, 202, text)
  return yield* readOf(id, key)
})

/** Passages that a search finds. */
export const found = (query: string, more: object = {}, key: Key = "acme") =>
  Effect.map(send("/kb/search", { key, method: "POST", ...json({ query, ...more }) }), ({ json, status, text }) => {
    assert.strictEqual(status, 200, text)
    return json.results as ReadonlyArray<any>
  })

export const documentsOf = (id: number, query = "", key: Key = "acme") =>
  Effect.map(send(`/kb/sources/${id}/documents?limit=200${query}`, { key }), ({ json }) => json.items as ReadonlyArray<any>)

/** A PDF with a heading and a text on each of its pages. */
export const pdfOf = (pages: ReadonlyArray<readonly [heading: string, text: string]>, options: PDFKit.PDFDocumentOptions = {}) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const parts: Array<Buffer> = []
    const document = new Paper({ autoFirstPage: false, ...options })
    document.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(new Uint8Array(Buffer.concat(parts))))
    for (const [heading, text] of pages) document.addPage().fontSize(20).text(heading).fontSize(11).text(text)
    document.end()
  })
