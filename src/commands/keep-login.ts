import { Config, Console, Effect, Option, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import type { Me } from "#schemas/auth/session"
import { CommandFailure } from "./command-failure.ts"
import { makeClient } from "./export-client.ts"
import { keepProfiles, profiles } from "./profiles.ts"
import { plain } from "./terminal.ts"

interface Input {
  readonly url: string
  readonly profile: string
}

/** Typed by a person without being shown, or handed over in API_KEY. */
const asked = Effect.gen(function*() {
  const given = yield* Effect.orDie(Config.option(Config.Redacted("API_KEY")))
  if (Option.isSome(given)) return given.value
  if (process.stdin.isTTY) return yield* Prompt.Hidden({ message: "API key" })
  return yield* new CommandFailure({ message: "Set API_KEY to the key to sign in with, or run this in a terminal, which asks for it." })
})

/** Keeps a key that the service knows, so that other commands need not be given it. */
export const login = Effect.fnUntraced(function*({ profile, ...input }: Input) {
  const url = input.url.replace(/\/$/u, "")
  const key = yield* asked
  const me = (yield* Effect.flatMap(makeClient({ url, key }), ({ get }) => get("/auth/me"))) as Me
  const company = plain(me.company.name)
  yield* keepProfiles({ ...yield* profiles, [profile]: { url, key: Redacted.value(key), company, mode: me.mode } })
  yield* Console.log(`Signed in to ${company} at ${url}, ${me.mode} mode, as profile ${profile}.`)
}, Effect.provide(FetchHttpClient.layer))

/** Forgets a key. It stays good: whoever revokes it does so with revoke_api_key. */
export const logout = Effect.fnUntraced(function*({ profile }: Pick<Input, "profile">) {
  const { [profile]: kept, ...others } = yield* profiles
  if (kept === undefined) return yield* new CommandFailure({ message: `There is no profile ${JSON.stringify(profile)}.` })
  yield* keepProfiles(others)
  yield* Console.log(`Forgot the key of ${kept.company} at ${kept.url}. It is still good: revoke_api_key ends it.`)
})

export const list = Effect.gen(function*() {
  for (const [name, { company, mode, url }] of Object.entries(yield* profiles)) yield* Console.log(`${name}\t${company}\t${mode}\t${url}`)
})
