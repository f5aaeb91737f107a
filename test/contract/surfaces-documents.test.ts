import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { get } from "node:http"
import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import { isSecret } from "#schemas/kernel/redacted"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { addresses } from "#src/surfaces/addresses"
import { html } from "#src/surfaces/html"
import { openapiOf } from "#src/surfaces/openapi/document"
import { resolve, type Response } from "#src/surfaces/openapi/json"
import { login } from "../auth/signing.ts"
import { OwnerSql } from "../support/database.ts"
import { TestServer, secrets, send } from "../support/test-server.ts"
import { faultsBy } from "./openapi-faults.ts"
import { recordsOfLines } from "./records-of-lines.ts"
import { fieldsOf } from "./values.ts"

const catalog = catalogOf(Api)
const document = openapiOf("/")

const types: Readonly<Record<keyof typeof addresses, string>> = {
  home: "text/html; charset=utf-8",
  icon: "image/svg+xml",
  robots: "text/plain; charset=utf-8",
  security: "text/plain; charset=utf-8",
  openapi: "application/json",
  docs: "text/html; charset=utf-8",
  style: "text/css; charset=utf-8",
  tools: "text/html; charset=utf-8",
  toolsStyle: "text/css; charset=utf-8",
  toolsScript: "text/javascript; charset=utf-8",
  toolsOpenapi: "application/json",
  mcp: "application/json",
  webmcp: "application/json",
  jwks: "application/jwk-set+json",
  llms: "text/plain; charset=utf-8"
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Runs lines in the shell as a reader would paste them, all from one that is small: to start a process from one as large as
 * that of the tests takes a tenth of a second.
 */
const readersShell = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => spawn("sh", { stdio: ["pipe", "pipe", "ignore"] })),
    (child) => Effect.sync(() => child.kill())
  ),
  ({ stdin, stdout }) => {
    stdout.setEncoding("utf8")
    const end = randomUUID()
    return (line: string, key = secrets.acmeTest) =>
      Effect.callback<{ readonly status: number; readonly body: string }>((resume) => {
        let said = ""
        const heard = (text: string) => {
          said += text
          if (!said.endsWith(end)) return
          stdout.off("data", heard)
          const whole = said.slice(0, -end.length)
          const [, body, status] = /^([\s\S]*)\n(\d{3})$/u.exec(whole) ?? [undefined, whole, "0"]
          resume(Effect.succeed({ status: Number(status), body: body! }))
        }
        stdout.on("data", heard)
        stdin.write(`API_KEY=${key} ACCESS_TOKEN=${key} PUBLISHABLE_KEY=${secrets.acmeTestShop} sh -c ${quoted(line)} </dev/null; printf ${end}\n`)
      })
  }
)

/** Whether its example holds what only letters, an app or the person themselves could tell: such a line is answered with a no. */
const takesSecret = ({ endpoint, raw }: Operation) =>
  raw?.headers?.some((name) => name === "x-webhook-secret" || name.includes("signature")) === true ||
  [...endpoint.payload.values()].some(({ schemas }) =>
    schemas.some((schema) => fieldsOf(schema).some(({ name }) => isSecret(name) || name === "code")))

/** Of somebody who has two-factor authentication, which the reader has not turned on. */
const takesTwoFactors = new Set(["regenerate_recovery_codes", "disable_two_factor"])

/** The body of an address, asked for under another name. */
const askedAs = Effect.fnUntraced(function*(host: string, path: string) {
  const { port } = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.promise(() =>
    new Promise<string>((resolve, reject) => {
      const request = get({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
        let body = ""
        response.setEncoding("utf8").on("data", (text: string) => body += text).on("end", () => resolve(body))
      })
      request.on("error", reject)
    })
  )
})

const faultsOf = faultsBy(document.components)

