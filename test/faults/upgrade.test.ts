import { randomBytes } from "node:crypto"
import { resolve } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { start } from "#layers/embedded-postgres/start"
import { before, commitOf, newestOf, programOf, titleOf } from "../process/older-program.ts"
import { freePort, home, run, serve, type Service } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { client, nothingYet, opened } from "./chaos/clients.ts"
import { heldTogether, holds } from "./chaos/invariants.ts"
import { Line } from "./chaos/line.ts"
import { balancer } from "./upgrade/balancer.ts"
import { member, Visitor } from "./upgrade/people.ts"

/** `FROM=<commit, tag or branch>` names the program before; without it, it is the one before the newest migration. */
const from = process.env["FROM"] === undefined ? before : commitOf(process.env["FROM"])
const today = resolve(import.meta.dirname, "../..")

const TIMES = rounds(1, 5)
const COMPANIES = 2
const CLIENTS = 2
/** Milliseconds that a client lets pass after an answer: together they leave room for a node that starts. */
const PACE = 250
/** Milliseconds after which an answer is a failure. */
const PATIENCE = 30_000
/** Milliseconds for which nothing changes: before, between and after replacements. */
const CALM = rounds(3_000, 8_000)

const median = (of: ReadonlyArray<number>) => [...of].sort((a, b) => a - b)[of.length >> 1]!

