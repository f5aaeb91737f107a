import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { FindMyWay } from "effect/http"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { Agent, request as ask } from "node:http"
import type { Operation } from "#schemas/kernel/catalog"
import { movedTo, RequestTarget, requestTarget, routerConfig } from "#src/http/request-target"
import { catalog, perform } from "../contract/examples.ts"
import { faultsOfAnswer, faultsOfRefusal } from "../contract/shape.ts"
import { serve } from "../process/service.ts"
import { DatabaseUrl } from "../support/database.ts"
import { TestServer, secrets, send } from "../support/test-server.ts"
import { goal } from "../support/goals.ts"
import { rounds } from "../support/rounds.ts"
import { type Received, wire } from "../support/wire.ts"
import { heavy, wires } from "./hostile.ts"
import { type Hostile, requests } from "./requests.ts"

const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121)
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? rounds(3_000, 20_000))
const AT_ONCE = 24
const ANSWER_WITHIN_MS = goal(15_000)
/** What the engine logs where PostgreSQL kept it waiting for three seconds, as it may where other tests have the processors; it asks again. */
const LATE = "Shard lock storage is unhealthy"
/** What the service has to get by with: a leak, or one request that takes too much, ends it. At rest it holds 167 MB; with 256 it collects garbage for two thirds of the time. */
const HEAP_MB = 400

const routes = FindMyWay.make<Operation>(routerConfig)
for (const entry of catalog) routes.on(entry.method, entry.path as FindMyWay.PathInput, entry)

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

const always = ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-content-type-options"]

const unread: Received = { status: 431, headers: new Map(always.map((name) => [name, ""])), text: "" }

const exchange = (port: number, { body, headers, method, target }: Omit<Hostile, "body"> & { readonly body: string | Buffer | undefined }): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const sent = ask({
      host: "127.0.0.1", port, method, path: target, headers: { ...headers, ...length }, agent, timeout: ANSWER_WITHIN_MS
    }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          text: Buffer.concat(chunks).toString("utf8")
        }))
    })
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)))
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // What is refused while its head is read is refused with a body, whatever its method: nobody knows it yet.
      if (method === "HEAD" && error.code === "HPE_CLOSED_CONNECTION") resolve(unread)
      else reject(error)
    })
    sent.end(body)
  })

const declared = new Set(catalog.map(({ path }) => path))

/** What is said of any address before an operation is asked. */
const anywhere = new Set([404, 405, 410, 413, 415, 431])

/** Addresses of documents, which answer with what they are. */
const documents = /^\/($|\?|api\/v1\/(openapi|docs)|docs|health|metrics|llms|\.well-known|favicon|robots)/

const faultsOfProblem = (status: number, { detail, status: same, title, type, ...ours }: any) =>
  type === `/docs#error-${ours.code}` && same === status && detail === ours.message && typeof title === "string"
    ? faultsOfRefusal(status, ours)
    : ["a problem that is none"]

/** What is wrong with an answer, by the contract; nothing if it is as declared. */
const faultsOf = (
  { method, target }: Pick<Hostile, "method" | "target">,
  { headers, status, text }: Received
): ReadonlyArray<string> => {
  if (status === 0 || status >= 500) return [`status ${status}`]
  const missing = always.filter((name) => !headers.has(name))
  if (missing.length > 0) return [`without ${missing.join()}`]
  const bodiless = method === "HEAD" || status === 304 || (method === "OPTIONS" && status === 204)
  if (bodiless) return text === "" ? [] : ["a body where none may be"]
  const address = requestTarget(target)
  if (status === 308) {
    const to = address instanceof RequestTarget && movedTo(address, declared)
    return text === "" && headers.get("location") === to ? [] : ["sent on for nothing"]
  }
  const entry = address instanceof RequestTarget ? routes.find(method, target)?.handler : undefined
  if (!(address instanceof RequestTarget) && ![400, 405, 415, 431].includes(status)) return [`${status} at an address that is none`]
  if (status < 400 && entry === undefined) return documents.test(target) ? [] : [`${status} from nowhere`]
  const type = headers.get("content-type") ?? ""
  if (type.startsWith("application/problem+json")) return faultsOfProblem(status, JSON.parse(text))
  if (!type.startsWith("application/json")) return status < 400 ? [] : [`content type ${type}`]
  const body = JSON.parse(text)
  return entry === undefined || anywhere.has(status) ? faultsOfRefusal(status, body) : faultsOfAnswer(entry, status, body)
}

