import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { Clock, Config, Effect, FileSystem, Option, type PlatformError, Schedule, Schema } from "effect"
import { CommandFailure } from "./command-failure.ts"

/** What a person who signed in gave to the command line; `expires_at` is of the access token, in epoch milliseconds. */
export const Tokens = Schema.Struct({ access: Schema.String, refresh: Schema.String, expires_at: Schema.Finite })
export type Tokens = typeof Tokens.Type

const where = { url: Schema.String, company: Schema.String, mode: Schema.String }

/** A company of a service, as the command line was signed in to it: by a key that was typed, or by a person in a browser. */
const Profile = Schema.Union([Schema.Struct({ ...where, key: Schema.String }), Schema.Struct({ ...where, tokens: Tokens })])
export type Profile = typeof Profile.Type

const Profiles = Schema.fromJsonString(Schema.Record(Schema.String, Profile))

/** The same for the command line of the service and the one that is installed by itself. */
const FOLDER = "business-platform"

/** As the XDG Base Directory Specification places it, https://specifications.freedesktop.org/basedir/latest/ */
const place = Effect.map(Effect.orDie(Config.option(Config.String("XDG_CONFIG_HOME"))), (folder) =>
  join(Option.getOrElse(folder, () => join(homedir(), ".config")), FOLDER, "profiles.json"))

const has = (tag: "AlreadyExists" | "NotFound") => ({ reason }: PlatformError.PlatformError) => reason._tag === tag

const cannotWrite = (path: string) =>
  Effect.mapError(({ message }: PlatformError.PlatformError) => new CommandFailure({ message: `${path} cannot be written: ${message}` }))

/** All that was signed in to, by name. */
export const profiles = Effect.gen(function*() {
  const [files, path] = [yield* FileSystem.FileSystem, yield* place]
  const text = yield* files.readFileString(path).pipe(
    Effect.catchIf(has("NotFound"), () => Effect.succeed("{}")),
    Effect.mapError(({ message }) => new CommandFailure({ message: `${path} cannot be read: ${message}` }))
  )
  return yield* Effect.mapError(Schema.decodeEffect(Profiles)(text), () =>
    new CommandFailure({ message: `${path} is not as service login writes it: remove it, and sign in again.` }))
})

/** Keeps these and no others, for nobody else to read; the file is complete before it bears its name. */
const keep = Effect.fnUntraced(function*(all: Readonly<Record<string, Profile>>) {
  const [files, path] = [yield* FileSystem.FileSystem, yield* place]
  const next = `${path}.${process.pid}`
  yield* Effect.andThen(files.writeFileString(next, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 }), files.rename(next, path)).pipe(cannotWrite(path))
})

/** A process that has it for longer has ended without giving it back. */
const LOCKED_MS = 60_000

const isStale = Effect.fnUntraced(function*(lock: string) {
  const info = yield* Effect.option(FileSystem.FileSystem.use((files) => files.stat(lock)))
  const since = Option.flatMap(info, ({ mtime }) => mtime)
  return Option.isSome(since) && (yield* Clock.currentTimeMillis) - since.value.getTime() > LOCKED_MS
})

/** A folder, which two cannot both make. */
const locked = Effect.gen(function*() {
  const [files, path] = [yield* FileSystem.FileSystem, yield* place]
  const lock = `${path}.lock`
  yield* files.makeDirectory(dirname(path), { recursive: true, mode: 0o700 }).pipe(cannotWrite(path))
  yield* files.makeDirectory(lock).pipe(
    Effect.tapErrorTag("PlatformError", () => Effect.flatMap(isStale(lock), (stale) => stale ? Effect.ignore(files.remove(lock, { recursive: true })) : Effect.void)),
    Effect.retry({ while: has("AlreadyExists"), schedule: Schedule.spaced("50 millis") }),
    cannotWrite(path)
  )
  return Effect.ignore(files.remove(lock, { recursive: true }))
})

/** Changes what is kept, one process after the other: a refresh token that two use ends the connection. */
export const changeProfiles = <A, E, R>(
  change: (all: Readonly<Record<string, Profile>>) => Effect.Effect<readonly [next: Readonly<Record<string, Profile>>, result: A], E, R>
) =>
  Effect.acquireUseRelease(
    locked,
    () => Effect.uninterruptible(Effect.gen(function*() {
      const before = yield* profiles
      const [next, result] = yield* change(before)
      if (next !== before) yield* keep(next)
      return result
    })),
    (release) => release
  )
