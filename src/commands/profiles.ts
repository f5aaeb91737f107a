import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { Config, Effect, FileSystem, Option, type PlatformError, Redacted, Schema } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { CommandFailure } from "./command-failure.ts"
import { LOCAL, USUAL } from "./flags.ts"

/** A company of a service, as the command line was signed in to it. */
const Profile = Schema.Struct({ url: Schema.String, key: Schema.String, company: Schema.String, mode: Schema.String })
export type Profile = typeof Profile.Type
const Profiles = Schema.fromJsonString(Schema.Record(Schema.String, Profile))

/** As the XDG Base Directory Specification places it, https://specifications.freedesktop.org/basedir/latest/ */
const place = Effect.map(Effect.orDie(Config.option(Config.String("XDG_CONFIG_HOME"))), (folder) =>
  join(Option.getOrElse(folder, () => join(homedir(), ".config")), manifest.name, "profiles.json"))

const isMissing = ({ reason }: PlatformError.PlatformError) => reason._tag === "NotFound"

/** All that was signed in to, by name. */
export const profiles = Effect.gen(function*() {
  const [files, path] = [yield* FileSystem.FileSystem, yield* place]
  const text = yield* files.readFileString(path).pipe(
    Effect.catchIf(isMissing, () => Effect.succeed("{}")),
    Effect.mapError(({ message }) => new CommandFailure({ message: `${path} cannot be read: ${message}` }))
  )
  return yield* Effect.mapError(Schema.decodeEffect(Profiles)(text), () =>
    new CommandFailure({ message: `${path} is not as service login writes it: remove it, and sign in again.` }))
})

/** Keeps these and no others, for nobody else to read; the file is complete before it bears its name. */
export const keepProfiles = Effect.fnUntraced(function*(all: Readonly<Record<string, Profile>>) {
  const [files, path] = [yield* FileSystem.FileSystem, yield* place]
  const next = `${path}.${process.pid}`
  yield* files.makeDirectory(dirname(path), { recursive: true, mode: 0o700 }).pipe(
    Effect.andThen(files.writeFileString(next, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })),
    Effect.andThen(files.rename(next, path)),
    Effect.mapError(({ message }) => new CommandFailure({ message: `${path} cannot be written: ${message}` }))
  )
})

/** What a command of a client was told of where to go. */
export interface Target {
  readonly url: Option.Option<string>
  readonly profile: Option.Option<string>
}

/**
 * Which service to ask, and as whom: the named profile, else API_KEY, else the usual profile. The key of a profile goes to no other service than the
 * one that it is of.
 */
export const sourceOf = Effect.fnUntraced(function*({ profile, url }: Target) {
  const given = yield* Effect.orDie(Config.option(Config.Redacted("API_KEY")))
  if (Option.isNone(profile) && Option.isSome(given)) return { url: Option.getOrElse(url, () => LOCAL), key: given.value }
  const name = Option.getOrElse(profile, () => USUAL)
  const kept = (yield* profiles)[name]
  if (kept === undefined) {
    return yield* new CommandFailure({
      message: Option.isSome(profile)
        ? `There is no profile ${JSON.stringify(name)}: sign in with service login --profile ${name}.`
        : "Set API_KEY to an API key of the company. Or sign in with service login."
    })
  }
  if (Option.isSome(url) && url.value !== kept.url) {
    return yield* new CommandFailure({ message: `Profile ${JSON.stringify(name)} is of ${kept.url}: leave --url out, or set API_KEY.` })
  }
  return { url: kept.url, key: Redacted.make(kept.key) }
})
