import { Config, Console, Effect, Option, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import type { Me } from "#schemas/auth/session"
import { CommandFailure } from "./command-failure.ts"
import { makeClient } from "./export-client.ts"
import { changeProfiles, type Profile, profiles } from "./profile-file.ts"
import { plain } from "./terminal.ts"

interface Input {
  readonly url: string
  readonly profile: string
  readonly scopes: string
  readonly withKey: boolean
}

/** Typed by a person without being shown. */
const typed = Effect.gen(function*() {
  if (process.stdin.isTTY) return yield* Prompt.Hidden({ message: "API key" })
  return yield* new CommandFailure({ message: "Set API_KEY to the key to sign in with, or run this in a terminal, which asks for it." })
})

const connection = Effect.promise(() => import("./oauth-tokens.ts"))

/** Ends a connection that nothing uses any more. Whether the service could be told. */
const ended = (kept: Profile) =>
  "tokens" in kept
    ? Effect.flatMap(connection, ({ revoked }) => Effect.isSuccess(revoked(kept.url, kept.tokens)))
    : Effect.succeed(false)

/** By a key that is typed or stands in API_KEY, else by a person in a browser. */
const credential = Effect.fnUntraced(function*(url: string, { scopes, withKey }: Input) {
  const given = yield* Effect.orDie(Config.option(Config.Redacted("API_KEY")))
  if (withKey || Option.isSome(given)) {
    const key = Option.isSome(given) ? given.value : yield* typed
    return { key, kept: { key: Redacted.value(key) }, granted: "" }
  }
  const { signIn } = yield* Effect.promise(() => import("./sign-in.ts"))
  const { scopes: granted, tokens } = yield* signIn(url, scopes)
  return { key: Redacted.make(tokens.access), kept: { tokens }, granted: ` It may: ${granted.map(plain).join(", ")}.` }
})

/** Keeps what the service knows somebody by, so that other commands need not be given it. */
export const login = Effect.fnUntraced(function*({ profile, ...input }: Input) {
  const url = input.url.replace(/\/$/u, "")
  const { granted, kept, key } = yield* credential(url, { profile, ...input })
  const me = (yield* Effect.flatMap(makeClient({ url, key }), ({ get }) => get("/auth/me"))) as Me
  const company = plain(me.company.name)
  const before = yield* changeProfiles((all) => Effect.succeed([{ ...all, [profile]: { url, ...kept, company, mode: me.mode } }, all[profile]] as const))
  if (before !== undefined) yield* ended(before)
  yield* Console.log(`Signed in to ${company} at ${url}, ${me.mode} mode, as profile ${profile}.${granted}`)
}, Effect.provide(FetchHttpClient.layer))

/** Forgets a key, which stays good: whoever revokes it does so with revoke_api_key. A connection that a person made is ended. */
export const logout = Effect.fnUntraced(function*({ profile }: Pick<Input, "profile">) {
  const kept = yield* changeProfiles(Effect.fnUntraced(function*(all) {
    const { [profile]: kept, ...others } = all
    if (kept === undefined) return yield* new CommandFailure({ message: `There is no profile ${JSON.stringify(profile)}.` })
    return [others, kept] as const
  }))
  const place = `${kept.company} at ${kept.url}`
  if ("key" in kept) return yield* Console.log(`Forgot the key of ${place}. It is still good: revoke_api_key ends it.`)
  yield* Console.log((yield* ended(kept))
    ? `Signed out of ${place}.`
    : `Forgot the connection to ${place}. The service could not be told: cut it off there, under Connected clients.`)
})

export const list = Effect.gen(function*() {
  for (const [name, { company, mode, url }] of Object.entries(yield* profiles)) yield* Console.log(`${name}\t${company}\t${mode}\t${url}`)
})
