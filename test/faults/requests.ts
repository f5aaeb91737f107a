import fc from "fast-check"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import { catalog } from "../contract/examples.ts"
import { fieldsOf, type Part, valueOf } from "../contract/values.ts"
import { type Key, secrets } from "../support/test-server.ts"
import { anyJson, anyNumber, anyTarget, anyText, malformed } from "./hostile.ts"

/** One request, short of where it goes. */
export interface Hostile {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

const oneOf = fc.constantFrom

/** What a cursor looks like inside, and is not. */
const cursors = fc.tuple(
  oneOf("id", "-id", "created_at", "-created_at", "updated_at", "name", "-name", "due_at", "occurred_at", "-occurred_at"),
  anyJson,
  anyNumber
).map((key) => Buffer.from(JSON.stringify(key)).toString("base64url"))

/** Values around what the schema allows, what it allows, and anything else. */
const around = ({ name, schema }: Part): fc.Arbitrary<unknown> => {
  if (name === "cursor") return cursors
  const text = JSON.stringify({ ...schema, $defs: undefined })
  const bounds = [...text.matchAll(/"(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum)":(-?\d+)/g)].map(([, bound]) => Number(bound))
  const lengths = [...text.matchAll(/"(?:minLength|maxLength)":(\d+)/g)].map(([, length]) => Number(length))
  const choices = [...text.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list]) => JSON.parse(list!))
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(valueOf(schema)) },
    ...bounds.length > 0 ? [
      { weight: 3, arbitrary: oneOf(...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])) }
    ] : [],
    ...lengths.length > 0 ? [
      { weight: 3, arbitrary: oneOf(...lengths.flatMap((n) => ["x".repeat(n), "\u{1f600}".repeat(n), "x".repeat(n + 1)])) }
    ] : [],
    ...choices.length > 0 ? [{ weight: 4, arbitrary: oneOf<unknown>(...choices) }] : [],
    ...text.includes("\"integer\"") ? [
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) }, { weight: 1, arbitrary: anyNumber }
    ] : [],
    ...text.includes("\"array\"") ? [{ weight: 3, arbitrary: fc.array(anyJson, { maxLength: 60 }) }] : [],
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: anyJson }
  )
}

const right = ({ name, schema }: Part): fc.Arbitrary<unknown> =>
  name === "email" || name === "name"
    ? fc.nat(1_000_000).map((n) => `fuzz${n}@x.example`)
    : name.endsWith("_id")
    ? fc.integer({ min: 1, max: 12 })
    : fc.constant(valueOf(schema))

const recordOf = (parts: ReadonlyArray<Part>, value: (part: Part) => fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(parts.map((part) => [part.name, value(part)])), {
    requiredKeys: parts.filter(({ required }) => required).map(({ name }) => name)
  })

/** Fields that are right, of which one may not be; fields that are anything; and now and then one that is not there. */
const some = (parts: ReadonlyArray<Part>): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    { weight: 4, arbitrary: recordOf(parts.filter(({ name }) => name !== "cursor"), right) },
    {
      weight: parts.length > 0 ? 4 : 0,
      arbitrary: fc.tuple(
        recordOf(parts, right),
        fc.nat(parts.length),
        fc.record(Object.fromEntries(parts.map((part) => [part.name, around(part)])))
      )
        .map(([good, n, bad]) => parts[n] === undefined ? good : { ...good, [parts[n].name]: bad[parts[n].name] })
    },
    { weight: 2, arbitrary: recordOf(parts, around) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        recordOf(parts, right), fc.dictionary(anyText, anyJson, { maxKeys: 3 })
      ).map(([known, unknown]) => ({ ...unknown, ...known }))
    }
  )

const encoded = (value: unknown) => encodeURIComponent(
  (typeof value === "string" ? value : JSON.stringify(value) ?? "").toWellFormed()
)

const queries = (parts: ReadonlyArray<Part>) =>
  fc.tuple(some(parts.map((part) => ({ ...part, required: false }))), fc.nat(9)).map(([query, luck]) => {
    const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    const all = luck === 0 ? [...pairs, ...pairs] : luck === 1 ? [...pairs, "&=%"] : pairs
    return all.length === 0 ? "" : `?${all.join("&").slice(0, 8_000)}`
  })

