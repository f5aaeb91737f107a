import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { addresses } from "#src/surfaces/addresses"
import { languages } from "#src/surfaces/docs/samples/values"
import { TestServer, send } from "../support/test-server.ts"

const catalog = catalogOf(Api)

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

/** A body as it is meant, whoever wrote it down. */
const meant = async (type: string, body: string): Promise<unknown> => {
  if (type === "application/json") return JSON.parse(body)
  if (!type.startsWith("multipart/")) return body
  const form = await new Response(body, { headers: { "content-type": type } }).formData()
  return Promise.all([...form].map(async ([name, value]) => typeof value === "string" ? [name, value] : [name, value.type, await value.text()]))
}

/** Keeps what it is asked, by the first two parts of the path. */
const recorder = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly heard: Map<string, unknown>; readonly close: () => void }>((resume) => {
    const heard = new Map<string, unknown>()
    const server = createServer(async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      const [, language, name, ...path] = request.url!.split("/")
      const type = request.headers["content-type"] ?? ""
      heard.set(`${language}/${name}`, {
        method: request.method, path: path.join("/"), authorization: request.headers.authorization, type: type.split(";")[0], body: await meant(type, Buffer.concat(chunks).toString())
      })
      response.setHeader("content-type", "application/json").end("{}")
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ heard, port: (server.address() as { readonly port: number }).port, close: () => server.close() })))
  }),
  ({ close }) => Effect.sync(close)
)

const labels = { curl: "Request", typescript: "TypeScript", python: "Python" } as const

const programs = {
  curl: ["sh", "samples.sh", (line: string) => `${line} -s -o /dev/null`],
  typescript: [process.execPath, "samples.mts", (text: string) => `{\n${text}\n}`],
  python: ["python3", "samples.py", (text: string) => text]
} as const

layer(TestServer, { excludeTestServices: true })("the samples of operations", (it) => {
  it.effect("make the same request in each language", () =>
    Effect.gen(function*() {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { heard, port } = yield* recorder
      const folder = yield* Effect.acquireRelease(Effect.sync(() => mkdtempSync(join(tmpdir(), "samples-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true })))
      const pages = yield* Effect.forEach(catalog, ({ category, name }) => send(`${addresses.docs}/${category}/${name}`))
      for (const language of languages) {
        const samples = pages.map(({ text }, n) => {
          const [, sample] = new RegExp(`aria-label="${labels[language]} of \\w+"><code>([^<]*)</code>`, "u").exec(text) ?? []
          assert.isDefined(sample, `${catalog[n]!.name} in ${language}`)
          return unescaped(sample!).replaceAll(`${origin}/`, `http://127.0.0.1:${port}/${language}/${catalog[n]!.name}/`)
        })
        const [program, file, made] = programs[language]
        writeFileSync(join(folder, file), samples.map(made).join("\n"))
        yield* Effect.promise(() => promisify(execFile)(program, [file], {
          cwd: folder, timeout: 120_000, maxBuffer: 64_000_000, env: { ...process.env, API_KEY: "k", ACCESS_TOKEN: "t", PUBLISHABLE_KEY: "p" }
        }))
      }
      for (const { name } of catalog) {
        const asked = heard.get(`curl/${name}`)
        assert.isDefined(asked, name)
        for (const language of languages) assert.deepStrictEqual(heard.get(`${language}/${name}`), asked, `${name} in ${language}`)
      }
    }), 180_000)
})