it.live.skipIf(from === undefined)(`an upgrade and the way back, node by node behind a balancer, under load, ${TIMES} times: no request fails`, ({ annotate }) =>
  Effect.gen(function*() {
    const older = yield* programOf(from!)
    const cluster = yield* start({ data: dataOf(yield* home), settings: ["max_connections=200"] })
    yield* Effect.forkScoped(cluster.lost)
    const url = Redacted.make(cluster.url("postgres"))
    const inside = <A, E>(look: Effect.Effect<A, E, OwnerSql>) => Effect.provide(look, OwnerSql.layerOf(url)).pipe(Effect.orDie)
    const variables = {
      DATABASE_URL: Redacted.value(url), SECRET_KEY: randomBytes(36).toString("base64"), DATA_DIR: yield* home,
      COMPANY_RATE_LIMIT: "1000000", PUBLIC_RATE_LIMIT: "1000000", DATABASE_POOL: "16", LOG_LEVEL: "error"
    }
    const made = yield* Effect.forEach(Array.from({ length: COMPANIES }, (_, n) => n), (n) =>
      Effect.map(run(["bootstrap", "--company", `Upgrade ${n}`, "--owner-email", `owner-${n}@x.example`, "--tier", "enterprise", "--json"], variables, older), ({ err, out }) => {
        assert.isTrue(out.startsWith("{"), err)
        return JSON.parse(out) as { readonly company_id: number; readonly keys: { readonly test: string } }
      }))
    yield* inside(OwnerSql.use((sql) => sql`
      insert into standing_consents (company_id, key_id, verb, agents) select company_id, id, 'adjust_inventory', false from api_keys where kind = 'key'`))

    const places = yield* Effect.all(Array.from({ length: 2 }, () => Effect.all({ port: freePort, cluster: freePort })))
    const begun = (n: number, program: string) =>
      serve({ ...variables, PORT: `${places[n]!.port}`, CLUSTER_PORT: `${places[n]!.cluster}` }, program)
    const nodes: Array<Service> = [yield* begun(0, older), yield* begun(1, older)]
    const front = yield* balancer(places.map(({ port }) => port))
    yield* Effect.forEach(places, ({ port }) => front.takes(port))

    const companies = made.map(({ company_id, keys }) => ({
      id: company_id, told: nothingYet(), tasks: new Set<number>(), line: new Line(company_id, keys.test, [front.port], { pace: PACE, patience: PATIENCE })
    }))
    const shops = yield* Effect.promise(() => Promise.all(companies.map(({ line }) => opened(line))))
    const slugs = yield* Effect.promise(() => Promise.all(companies.map(async ({ line }) => (await line.ask("GET", "/company/settings")).body.slug as string)))
    const visitor = new Visitor(front.port, { pace: PACE, patience: PATIENCE })
    const end: { over: boolean; failed: unknown } = { over: false, failed: undefined }
    const isOver = () => end.over || end.failed !== undefined
    for (const { line } of companies) line.begin()
    const work = [
      ...companies.flatMap(({ line, tasks, told }, n) => [
        ...Array.from({ length: CLIENTS }, (_, number) =>
          client(line, told, shops[n]!, number, companies.filter((other) => other.line !== line).map((other) => other.told), isOver)),
        member(line, tasks, isOver)
      ]),
      visitor.look(["/docs", "/dashboard", "/tools", ...slugs.flatMap((slug) => [`/book/${slug}`, `/s/${slug}/shop`])], isOver)
    ].map((one) => one.catch((error: unknown) => void (end.failed ??= error)))

    const took = { end: [] as Array<number>, start: [] as Array<number> }
    const steps: Array<string> = []
    const under: Array<number> = []
    /** As the guide has it: a node is asked to end, begins again with the other program, and is asked again when the balancer has seen that it is ready. */
    const replaced = Effect.fnUntraced(function*(n: number, program: string) {
      const [row] = yield* inside(OwnerSql.use((sql) => sql<{ n: number }>`select count(*)::int as n from workflow_runs where finished_at is null`))
      under.push(row!.n)
      const asked = performance.now()
      nodes[n]!.signal("SIGTERM")
      const { code, err } = yield* nodes[n]!.ended
      assert.strictEqual(code, 0, err)
      took.end.push(performance.now() - asked)
      nodes[n] = yield* begun(n, program)
      took.start.push(nodes[n]!.startedIn)
      yield* front.takes(places[n]!.port)
      yield* Effect.sleep(CALM)
      const longest = Math.max(...companies.map(({ line }) => line.longestSince()))
      steps.push(`${program === today ? "new" : "old"} ${n + 1}: ended in ${Math.round(took.end.at(-1)!)} ms, began in ${Math.round(took.start.at(-1)!)} ms, longest request meanwhile ${Math.round(longest)} ms`)
      yield* inside(holds(companies))
    })
    yield* Effect.sleep(CALM)
    steps.push(`before: longest request ${Math.round(Math.max(...companies.map(({ line }) => line.longestSince())))} ms`)
    for (let time = 0; time < TIMES && end.failed === undefined; time++) {
      for (const program of [today, older]) for (const n of nodes.keys()) yield* replaced(n, program)
    }
    end.over = true
    yield* Effect.promise(() => Promise.all(work))
    if (end.failed !== undefined) return yield* Effect.die(end.failed)

    const sum = (of: (company: typeof companies[number]) => number) => companies.reduce((total, company) => total + of(company), 0)
    const told = [
      `From ${titleOf(from!)}, migration ${newestOf(from!)}, to today's program, migration ${newestOf("HEAD")}, and back, ${TIMES} times.`,
      `Acknowledged: ${sum((one) => one.told.contacts.size)} contacts, ${sum((one) => one.told.orders.size)} orders, ${sum((one) => one.told.appointments.size)} appointments, ` +
        `${sum(({ tasks }) => tasks.size)} tasks; ${sum(({ line }) => line.answered)} answers, ${visitor.pages} pages with ${visitor.files} files.`,
      `Failed: ${sum(({ line }) => line.again)} requests, ${visitor.failures.length} pages and files, ${front.failures.length} in the balancer.`,
      `A node ended in ${Math.round(median(took.end))} ms (longest ${Math.round(Math.max(...took.end))}) and began in ${Math.round(median(took.start))} ms (longest ${Math.round(Math.max(...took.start))}); ` +
        `${Math.min(...under)} to ${Math.max(...under)} runs were under way.`,
      `Longest request: ${companies.map(({ line }) => `${Math.round(line.longest)} ms`).join(", ")}, of pages ${Math.round(visitor.longest)} ms; ` +
        `longest time without an answer for a company: ${companies.map(({ line }) => `${Math.round(line.gap)} ms`).join(", ")}.`,
      ...steps
    ].join("\n")
    yield* Effect.promise(() => annotate(told))
    process.stdout.write(`${told}\n`)

    assert.deepStrictEqual(companies.flatMap(({ line }) => line.reasons).slice(0, 20), [])
    assert.deepStrictEqual(visitor.failures.slice(0, 20), [])
    assert.deepStrictEqual(front.failures.slice(0, 20), [])
    yield* inside(allTold(companies))
    yield* inside(heldTogether(companies))
    assert.isAbove(Math.max(...under), 5, "runs were under way")
    assert.isAbove(sum(({ line }) => line.answered), TIMES * 200, "enough was answered for this to mean something")
  }).pipe(Effect.scoped), TIMES * 240_000 + 300_000)

/** Each task came due once: its run ended, whichever program it was in. */
const allTold = Effect.fnUntraced(function*(companies: ReadonlyArray<{ readonly id: number; readonly tasks: ReadonlySet<number> }>) {
  const sql = yield* OwnerSql
  for (const { id, tasks } of companies) {
    const untold = sql<{ task: number; times: number }>`select t as task, (select count(*)::int from events
      where company_id = ${id} and kind = 'task.due' and (data->'object'->>'id')::bigint = t) as times from unnest(${[...tasks]}::bigint[]) t`.pipe(
        Effect.map((rows) => rows.filter(({ times }) => times !== 1)))
    yield* untold.pipe(
      Effect.repeat({ until: (rows) => rows.length === 0, schedule: Schedule.spaced("500 millis") }),
      Effect.timeoutOrElse({ duration: "90 seconds", orElse: () => Effect.flatMap(untold, (rows) => Effect.die(new Error(`not due once: ${JSON.stringify(rows.slice(0, 10))}`))) })
    )
  }
})
