import { Effect, Redacted } from "effect"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { cpuOf, memoryOf, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"
import { postgresPids, seed, type Seeded, settle } from "./seed.ts"

const ROWS = 100_000
const EXPORTED = 10_000
const GOAL = 5_000

/** One row in a hundred has no address that is one. */
const file = (about: string) =>
  [
    "first_name,last_name,email,phone,company_name,tags,notes,source",
    ...Array.from({ length: ROWS }, (_, n) =>
      `Grace,"Hopper, ${n}",${n % 100 === 7 ? "none" : `g${n}@navy.example`},+1202555${String(n % 10_000).padStart(4, "0")},` +
      `US Navy ${n % 100},newsletter;vip,"Met at the spring fair; ${about}.",web form`)
  ].join("\r\n")

const asking = ({ port }: Server, { key }: Seeded) => async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/crm${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers as Record<string, string> }
  })
  if (response.status >= 400) throw new Error(await response.text())
  return response
}

/** Sends a file and waits until all its rows are in. */
const imported = Effect.fnUntraced(function*(ours: Server, company: Seeded, body: string, query = "") {
  const ask = asking(ours, company)
  const pids = yield* postgresPids
  const cpu = () => ({ ours: cpuOf(ours.pid), postgres: pids.reduce((all, pid) => all + cpuOf(pid), 0) })
  const start = cpu()
  const began = performance.now()
  return yield* Effect.promise(async () => {
    const sent = await ask(`/contacts/import${query}`, { method: "POST", body, headers: { "content-type": "text/csv" } })
    const { id } = await sent.json() as { readonly id: number }
    const uploaded = performance.now()
    for (;;) {
      const found = await (await ask(`/imports/${id}`)).json() as any
      if (found.finished_at !== null) {
        if (found.total !== ROWS || found.rejected !== ROWS / 100) throw new Error(JSON.stringify(found))
        const seconds = (performance.now() - began) / 1_000
        const end = cpu()
        return {
          perSecond: ROWS / seconds,
          upload: uploaded - began,
          ours: (end.ours - start.ours) / ROWS,
          postgres: (end.postgres - start.postgres) / ROWS
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})

/** Milliseconds until a download begins and until it ends, and its size. */
const downloaded = (ours: Server, company: Seeded, format: string) =>
  Effect.promise(async () => {
    const began = performance.now()
    const response = await asking(ours, company)(`/contacts/export?format=${format}`)
    let bytes = 0
    let first = 0
    for await (const part of response.body!) {
      first ||= performance.now() - began
      bytes += part.length
    }
    return { first, whole: performance.now() - began, bytes }
  })

/** Imports and exports: rows a second, and what they take up. */
export const importsBench = Effect.fnUntraced(function*(say: (text: string) => void, rounds: number) {
  const { url } = yield* seededDatabase(100)
  return yield* Effect.gen(function*() {
    const ours = yield* server("ours", "./ours.ts", {
      DATABASE_URL: url, PORT: "0", LOG_LEVEL: "warn", COMPANY_RATE_LIMIT: "1000000"
    })
    const exporter = yield* seed("Exporter", EXPORTED)
    const before = memoryOf(ours.pid).rss
    const made: Array<Effect.Success<ReturnType<typeof imported>>> = []
    const changed: Array<number> = []
    const unchanged: Array<number> = []
    const tried: Array<number> = []
    for (let n = 0; n < rounds; n++) {
      const company = yield* seed(`Importer ${n}`, 1)
      yield* settle
      tried.push((yield* imported(ours, company, file("first"), "?dry_run=true")).perSecond)
      made.push(yield* imported(ours, company, file("first")))
      say(`new contacts: ${made.at(-1)!.perSecond.toFixed(0)} rows/s`)
      yield* settle
      changed.push((yield* imported(ours, company, file("second"))).perSecond)
      unchanged.push((yield* imported(ours, company, file("second"))).perSecond)
    }
    const memory = memoryOf(ours.pid)
    yield* settle
    const csv = yield* downloaded(ours, exporter, "csv")
    const ndjson = yield* downloaded(ours, exporter, "ndjson")
    say("downloads done")

    const perSecond = median(made.map(({ perSecond }) => perSecond))
    const last = made.at(-1)!
    const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`
    const told = ({ bytes, first, whole }: typeof csv) => `${mib(bytes)}, begins after ${first.toFixed(0)} ms, ends after ${whole.toFixed(0)} ms`
    return [
      "",
      `import of ${ROWS} rows, 1 % bad, upload included: ${perSecond.toFixed(0)} rows/s (goal >= ${GOAL}: ${verdict(perSecond >= GOAL)})`,
      `  of which the upload of ${mib(Buffer.byteLength(file("first")))}: ${last.upload.toFixed(0)} ms; CPU of a row: ours ${last.ours.toFixed(0)} µs, PostgreSQL ${last.postgres.toFixed(0)} µs`,
      `  rows that change a contact: ${median(changed).toFixed(0)}/s, that say nothing new: ${median(unchanged).toFixed(0)}/s, dry run: ${median(tried).toFixed(0)}/s`,
      `  memory: ${before.toFixed(0)} MiB before, ${memory.rss.toFixed(0)} after, highest ${memory.peak.toFixed(0)}`,
      `export of ${EXPORTED} contacts: CSV ${told(csv)}; NDJSON ${told(ndjson)}`,
      ""
    ].join("\n")
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)
