import { join, resolve } from "node:path"
import { Effect, Result, Schedule, Scope } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { type Cluster, clusterOf } from "./cluster.ts"
import { prepare } from "./data-folder.ts"
import { runGuarded } from "./guard.ts"
import type { GuardedProgram } from "./guard.ts"
import { lockOf, vacate } from "./lock.ts"
import { unrunnable } from "./native.ts"
import { place } from "./place.ts"
import type { Place } from "./place.ts"
import { forward, isReady, said } from "./server-log.ts"
import { defaults } from "./settings.ts"
import { socketFolder } from "./socket.ts"
import { walSettings, type WalUse } from "./wal.ts"

/** Milliseconds without a word before a start has failed. Recovery after a crash reports every 10 seconds. */
const SILENCE_MS = 30_000

const failure = (what: string, server: GuardedProgram) =>
  new StartFailure({ message: `PostgreSQL ${what}; its log says: ${said(server.lastLines)}` })

const left = (program: string, server: GuardedProgram, code: number) =>
  code === 127
    ? unrunnable(program, said(server.lastLines))
    : failure(`ended while starting, with code ${code}`, server)

const slow = (server: GuardedProgram) => failure(`was not ready after ${SILENCE_MS / 1_000} seconds`, server)

const ready = (program: string, server: GuardedProgram) =>
  Effect.callback<void, StartFailure>((resume) => {
    const timer = setTimeout(() => resume(Effect.fail(slow(server))), SILENCE_MS)
    const stopWaiting = Effect.sync(() => clearTimeout(timer))
    server.listen((line) => isReady(line) ? resume(stopWaiting) : timer.refresh())
    return stopWaiting
  }).pipe(
    Effect.raceFirst(Effect.flatMap(server.ended, (code) => Effect.fail(left(program, server, code))))
  )

/** Logs what PostgreSQL says from now on. */
const attend = Effect.fnUntraced(function*(server: GuardedProgram) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  server.listen((line) => run(forward(line, server.stopping())))
  server.detach()
})

const lostOf = (server: GuardedProgram) =>
  Effect.flatMap(server.ended, (code) =>
    server.stopping() ? Effect.never : Effect.fail(failure(`ended by itself, with code ${code}`, server)))

const serve = Effect.fnUntraced(function*(place: Place, socket: string, settings: ReadonlyArray<string>) {
  const { account, data, native } = place
  const program = join(native.root, "bin/postgres")
  const options = [...defaults, ...settings].flatMap((setting) => ["-c", setting])
  const server = yield* runGuarded(account, [program, "-D", data, "-k", socket, ...options])
  yield* ready(program, server)
  yield* attend(server)
  const lock = yield* lockOf(data)
  if (lock === undefined) return yield* left(program, server, 0)
  return clusterOf({ pid: lock.pid, socket, data, lost: lostOf(server) })
})

/** So many starts in a row whose server did not stay; the time between them begins with a quarter of a second and doubles. */
const MOST_STARTS = 5
const STAYED_MS = 60_000

/** Starts a server again each time that it ends by itself, and fails where that does not help. */
const lasting = (first: Cluster, begun: Effect.Effect<Cluster, StartFailure>): Effect.Effect<never, StartFailure> => {
  const again = (failure: StartFailure, starts: number): Effect.Effect<never, StartFailure> =>
    starts === MOST_STARTS ? Effect.fail(failure) : Effect.logError(`${failure.message} It is started again.`).pipe(
      Effect.andThen(Effect.sleep(250 * 2 ** starts)),
      Effect.andThen(Effect.result(begun)),
      Effect.flatMap((next) => Result.isSuccess(next) ? kept(next.success, starts + 1) : again(next.failure, starts + 1))
    )
  const kept = ({ lost }: Cluster, starts: number): Effect.Effect<never, StartFailure> =>
    Effect.suspend(() => {
      const since = performance.now()
      return Effect.catch(lost, (failure) => again(failure, performance.now() - since > STAYED_MS ? 0 : starts))
    })
  return kept(first, 0)
}

/** Children of a server that was killed end a moment after it; another start may be a moment ahead of ours. */
const passing = /is still in use|lock file "[^"]*" already exists/

/**
 * Starts PostgreSQL on a data folder, which is made if need be. It stops when the scope closes, and when this process
 * ends in whichever way. `settings` are lines of `postgresql.conf`, stronger than the defaults.
 */
export const start = Effect.fnUntraced(function*(options: {
  readonly data: string
  readonly settings?: ReadonlyArray<string>
  readonly wal?: WalUse
}) {
  const found = yield* place(resolve(options.data))
  yield* prepare(found, options.settings?.includes("fsync=off") !== true)
  const settings = [...yield* walSettings(found, options.wal ?? "unchanged"), ...options.settings ?? []]
  const socket = yield* socketFolder(found.data, found.account)
  const scope = yield* Effect.scope
  const begun = vacate(found.data, socket).pipe(
    Effect.andThen(serve(found, socket, settings)),
    Effect.retry({
      while: ({ message }) => passing.test(message),
      schedule: Schedule.spaced("100 millis"),
      times: 50
    }),
    Scope.provide(scope)
  )
  const first = yield* begun
  return { ...first, lost: Effect.provideContext(lasting(first, begun), yield* Effect.context<never>()) }
})
