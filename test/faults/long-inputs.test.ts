import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { passwordFault } from "#layers/auth/password-fault"
import { payloadOf } from "#schemas/kernel/catalog"
import { tools } from "#schemas/tools/catalog"
import { addressOf, catalog } from "../contract/examples.ts"
import { fieldsOf } from "../contract/values.ts"
import { keyFor } from "../contract/keys.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"
import { TestServer, secrets, send } from "../support/test-server.ts"

/** What makes patterns and parsers try again: repeated, with what does not fit at the end. */
const pumps: ReadonlyArray<readonly [before: string, pump: string, after: string]> = [
  ["", " ", "x"], ["a", " ", "a"], ["", "a.", "@"], ["a@", "a.", " x"], ["a@", "a-", ""], ["https://", "a.", "/\u0001"], ["", "{", ""], ["", "/", "x"], ["", "_a", "_!"],
  ["", "+1 ", ""], ["+", "1", "x"], ["", "\ufdfa", "a"], ["a", "\ufdfa", "a"], ["", "\"", ""], ["", "\\", "u"], ["", "=?", ""], ["", "e\u0301", ""], ["", "\u{1f469}\u200d", ""],
  ["", "2026-11-21T", "Z"], ["0.", "0", "1x"], ["", "a,", ""], ["", "%2", ""], ["", "\n", "x"], ["evt_", "a:", ""]
]

const long = (length: number) => pumps.map(([before, pump, after]) => before + pump.repeat(Math.ceil(length / pump.length)) + after)

/** Of the longest texts every so many: others for each operation, so that all of them are tried on some. */
const EACH = rounds(5, 1)

const shared = (texts: ReadonlyArray<string>, turn: number) => [...texts.entries()].filter(([n]) => (n + turn) % EACH === 0)

/** A tenth of what a body may hold; what is quadratic takes ten seconds for it, all else some milliseconds. */
const IN_BODY = 100_000
/** Half of what an address and headers may hold. */
const IN_HEAD = 7_000
/** Far above what an answer takes while other tests run. */
const MOST_MS = 3_000

describe("a password", () => {
  plain("is looked at in no time, whatever it is", () => {
    const about = { email: `${"a".repeat(64)}@x.example`, name: "Grace ".repeat(16), company: "Cobol ".repeat(16) }
    for (const [before, pump, after] of [...pumps, ["b", "\u33af", "qxz"], ["b", "\u33c2a", "qxz"], ["q", "1", "q"], ["q", "\u2177\u2178", "zy"]] as const) {
      const password = (before + pump.repeat(256)).slice(0, 256 - after.length) + after
      let took = Infinity
      /* As often as it takes that no other process was in between each time. */
      for (let turn = 0; turn < 20 && took >= 20; turn++) {
        const began = performance.now()
        passwordFault(password, about)
        took = Math.min(took, performance.now() - began)
      }
      assert.isBelow(took, 20, JSON.stringify(pump))
    }
  })

  plain("of common words over and over is known as such", () => {
    const about = { email: "a@x.example", name: "Grace" }
    for (const password of ["passwordpassword", "passwordpasswordpassword", "!!password!!", "1password1", "-password-password-", "P4ssw0rdP4ssw0rd"]) {
      assert.isDefined(passwordFault(password, about), password)
    }
    assert.isUndefined(passwordFault("a ship in port is safe", about))
  })
})

