import { Config, Effect, Option, Redacted } from "effect"
import { CommandFailure } from "./command-failure.ts"
import { LOCAL, USUAL } from "./flags.ts"
import { profiles } from "./profile-file.ts"
import { tokenOf } from "./renewal.ts"

/** What a command of a client was told of where to go. */
export interface Target {
  readonly url: Option.Option<string>
  readonly profile: Option.Option<string>
}

/**
 * Which service to ask, and as whom: the named profile, else API_KEY at the address of the usual profile, else the usual profile. The key of a profile
 * goes to no other service than the one that it is of.
 */
export const sourceOf = Effect.fnUntraced(function*({ profile, url }: Target) {
  const given = yield* Effect.orDie(Config.option(Config.Redacted("API_KEY")))
  if (Option.isNone(profile) && Option.isSome(given)) {
    return { url: Option.isSome(url) ? url.value : (yield* profiles)[USUAL]?.url ?? LOCAL, key: given.value }
  }
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
  return { url: kept.url, key: "key" in kept ? Redacted.make(kept.key) : yield* tokenOf(name, kept) }
})
