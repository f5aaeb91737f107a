import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { HttpServer } from "effect/http"
import { wire } from "../support/wire.ts"
import { modernRequest } from "./asking.ts"
import { FIXTURE, FixtureServerWith } from "./fixture-server.ts"

/** The status of an answer to `server/discover` with any Host and Origin; fetch sets neither. */
const asked = Effect.fnUntraced(function*(host: string | undefined, origin: string | undefined) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const { host: own, port } = new URL(base)
  const { body, headers } = modernRequest("server/discover")
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: host ?? own,
    ...origin !== undefined && { origin },
    "content-type": "application/json",
    "content-length": String(text.length),
    connection: "close",
    ...headers
  }).map(([name, value]) => `${name}: ${value}`)
  const { status } = yield* Effect.promise(() => wire(Number(port), `POST ${FIXTURE} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`))
  return status
})

const expecting = (cases: ReadonlyArray<readonly [string | undefined, string | undefined, number]>) =>
  Effect.forEach(cases, ([host, origin, status]) =>
    Effect.map(asked(host, origin), (found) => assert.strictEqual(found, status, `Host ${host}, Origin ${origin}`)), { discard: true })

layer(FixtureServerWith(), { excludeTestServices: true })("on a machine of one's own", (it) => {
  it.effect("pages of that machine may ask, and no names of others", () =>
    expecting([
      [undefined, undefined, 200],
      ["localhost:1234", undefined, 200],
      ["[::1]", "http://[::1]:3000", 200],
      [undefined, "http://localhost:6274", 200],
      [undefined, "http://evil.example", 403],
      ["evil.example", "http://evil.example", 403],
      ["evil.example", undefined, 403],
      ["localhost.evil.example", undefined, 403],
      [undefined, "http://localhost.evil.example", 403],
      [undefined, "null", 403]
    ]))
})

layer(FixtureServerWith({ siteUrl: Option.some("https://service.example.com"), corsOrigins: ["https://app.example.com"] }), {
  excludeTestServices: true
})("behind a name", (it) => {
  it.effect("pages of the site and of listed origins may ask", () =>
    expecting([
      ["service.example.com", undefined, 200],
      ["service.example.com", "https://service.example.com", 200],
      ["service.example.com", "https://app.example.com", 200],
      ["service.example.com", "http://service.example.com", 403],
      ["service.example.com", "https://evil.example", 403],
      /* Names that are nobody's are no addresses of the service, where it knows its own. */
      ["evil.example", "https://app.example.com", 404]
    ]))
})

layer(FixtureServerWith({ host: "0.0.0.0" }), { excludeTestServices: true })("on all addresses, without a name", (it) => {
  it.effect("pages under an address may ask, those under a name not", () =>
    expecting([
      ["192.0.2.7:8080", "http://192.0.2.7:8080", 200],
      ["192.0.2.7:8080", "http://192.0.2.8:8080", 403],
      ["evil.example", "http://evil.example", 403],
      ["evil.example", undefined, 200],
      [undefined, "http://localhost:6274", 403]
    ]))
})

layer(FixtureServerWith({ corsOrigins: ["*"] }), { excludeTestServices: true })("where pages of all origins may ask", (it) => {
  it.effect("they may", () => expecting([[undefined, "https://evil.example", 200], ["evil.example", "https://evil.example", 403]]))
})