layer(TestServer, { excludeTestServices: true })("the documents", (it) => {
  for (const [name, path] of Object.entries(addresses) as ReadonlyArray<[keyof typeof addresses, string]>) {
    it.effect(`${path} is served, and cheap to ask for again`, () =>
      Effect.gen(function*() {
        const plain = { "accept-encoding": "identity" }
        const { headers, status, text } = yield* send(path, { headers: plain })
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("content-type"), types[name])
        /* Without SITE_URL it names the host that was asked for, so nobody may keep it for others; keys name none. */
        assert.strictEqual(headers.get("cache-control"), name === "jwks" ? "public, max-age=300" : "no-store")
        if (name !== "jwks") assert.include(headers.get("vary")?.toLowerCase(), "host")
        assert.strictEqual(headers.get("content-length"), String(Buffer.byteLength(text)))
        for (const header of ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-content-type-options"]) {
          assert.isNotNull(headers.get(header), header)
        }
        assert.notInclude(text, "origin.invalid")

        const etag = headers.get("etag")!
        assert.match(etag, /^"[\w-]{22}"$/)
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const again = yield* send(path, { headers: { ...plain, "if-none-match": known } })
          assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag], known)
        }
        assert.strictEqual((yield* send(path, { headers: { ...plain, "if-none-match": "\"other\"" } })).status, 200)

        if (name === "jwks" || text.length < 1_024) return
        for (const encoding of ["br", "zstd", "gzip"]) {
          const small = yield* send(path, { headers: { "accept-encoding": `deflate, ${encoding}` } })
          assert.deepStrictEqual([small.headers.get("content-encoding"), small.headers.get("etag")], [encoding, `${etag.slice(0, -1)}-${encoding}"`])
          assert.include(small.headers.get("vary"), "Accept-Encoding")
          assert.isBelow(Number(small.headers.get("content-length")), Buffer.byteLength(text) * 0.65, encoding)
          assert.strictEqual(small.text, text, encoding)
          const held = yield* send(path, { headers: { "accept-encoding": encoding, "if-none-match": small.headers.get("etag")! } })
          assert.deepStrictEqual([held.status, held.headers.get("content-encoding")], [304, null])
        }
      }))

    it.effect(`${path} answers HEAD and OPTIONS, and names them to other methods`, () =>
      Effect.gen(function*() {
        const whole = yield* send(path)
        const head = yield* send(path, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
        for (const header of ["content-type", "content-length", "etag"]) {
          assert.strictEqual(head.headers.get(header), whole.headers.get(header), header)
        }
        const options = yield* send(path, { method: "OPTIONS" })
        assert.deepStrictEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"])
        const post = yield* send(path, { method: "POST", body: "{}" })
        assert.deepStrictEqual([post.status, post.json.code, post.headers.get("allow")], [405, "method_not_allowed", "GET, HEAD, OPTIONS"])
      }))
  }

  it.effect("name themselves by the service's own address, by the one of its names that they were asked under", () =>
    Effect.gen(function*() {
      const { host: own, port } = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
      for (const [host, told] of [
        [own, own],
        [`localhost:${port}`, `localhost:${port}`],
        [`[::1]:${port}`, `[::1]:${port}`],
        ["localhost:4444", own],
        ["localhost", own],
        ["127.0.0.1:8080", own],
        ["api.acme.example", own],
        [`api.acme.example:${port}`, own],
        ["evil.example/\"><script>", own],
        ["a@evil.example", own]
      ] as const) {
        const page = yield* askedAs(host, addresses.docs)
        assert.include(page, `at <code>http://${told}/api/v1</code>`, host)
        assert.notInclude(page, "<script>")
        assert.strictEqual(JSON.parse(yield* askedAs(host, addresses.openapi)).servers[0].url, `http://${told}`)
        const [tool] = JSON.parse(yield* askedAs(host, "/api/v1/webmcp/public/manifest?company_id=1")).tools
        assert.strictEqual(tool.iri, `https://${told}/webmcp/tools/${tool.name}`)
      }
    }))

  it.effect("point at addresses that answer", () =>
    Effect.gen(function*() {
      const fill = (template: string) => template.replace("{company_id}", "1").replace("{surface}", "public")
      const seen = new Set<string>()
      for (const path of [addresses.mcp, addresses.webmcp, addresses.llms]) {
        const { text } = yield* send(path)
        for (const [url] of text.matchAll(/https?:\/\/[^\s"<>)]+/gu)) seen.add(fill(url))
      }
      assert.isAbove(seen.size, 6)
      for (const url of seen) {
        const { hash, pathname, search } = new URL(url)
        const { status, text } = yield* send(pathname + search, pathname.endsWith("/webmcp/manifest") ? { key: "acme" } : {})
        assert.strictEqual(status, pathname === CONNECTOR_PATH ? 401 : 200, url)
        if (hash !== "") assert.include(text, `id="${hash.slice(1)}"`, url)
      }
    }))

  it.effect("lead a client from the connector to where it signs in", () =>
    Effect.gen(function*() {
      const { connector } = (yield* send(addresses.mcp)).json
      const anonymous = yield* send(new URL(connector.url).pathname)
      assert.strictEqual(anonymous.status, 401)
      assert.include(anonymous.headers.get("www-authenticate"), `resource_metadata="${connector.resource_metadata}"`)
      const { json: resource } = yield* send(new URL(connector.resource_metadata).pathname)
      assert.strictEqual(resource.resource, connector.url)
      const [issuer] = resource.authorization_servers
      const { json: server } = yield* send("/.well-known/oauth-authorization-server")
      assert.strictEqual(server.issuer, issuer)
      assert.include((yield* send(addresses.llms)).text, connector.url)
    }))

  it.effect("llms.txt is one title, one summary and lists of links", () =>
    Effect.gen(function*() {
      const { text } = yield* send(addresses.llms)
      assert.match(text, /^# .+\n\n> .+\n/u)
      for (const { name } of catalog) assert.include(text, `- [${name}](http`)
    }))

  it.effect("the stylesheet asks nobody else for anything, and knows the dark and the phone", () =>
    Effect.gen(function*() {
      const { text } = yield* send(addresses.style)
      assert.notMatch(text, /@import|url\(/u)
      assert.include(text, "prefers-color-scheme: dark")
      assert.include(text, "max-width")
    }))

  it.effect("each curl line works as it stands, and gets what the contract says", (context) =>
    Effect.gen(function*() {
      const shell = yield* readersShell
      if ((yield* shell("curl --version && printf '\\n200'")).status !== 200) return context.skip("there is no curl here")
      const pages = yield* Effect.forEach(catalog, ({ category, name }) => send(`${addresses.docs}/${category}/${name}`))
      const lines = pages.flatMap(({ text }) => [...text.matchAll(/aria-label="Request of (\w+)"><code>([\s\S]*?)<\/code>/gu)])
      assert.sameMembers(lines.map(([, name]) => name!), catalog.map(({ name }) => name))
      const sql = yield* OwnerSql
      const { ahead, made, soon } = recordsOfLines(sql)
      const answers: Record<string, number> = {}
      for (const [, name, line] of lines) {
        const entry = catalog.find((one) => one.name === name)!
        const person = entry.access === "session" || (entry.category === "auth" && entry.access !== "public")
        const key = person ? (yield* login("owner", { mode: "test" })).access_token : secrets.acmeTest
        yield* Effect.orDie(made[name!] ?? Effect.void)
        const { body, status } = yield* shell(`${unescaped(line!)} -s -w '\\n%{http_code}'`, key)
        if (made[name!] === soon) yield* Effect.orDie(ahead(0))
        /* What keys are trusted with, a person is asked about. */
        const asked = person && entry.requiresConsent && status === 428
        answers[name!] = takesSecret(entry) || asked || (status === 409 && takesTwoFactors.has(name!)) ? entry.successStatus : status
        const operation = Object.values(document.paths).flatMap((methods) => Object.values(methods)).find((one) => one.operationId === name)!
        assert.isTrue(status in operation.responses, `${name} answered ${status} ${body}`)
        assert.notInclude([400, 405, 413, 415, ...asked ? [] : [428], 429, 500, 503], status, `${name}: ${body}`)
        if (!takesSecret(entry)) assert.notInclude([401, 403, 422], status, `${name}: ${body}`)
        const { "application/json": json, ...files } = resolve<Response>(document, operation.responses[status]!).content!
        if (json === undefined) {
          assert.isNotEmpty(files)
          assert.isNotEmpty(body)
          continue
        }
        assert.deepStrictEqual(faultsOf(json.schema, JSON.parse(body)), [], name)
      }
      const others = catalog.filter(({ method, name, path, successStatus }) => !path.includes(":") && method !== "PUT" && answers[name] !== successStatus)
      assert.deepStrictEqual(others.map(({ name }) => [name, answers[name]]), [])
    }), 1_800_000)
})

describe("html", () => {
  plain("escapes whatever is not markup of its own making", () => {
    const evil = "<b title=\"x\">&'</b>"
    assert.strictEqual(html`<p title="${evil}">${evil}</p>`.text,
      "<p title=\"&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;\">&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;</p>")
    assert.strictEqual(html`<ul>${["<", html`<li>${1}</li>`, false, undefined]}</ul>`.text, "<ul>&lt;<li>1</li></ul>")
  })
})
