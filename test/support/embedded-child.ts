import { Effect, Logger } from "effect"
import { start } from "#layers/embedded-postgres/start"

/** What the child tells its parent, one JSON line each on standard output. */
export type Told =
  | { readonly started: { readonly pid: number; readonly data: string; readonly url: string } }
  | { readonly failed: string }
  | { readonly logged: string }

const tell = (told: Told) => void process.stdout.write(`${JSON.stringify(told)}\n`)

const TellingLogger = Logger.layer([Logger.make(({ message }) => tell({ logged: String(message) }))])

/** Runs PostgreSQL on the folder of the first argument until it is killed. */
await Effect.gen(function*() {
  const { data, pid, url } = yield* start({ data: process.argv[2]! })
  tell({ started: { pid, data, url: url("postgres") } })
  yield* Effect.sleep("1 hour")
}).pipe(
  Effect.catch(({ message }) => Effect.sync(() => tell({ failed: message }))),
  Effect.scoped,
  Effect.provide(TellingLogger),
  Effect.runPromise
)
