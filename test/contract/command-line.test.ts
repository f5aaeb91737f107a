import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpServer } from "effect/http"
import { afterAll } from "vitest"
import type { Operation } from "#schemas/kernel/catalog"
import { requestOf } from "../../src/commands/api-call.ts"
import { endingsOf } from "../../src/commands/sent-file.ts"
import { callerOf } from "../../src/commands/service-client.ts"
import { verbs } from "../../src/connector/verbs.ts"
import { openapiOf } from "../../src/surfaces/openapi/document.ts"
import { secrets, TestServer } from "../support/test-server.ts"
import { exampleFile } from "./encoding.ts"
import { type Call, exampleOf } from "./examples.ts"
import { keyFor } from "./keys.ts"

const folder = mkdtempSync(join(tmpdir(), "sent-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `name=value` as it is typed: a text as it is, anything else as JSON. */
const typed = ({ params, payload, query }: Call): ReadonlyArray<readonly [string, string]> =>
  Object.entries({ ...params, ...query, ...payload }).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])

/** The file that `--file` names, called as its type is. */
const fileFor = (entry: Operation, call: Call): Option.Option<string> => {
  const [part] = Object.values(entry.files)
  const file = call.file ?? (part && exampleFile(part))
  if (file === undefined) return Option.none()
  const path = join(folder, `${entry.name}.${endingsOf(file.type)[0] ?? "bin"}`)
  writeFileSync(path, file.text)
  return Option.some(path)
}

const document = openapiOf("http://127.0.0.1")

/** What `service api` sends, and what comes back. */
const called = Effect.fnUntraced(function*(url: string, entry: Operation, call: Call) {
  const { body, method, path } = yield* requestOf(document, { verb: entry.name, fields: typed(call), file: fileFor(entry, call) })
  const send = callerOf(yield* HttpClient.HttpClient, { url, key: Redacted.make(secrets[keyFor(entry, "acme")]) })
  return yield* send(method, path, body, call.headers)
}, Effect.provide([FetchHttpClient.layer, NodeFileSystem.layer]))

layer(TestServer, { excludeTestServices: true })("the command line", (it) => {
  for (const entry of verbs) {
    it.effect(`service api ${entry.name}`, () =>
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const answer = yield* called(url, entry, call)
        assert.strictEqual(answer.status, entry.successStatus, JSON.stringify(answer.body).slice(0, 500))
      }))
  }
})