const paths = ({ endpoint, path }: Operation) => {
  const params = fieldsOf(endpoint.params)
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: anyNumber.map(String) }
  )
  return fc.tuple(...params.map(() => value)).map((values) =>
    params.reduce((filled, { name }, i) => filled.replace(`:${name}`, encoded(values[i])), path))
}

const callers: ReadonlyArray<Key> = [
  ...Array<Key>(10).fill("acme"), "acmeTest", "acmeTest", "bolt", "bolt", "cautious", "starter", "scopeless", "revoked"
]

const authorizations = fc.oneof(
  { weight: 20, arbitrary: oneOf(...callers).map((key) => `Bearer ${secrets[key]}`) },
  {
    weight: 1,
    arbitrary: oneOf(
      "Bearer",
      "Bearer  ",
      "Basic a",
      "bearer x",
      `Bearer ${secrets.acme} x`,
      `Bearer ${secrets.acme.slice(0, -1)}`,
      secrets.acme
    )
  }
)

const headerCharacter = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code))
const printable = fc.string({ unit: headerCharacter, maxLength: 60 })
const optional = <A>(arbitrary: fc.Arbitrary<A>, freq: number) => fc.option(arbitrary, { nil: undefined, freq })

const headers = fc.record({
  authorization: authorizations,
  "content-type": fc.oneof(
    { weight: 20, arbitrary: fc.constant("application/json") },
    {
      weight: 1,
      arbitrary: oneOf(
        "text/plain",
        "application/json; charset=utf-8",
        "application/json;charset=utf-16",
        "application/xml",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        ";",
        "application/*",
        "APPLICATION/JSON"
      )
    }
  ),
  accept: optional(oneOf("application/problem+json", "text/html", "*/*", "application/problem+json;q=0", "x", ",,,"), 4),
  "idempotency-key": optional(fc.oneof(fc.nat(400).map((n) => `k${n}`), printable), 3),
  "if-match": optional(fc.oneof(oneOf("\"1\"", "*", "\"0\"", "W/\"1\"", ","), printable), 6),
  "if-none-match": optional(fc.oneof(oneOf("\"1\"", "*"), printable), 8),
  "x-request-id": optional(printable, 6),
  "x-service-agent": optional(printable, 8),
  "x-service-session": optional(printable, 8),
  "x-service-confirmation": optional(printable, 12),
  origin: optional(oneOf("https://a.example", "null", "x"), 8),
  "x-forwarded-for": optional(printable, 12)
}).map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== "")) as Record<string, string>)

const bodies = (entry: Operation): fc.Arbitrary<string | Buffer> =>
  fc.oneof(
    { weight: 12, arbitrary: some(fieldsOf(payloadOf(entry.endpoint))).map((body) => JSON.stringify(body)) },
    { weight: 5, arbitrary: oneOf(...malformed) },
    { weight: 1, arbitrary: anyJson.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) }
  )

const asked = (entry: Operation): fc.Arbitrary<Hostile> =>
  fc.record({
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(entry.method as string) },
      { weight: 1, arbitrary: oneOf("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") }
    ),
    target: fc.tuple(paths(entry), queries(fieldsOf(entry.endpoint.query))).map((parts) => parts.join("")),
    headers,
    body: entry.endpoint.payload.size > 0 ? bodies(entry) : optional(oneOf<string | Buffer>("{}", "x"), 12)
  }).map((request) => ({ ...request, body: request.method === "HEAD" || request.method === "GET" ? undefined : request.body }))

const stray: fc.Arbitrary<Hostile> = fc.record({
  method: oneOf("GET", "GET", "GET", "POST", "DELETE", "OPTIONS", "HEAD"),
  target: anyTarget,
  headers,
  body: fc.constant(undefined)
})

/** Every operation as often as any other, and addresses that are none. */
export const requests: fc.Arbitrary<Hostile> = fc.oneof(
  ...catalog.map((entry) => ({ weight: 10, arbitrary: asked(entry) })),
  { weight: catalog.length, arbitrary: stray }
)
