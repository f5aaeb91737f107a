import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { verbs } from "#src/connector/verbs"
import { listOf, pageOf, paramsOf, recordOf } from "#src/dashboard/records/catalogue"
import { Connection } from "./connection.ts"
import { server, type Server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"

const UNLIMITED = "1000000"
/** Milliseconds of the server and bytes of a page, as they are and as they are sent. */
const goals = { p95: 25, size: 60 * 1_024, sent: 12 * 1_024 }
/** All pages are asked for so often before: what is measured first would else be what Node compiles meanwhile. */
const WARM_UP = 10

interface Access {
  readonly key: string
  readonly owner: { readonly email: string; readonly password: string }
}

interface Answer {
  readonly status: number
  readonly cookies: ReadonlyArray<string>
  readonly body: Buffer
}

const ask = ({ port }: Server, method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  Effect.promise(() => new Promise<Answer>((resolve, reject) => {
    const sent = request({ port, method, path, headers }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("end", () => resolve({
        status: response.statusCode!, cookies: (response.headers["set-cookie"] ?? []).map((line) => line.slice(0, line.indexOf(";"))), body: Buffer.concat(parts)
      }))
    })
    sent.on("error", reject)
    sent.end(body)
  }))

const kept = (cookies: ReadonlyArray<string>) => cookies.filter((cookie) => !cookie.endsWith("=")).join("; ")

/** The cookie of the demo company's owner. */
const signedIn = Effect.fnUntraced(function*(service: Server, { owner }: Access) {
  const form = yield* ask(service, "GET", "/dashboard/sign-in")
  const proof = /name="proof" value="([^"]*)"/u.exec(form.body.toString())![1]!
  const { cookies, status } = yield* ask(service, "POST", "/dashboard/sign-in", {
    cookie: form.cookies.join("; "), origin: `http://localhost:${service.port}`, "content-type": "application/x-www-form-urlencoded"
  }, new URLSearchParams({ ...owner, proof }).toString())
  if (status !== 303) return yield* Effect.die(new Error(`the owner of the demo company cannot sign in: ${status}`))
  return kept(cookies)
})

/** The same in test mode, to which the key of the demo company belongs. */
const inTestMode = Effect.fnUntraced(function*(service: Server, cookie: string) {
  const { body } = yield* ask(service, "GET", "/dashboard", { cookie })
  const [proof, company] = ["proof", "company"].map((name) => new RegExp(`name="${name}" value="([^"]*)"`, "u").exec(body.toString())![1]!)
  const { cookies } = yield* ask(service, "POST", "/dashboard/companies", {
    cookie, origin: `http://localhost:${service.port}`, "content-type": "application/x-www-form-urlencoded"
  }, new URLSearchParams({ proof: proof!, company: company!, mode: "test" }).toString())
  return kept(cookies)
})

interface Item {
  readonly id?: number | string
  readonly [name: string]: unknown
}

/** The page of a list; of one that is part of a record, that of the first such record. Nothing where there is none. */
const addressOf = Effect.fnUntraced(function*(service: Server, { key }: Access, entry: Operation) {
  const names = paramsOf(entry)
  if (names.length === 0) return pageOf(entry)
  const reader = recordOf(entry)
  const above = reader && listOf(reader)
  if (names.length > 1 || above === undefined || paramsOf(above).length > 0) return undefined
  const { body, status } = yield* ask(service, "GET", `/api/v1${above.path}?limit=1`, { authorization: `Bearer ${key}` })
  const first: Item | undefined = status === 200 ? JSON.parse(body.toString()).items[0] : undefined
  const own = first?.[names[0]!] ?? first?.id
  return own === undefined ? undefined : pageOf(entry, { [names[0]!]: String(own) })
})

/** Milliseconds until the whole page is there, request by request on one connection. */
const times = (port: number, head: string, count: number) =>
  Effect.promise(async () => {
    const connection = await Connection.open(port)
    const taken: Array<number> = []
    for (let n = 0; n < count; n++) {
      const before = performance.now()
      await new Promise((resolve, reject) => connection.send(head, false, resolve, reject))
      taken.push(performance.now() - before)
    }
    connection.close()
    return taken
  })

interface Measured {
  readonly name: string
  readonly median: number
  readonly p95: number
  readonly size: number
  readonly sent: number
}

const kib = (bytes: number) => (bytes / 1_024).toFixed(1)
const at = (values: ReadonlyArray<number>, share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

const isOver = ({ p95, sent, size }: Measured) => p95 > goals.p95 || size > goals.size || sent > goals.sent

const line = (one: Measured) =>
  `${one.name.padEnd(32)} ${one.median.toFixed(1).padStart(7)} ${one.p95.toFixed(1).padStart(7)} ${kib(one.size).padStart(8)} ${kib(one.sent).padStart(7)}${isOver(one) ? "  over" : ""}`

/** How long the generated page of each list takes with the demo company, for its owner, and what it weighs. `PAGES` names some of the lists. */
export const pagesBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const count = quick ? 10 : 100
    const chosen = process.env["PAGES"]?.split(",")
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "bench-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
    chmodSync(folder, 0o755)
    const service = yield* server("ours", "./ours.ts", {
      DATABASE_URL: "", DATA_DIR: folder, PORT: "0", LOG_LEVEL: "warn", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
    })
    const access: Access = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"))
    const cookie = yield* inTestMode(service, yield* signedIn(service, access))
    say("the demo company is there")
    const found: Array<{ readonly name: string; readonly size: number; readonly sent: number; readonly head: string }> = []
    const left: Array<string> = []
    for (const entry of verbs.filter(({ list, name }) => list && (chosen === undefined || chosen.includes(name)))) {
      const { name } = entry
      const path = yield* addressOf(service, access, entry)
      const plain = path === undefined ? undefined : yield* ask(service, "GET", path, { cookie, "accept-encoding": "identity" })
      if (path === undefined || plain?.status !== 200) {
        left.push(plain === undefined ? name : `${name} (${plain.status})`)
        continue
      }
      const { body } = yield* ask(service, "GET", path, { cookie, "accept-encoding": "br" })
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${service.port}\r\nCookie: ${cookie}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`
      found.push({ name, head, size: plain.body.length, sent: body.length })
    }
    for (const { head } of found) yield* times(service.port, head, WARM_UP)
    say("every page was asked for")
    const measured: Array<Measured> = []
    for (const { head, name, sent, size } of found) {
      const taken = yield* times(service.port, head, count)
      measured.push({ name, size, sent, median: median(taken), p95: at(taken, 0.95) })
      say(line(measured.at(-1)!))
    }
    const all = measured.toSorted((a, b) => b.p95 - a.p95)
    const over = all.filter(isOver)
    return [
      "", `${"list".padEnd(32)} ${"median".padStart(7)} ${"p95 ms".padStart(7)} ${"KiB".padStart(8)} ${"sent".padStart(7)}`, ...all.map(line), "",
      `${all.length} lists, ${count} requests of each; without a record to show, or not open: ${left.join(", ") || "none"}`,
      `goal p95 <= ${goals.p95} ms, ${kib(goals.size)} KiB, ${kib(goals.sent)} KiB compressed: ${verdict(over.length === 0)}${over.length === 0 ? "" : `, over: ${over.map(({ name }) => name).join(", ")}`}`, ""
    ].join("\n")
  }))
