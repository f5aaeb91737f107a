import { Clock, Effect, FileSystem, Redacted, Schedule, Semaphore } from "effect"
import { CommandFailure } from "./command-failure.ts"
import { changeProfiles, type Profile, type Tokens } from "./profile-file.ts"

/** An access token is renewed so long before it ends. */
const EARLY_MS = 60_000

/** A service that cannot be reached may be starting: it is asked so many times, a second apart. */
const TRIES = 60

type Connected = Extract<Profile, { readonly tokens: Tokens }>

const isGood = ({ expires_at }: Tokens) => Effect.map(Clock.currentTimeMillis, (now) => now < expires_at - EARLY_MS)

/** The access token of a profile whenever one is needed, renewed and kept where it is about to end: an export may take longer than one lasts. */
export const tokenOf = Effect.fnUntraced(function*(name: string, { tokens: first, url }: Connected) {
  const files = yield* FileSystem.FileSystem
  const turn = yield* Semaphore.make(1)
  let tokens = first

  const again = new CommandFailure({ message: `The connection to ${url} has ended: sign in again with service login --profile ${name}.` })

  const renewed = changeProfiles(Effect.fnUntraced(function*(all) {
    const kept = all[name]
    if (kept === undefined || !("tokens" in kept) || kept.url !== url) return yield* again
    /* Another process was quicker. */
    if (yield* isGood(kept.tokens)) return [all, kept.tokens] as const
    const { refreshed } = yield* Effect.promise(() => import("./oauth-tokens.ts"))
    const next = yield* refreshed(url, kept.tokens)
    return [{ ...all, [name]: { ...kept, tokens: next } }, next] as const
  })).pipe(
    Effect.retry({ while: (error) => error._tag === "ConnectionFault" && error.kind === "unreachable", times: TRIES, schedule: Schedule.spaced("1 second") }),
    Effect.catchTag("ConnectionFault", ({ kind, message }) => kind === "ended" ? again : new CommandFailure({ message })),
    Effect.provideService(FileSystem.FileSystem, files)
  )

  return turn.withPermits(1)(Effect.gen(function*() {
    if (!(yield* isGood(tokens))) tokens = yield* renewed
    return Redacted.make(tokens.access)
  }))
})
