import { existsSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, resolve } from "node:path"
import { Cause, Effect, Option, Redacted } from "effect"
import { failureText } from "#layers/kernel/jobs/failures"
import type { Settings } from "#layers/kernel/config"
import { placeOf, refusedBy } from "#layers/database/problem"
import type { DatabaseUrl } from "#layers/database/url"
import { type DatabaseReport, inspectDatabase } from "#layers/database/checks"

/** One finding of the doctor. `remedy` is what to do about it. */
export interface Check {
  readonly name: string
  readonly status: "ok" | "warn" | "fail"
  readonly says: string
  readonly remedy?: string
}

export const ok = (name: string, says: string): Check => ({ name, status: "ok", says })
const warn = (name: string, says: string, remedy: string): Check => ({ name, status: "warn", says, remedy })
export const fail = (name: string, says: string, remedy?: string): Check =>
  remedy === undefined ? { name, status: "fail", says } : { name, status: "fail", says, remedy }

const MIB = 1024 ** 2
const GIB = 1024 ** 3

const size = (bytes: number) => bytes < GIB ? `${Math.ceil(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`

const nearest = (folder: string): string => existsSync(folder) ? folder : nearest(dirname(folder))

export const disk = ({ dataDir }: Settings): Check => {
  const folder = resolve(dataDir)
  const { bavail, bsize } = statfsSync(nearest(folder))
  const free = bavail * bsize
  const says = `${size(free)} are free for ${folder}.`
  if (free < GIB / 2) return fail("disk", says, "Make room: PostgreSQL stops when the disk is full.")
  return free < 5 * GIB ? warn("disk", says, "Make room, or move DATA_DIR.") : ok("disk", says)
}

const reachable = (host: string) =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host

/** Whether it is a service of ours that listens, and whether it is ready. */
const listener = (host: string, port: number) =>
  Effect.tryPromise(async () => {
    const answer = await fetch(`http://${reachable(host)}:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) })
    return { ready: answer.status === 200, ours: answer.headers.has("x-ratelimit-limit") }
  }).pipe(Effect.orElseSucceed(() => ({ ready: false, ours: false })))

/** Why the port cannot be listened on, as the system's code; empty when it can. */
const obstacle = (host: string, port: number) =>
  Effect.callback<string>((resume) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resume(Effect.succeed(error.code ?? error.message)))
    server.listen({ host, port }, () => server.close(() => resume(Effect.succeed(""))))
  })

export const port = Effect.fnUntraced(function*({ host, port }: Settings) {
  if (port === 0) return ok("port", "PORT is 0: any free one is taken.")
  const place = `port ${port} of ${host}`
  const code = yield* obstacle(host, port)
  if (code === "") return ok("port", `Nothing else uses ${place}.`)
  if (code !== "EADDRINUSE") {
    return fail("port", `It is not possible to listen on ${place} (${code}).`, "Set PORT and HOST to what this account may use.")
  }
  const { ours, ready } = yield* listener(host, port)
  if (!ours) return fail("port", `Something else listens on ${place}.`, "Stop it, or set PORT to another.")
  return ready
    ? ok("port", `The service runs on ${place} and is ready.`)
    : fail("port", `The service on ${place} is not ready.`, "See its log.")
})

const answers = (url: string) =>
  Effect.tryPromise(async (signal) => {
    const { createClient } = await import("@redis/client")
    const client = createClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } })
    client.on("error", () => {})
    signal.addEventListener("abort", () => client.destroy())
    await client.connect()
    await client.ping()
    client.destroy()
  }).pipe(Effect.timeoutOrElse({
    duration: "5 seconds",
    orElse: () => Effect.fail(new Cause.UnknownError({ message: "it does not answer" }))
  }))

export const redis = Effect.fnUntraced(function*({ redisUrl }: Settings) {
  if (Option.isNone(redisUrl)) return ok("redis", "REDIS_URL is not set: one process counts rate limits for itself.")
  const url = Redacted.value(redisUrl.value)
  const { host } = new URL(url)
  return yield* answers(url).pipe(Effect.match({
    onSuccess: () => ok("redis", `Redis at ${host} answers.`),
    onFailure: ({ cause }) => {
      const { code, message } = cause as NodeJS.ErrnoException
      return fail("redis", `Redis at ${host} cannot be reached (${code ?? message}).`, "Start it, correct REDIS_URL or unset it.")
    }
  }))
})

const migrations = ({ pending }: DatabaseReport): Check => {
  if (pending > 0) {
    return warn("migrations", `${pending} migrations have not run.`, "They run at the next start, or now with: service migrate.")
  }
  return pending < 0
    ? warn("migrations", `The database is ${-pending} migrations ahead of this program, which goes on serving.`, "Once no older version is needed, install the one that migrated it.")
    : ok("migrations", "The database is up to date.")
}

const tenancy = ({ leaks }: DatabaseReport): Check =>
  leaks.length === 0
    ? ok("tenancy", "Each company is confined to its own rows.")
    : fail("tenancy", `${leaks.join("; ")}.`, "Undo what was changed by hand: another company's rows may be seen.")

/** Receipts are sealed within seconds. What takes longer than this stands still. */
const LATE_SECONDS = 300
const MOST_SHOWN = 3

const background = ({ background }: DatabaseReport): ReadonlyArray<Check> => {
  if (background === undefined) return []
  const { failures, unsealed_seconds } = background
  if (failures.length > 0) {
    const shown = failures.slice(0, MOST_SHOWN)
    const more = failures.length > shown.length ? ` And ${failures.length - shown.length} more.` : ""
    const unsealed = shown.find(({ job }) => job === "seal_receipts")
    return [fail(
      "background", `${shown.map(failureText).join(". ")}.${more}`,
      unsealed === undefined ? "Somebody changed rows of events by hand: correct them." : `See: service receipts verify --company ${unsealed.company_id}.`
    )]
  }
  if (unsealed_seconds <= LATE_SECONDS) return [ok("background", "Receipts are sealed and events numbered as they come.")]
  return [fail(
    "background", `Receipts have waited ${Math.round(unsealed_seconds / 60)} minutes to be sealed.`, "Start the service, or see its log."
  )]
}

const clock = ({ skewMs }: DatabaseReport): Check => {
  const skew = Math.abs(skewMs)
  const says = `The database's clock differs from this machine's by ${(skew / 1_000).toFixed(1)} s.`
  const remedy = "Synchronise both with NTP: keys expire and events are dated by them."
  return skew > 30_000 ? fail("clock", says, remedy) : skew > 2_000 ? warn("clock", says, remedy) : ok("clock", says)
}

/** Everything that can be told of a database that answers. */
export const within = ({ own, url }: DatabaseUrl["Service"]) =>
  inspectDatabase(url).pipe(
    Effect.map((found): ReadonlyArray<Check> => {
      const whose = own ? ", the service's own," : ` at ${placeOf(url)}`
      return [
        ok("database", `PostgreSQL ${found.version}${whose} answers; the database takes ${size(found.bytes)}.`),
        migrations(found),
        tenancy(found),
        ...background(found),
        clock(found)
      ]
    }),
    Effect.mapError(refusedBy(url, "be looked at"))
  )