layer(TestServer, { excludeTestServices: true })("the longest inputs", (it) => {
  const answered = (what: string, asked: Effect.Effect<{ readonly status: number }, any, any>) =>
    Effect.gen(function*() {
      const began = performance.now()
      const { status } = yield* asked
      assert.isBelow(status, 500, what)
      assert.isBelow(performance.now() - began, goal(MOST_MS), what)
    }) as Effect.Effect<void>

  it.effect("of each field of each operation's body", () =>
    Effect.gen(function*() {
      const texts = long(IN_BODY)
      let fields = 0
      for (const [turn, entry] of catalog.entries()) {
        const parts = fieldsOf(payloadOf(entry.endpoint)).filter(({ schema }) => /"string"/.test(JSON.stringify(schema)))
        if (parts.length === 0) continue
        fields += parts.length
        const path = addressOf(entry, { params: {}, query: {} })
        for (const [n, text] of shared(texts, turn)) {
          const body = JSON.stringify(Object.fromEntries(parts.map(({ name }) => [name, text])))
          yield* answered(`${entry.name} ${JSON.stringify(pumps[n])}`, send(path, { method: entry.method, key: keyFor(entry, "acme"), body }))
        }
      }
      assert.isAbove(fields, 50)
    }))

  it.effect("of each operation's address", () =>
    Effect.gen(function*() {
      const texts = long(IN_HEAD / 3)
      for (const [turn, entry] of catalog.entries()) {
        const parts = fieldsOf(entry.endpoint.query)
        if (parts.length === 0) continue
        for (const [n, text] of shared(texts, turn)) {
          for (const { name } of parts) {
            if (encodeURIComponent(text).length > 2 * IN_HEAD) continue
            const path = addressOf(entry, { params: {}, query: { [name]: text } })
            yield* answered(`${entry.name} ${name} ${JSON.stringify(pumps[n])}`, send(path, { method: entry.method, key: keyFor(entry, "acme") }))
          }
        }
      }
    }))

  it.effect("of each tool's arguments", () =>
    Effect.gen(function*() {
      const texts = long(IN_BODY)
      for (const [turn, { input, name }] of tools.entries()) {
        const parts = Object.keys(input)
        if (parts.length === 0) continue
        for (const [n, text] of shared(texts, turn)) {
          const body = JSON.stringify({ type: "call_tool", tool: name, arguments: Object.fromEntries(parts.map((part) => [part, text])) })
          yield* answered(`${name} ${JSON.stringify(pumps[n])}`, send("/api/mcp", { method: "POST", body }))
        }
      }
      for (const text of texts) yield* answered("tool", send("/api/mcp", { method: "POST", body: JSON.stringify({ type: "call_tool", tool: text }) }))
    }))

  it.effect("of headers, cookies and forms", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const names = [
        "accept", "accept-encoding", "authorization", "content-type", "cookie", "forwarded", "if-match", "if-none-match", "idempotency-key", "origin", "referer",
        "user-agent", "x-forwarded-for", "x-request-id", "x-service-agent", "x-service-confirmation", "mcp-session-id", "mcp-protocol-version", "last-event-id", "purpose"
      ]
      const paths = ["/api/v1/crm/contacts", "/api/mcp", "/api/mcp/connector", "/dashboard", "/docs", "/r/abc", "/oauth/authorize", "/.well-known/jwks.json"]
      const ask = (path: string, init: RequestInit) =>
        Effect.promise(async () => {
          const response = await fetch(base + path, { redirect: "manual", ...init })
          await response.arrayBuffer()
          return { status: response.status }
        })
      const texts = long(IN_HEAD).filter((text) => /^[\x20-\x7e]*$/.test(text))
      for (const [place, path] of paths.entries()) {
        for (const [turn, name] of names.entries()) {
          for (const [, text] of shared(texts, place + turn)) {
            const headers = name === "authorization" ? { [name]: `Bearer ${text}` } : { authorization: `Bearer ${secrets.acme}`, [name]: text }
            yield* answered(`${path} ${name} ${text.slice(0, 10)}`, ask(path, { headers }))
          }
        }
      }
      for (const path of ["/dashboard/sign-in", "/dashboard/sign-up", "/contact", "/oauth/token", "/oauth/revoke", "/oauth/register"]) {
        for (const text of long(IN_BODY)) {
          const body = new URLSearchParams({ email: text, password: text, key: text, to: text, name: text, grant_type: text, client_id: text, code: text, proof: text, token: text })
          yield* answered(`${path} ${text.slice(0, 10)}`, ask(path, { method: "POST", body }))
        }
      }
      for (const text of long(IN_HEAD / 3)) {
        for (const field of ["client_id", "redirect_uri", "scope", "state", "code_challenge", "resource", "prompt"]) {
          const query = new URLSearchParams({ client_id: "x", [field]: text })
          if (query.toString().length < 2 * IN_HEAD) yield* answered(`authorize ${field}`, ask(`/oauth/authorize?${query}`, {}))
        }
        const register = JSON.stringify({ client_name: text, redirect_uris: [text], client_uri: text, software_id: text })
        yield* answered("register", ask("/oauth/register", { method: "POST", headers: { "content-type": "application/json" }, body: register }))
      }
    }))
})
