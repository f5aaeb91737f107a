import { existsSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, resolve } from "node:path"
import { Effect, Option, Redacted } from "effect"
import type { Settings } from "#layers/config"
import { placeOf, refusedBy } from "#layers/database-problem"
import type { DatabaseUrl } from "#layers/database-url"
import { type Examination, examination } from "#layers/examination"

/** One finding of the doctor. `remedy` is what to do about it. */
export interface Check {
  readonly name: string
  readonly status: "ok" | "warn" | "fail"
  readonly says: string
  readonly remedy?: string
}

const MIB = 1024 ** 2
const GIB = 1024 ** 3

const size = (bytes: number) => bytes < GIB ? `${Math.ceil(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`

const nearest = (folder: string): string => existsSync(folder) ? folder : nearest(dirname(folder))

export const disk = ({ dataDir }: Settings): Check => {
  const folder = resolve(dataDir)
  const { bavail, bsize } = statfsSync(nearest(folder))
  const free = bavail * bsize
  const says = `${size(free)} are free for ${folder}.`
  if (free < GIB / 2) return { name: "disk", status: "fail", says, remedy: "Make room: PostgreSQL stops when the disk is full." }
  return free < 5 * GIB ? { name: "disk", status: "warn", says, remedy: "Make room, or move DATA_DIR." } : { name: "disk", status: "ok", says }
}

const isOurs = (host: string, port: number) =>
  Effect.tryPromise(async () => {
    const place = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host
    const answer = await fetch(`http://${place}:${port}/health/ready`, { signal: AbortSignal.timeout(3_000) })
    return { ready: answer.status === 200, ours: answer.headers.has("x-ratelimit-limit") }
  }).pipe(Effect.orElseSucceed(() => ({ ready: false, ours: false })))

export const portCheck = ({ host, port }: Settings) =>
  Effect.gen(function*() {
    const name = "port"
    if (port === 0) return { name, status: "ok", says: "PORT is 0: any free one is taken." } satisfies Check
    const code = yield* Effect.callback<string>((resume) => {
      const server = createServer()
      server.once("error", (error: NodeJS.ErrnoException) => resume(Effect.succeed(error.code ?? error.message)))
      server.listen({ host, port }, () => server.close(() => resume(Effect.succeed(""))))
    })
    if (code === "") return { name, status: "ok", says: `Port ${port} of ${host} is free.` } satisfies Check
    if (code !== "EADDRINUSE") {
      return { name, status: "fail", says: `Port ${port} of ${host} cannot be listened on (${code}).`, remedy: "Set PORT and HOST to what this account may use." } satisfies Check
    }
    const { ours, ready } = yield* isOurs(host, port)
    if (ready && ours) return { name, status: "ok", says: `The service runs on port ${port} of ${host} and is ready.` } satisfies Check
    return {
      name,
      status: "fail",
      says: ours ? `The service on port ${port} of ${host} is not ready.` : `Something else listens on port ${port} of ${host}.`,
      remedy: ours ? "See its log." : "Stop it, or set PORT to another."
    } satisfies Check
  })

export const redis = ({ redisUrl }: Settings) =>
  Effect.gen(function*() {
    const name = "redis"
    if (Option.isNone(redisUrl)) {
      return { name, status: "ok", says: "REDIS_URL is not set: one process counts rate limits for itself." } satisfies Check
    }
    const { createClient } = yield* Effect.promise(() => import("redis"))
    const client = createClient({ url: Redacted.value(redisUrl.value), socket: { connectTimeout: 3_000, reconnectStrategy: false } })
    client.on("error", () => {})
    const { host } = new URL(Redacted.value(redisUrl.value))
    return yield* Effect.tryPromise(async () => {
      await client.connect()
      await client.ping()
      client.destroy()
    }).pipe(Effect.match({
      onSuccess: (): Check => ({ name, status: "ok", says: `Redis at ${host} answers.` }),
      onFailure: ({ cause }): Check => ({
        name,
        status: "fail",
        says: `Redis at ${host} cannot be reached (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}).`,
        remedy: "Start it or correct REDIS_URL; until then each process counts rate limits for itself."
      })
    }))
  })

const migrations = ({ pending }: Examination): Check => {
  const name = "migrations"
  if (pending > 0) return { name, status: "warn", says: `${pending} migrations have not run.`, remedy: "They run at the next start, or now with: service migrate." }
  if (pending < 0) return { name, status: "fail", says: `The database is ${-pending} migrations ahead of this program.`, remedy: "Install the newer version that migrated it." }
  return { name, status: "ok", says: "The database is up to date." }
}

const tenancy = ({ leaks }: Examination): Check =>
  leaks.length === 0
    ? { name: "tenancy", status: "ok", says: "Each company is confined to its own rows." }
    : { name: "tenancy", status: "fail", says: `${leaks.join("; ")}.`, remedy: "Undo what was changed by hand: another company's rows may be seen." }

const clock = ({ skewMs }: Examination): Check => {
  const says = `The database's clock differs from this machine's by ${(Math.abs(skewMs) / 1_000).toFixed(1)} s.`
  return Math.abs(skewMs) > 2_000
    ? { name: "clock", status: Math.abs(skewMs) > 30_000 ? "fail" : "warn", says, remedy: "Synchronise both with NTP: keys expire and events are dated by them." }
    : { name: "clock", status: "ok", says }
}

/** Everything that can be told of a database that answers. */
export const within = ({ own, url }: DatabaseUrl["Service"]) =>
  examination(url).pipe(
    Effect.map((found): ReadonlyArray<Check> => [
      {
        name: "database",
        status: "ok",
        says: `PostgreSQL ${found.version}${own ? ", the service's own," : ` at ${placeOf(url)}`} answers; the database takes ${size(found.bytes)}.`
      },
      migrations(found),
      tenancy(found),
      clock(found)
    ]),
    Effect.mapError(refusedBy(url, "be looked at"))
  )