const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024)

const inParallel = async <A>(all: ReadonlyArray<A>, run: (one: A) => Promise<void>) => {
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < all.length) await run(all[next++]!)
  }))
}

const shown = (value: unknown) => JSON.stringify(
  value,
  (_, part) => typeof part === "string" && part.length > 300 ? `${part.slice(0, 300)}... (${part.length})` : part
)

layer(TestServer, { excludeTestServices: true })(`${REQUESTS} hostile requests, seed ${SEED}`, (it) => {
  it.effect("get answers that the contract declares, and the service goes on", ({ annotate }) =>
    Effect.gen(function*() {
      for (const key of ["acme", "bolt"] as const) for (const entry of catalog) yield* perform(entry, key)
      const service = yield* serve({
        DATABASE_URL: Redacted.value(yield* DatabaseUrl),
        COMPANY_RATE_LIMIT: "1000000",
        PUBLIC_RATE_LIMIT: "1000000",
        DATABASE_POOL: "8",
        LOG_LEVEL: "error",
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`
      })
      const findings: Array<string> = []
      const statuses: Record<number, number> = {}
      const note = (what: unknown, request: Pick<Hostile, "method" | "target">, received: Received) => {
        statuses[received.status] = (statuses[received.status] ?? 0) + 1
        const faults = faultsOf(request, received)
        if (faults.length > 0) findings.push(
          `${faults.join("; ")}\n  to ${shown(what)}\n  from ${received.status} ${received.text.slice(0, 500)}`
        )
      }
      const failed = (what: unknown, error: unknown) => void findings.push(`${error}\n  to ${shown(what)}`)

      yield* Effect.promise(() =>
        inParallel(fc.sample(requests, { numRuns: REQUESTS, seed: SEED }), (one) =>
          exchange(service.port, one).then((received) => note(one, one, received), (error) => failed(one, error))))

      const authorization = `Bearer ${secrets.acme}`
      const withBody = catalog.filter(({ access, endpoint }) => endpoint.payload.size > 0 && access !== "public")
      const large = heavy.map((body) => Buffer.from(body()))
      const bodies = withBody.flatMap(({ method, path }) =>
        large.map((body, n) => {
          const headers = { authorization, "content-type": "application/json" }
          return { method, target: path.replace(/:\w+/g, "1"), headers, body, n }
        }))
      yield* Effect.promise(() =>
        inParallel(bodies, ({ body, n, ...one }) =>
          exchange(service.port, { ...one, body }).then(
            (received) => note({ ...one, heavy: n }, one, received),
            (error) => failed({ ...one, heavy: n }, error)
          )))

      yield* Effect.promise(() =>
        inParallel([
          ...wires, ...wires.map((bytes) => bytes.replace("Host: x", `Host: x\r\nAuthorization: ${authorization}`))
        ], async (bytes) => {
          const sent = wire(service.port, Buffer.from(bytes, "latin1"), ANSWER_WITHIN_MS)
          const received = await sent.catch((error) => failed(bytes, error))
          if (received === undefined || received.status === 0) return
          const [method = "", target = ""] = bytes.split(/ +/)
          note(bytes, { method, target }, received)
        }))

      yield* Effect.promise(() => annotate(`${JSON.stringify(statuses)}, ${residentMb(service.pid)} MB`))
      assert.deepStrictEqual(findings.slice(0, 10), [], `${findings.length} findings`)
      const list = { method: "GET", target: "/api/v1/crm/contacts?limit=200", headers: { authorization }, body: undefined }
      const { status } = yield* Effect.promise(() => exchange(service.port, list))
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(service.said.out.split("\n").filter((line) => line !== "" && !line.includes(LATE)), [], "an error was logged")
      assert.strictEqual((yield* send("/crm/contacts", { key: "acme" })).status, 200)
    }), 1_800_000)
})
