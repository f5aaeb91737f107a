import { Resolver } from "node:dns/promises"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { NameServers } from "./names.ts"

/** Milliseconds that a name server may take for each of two tries, and how many are asked at a time. */
const PATIENCE_MS = 1_000
const AT_A_TIME = 4

/** What is at a name: its records, or that there is none. `unknown`: nobody could say. `busy`: too many are being asked for. */
export type TxtAnswer =
  | { readonly _tag: "Found"; readonly records: ReadonlyArray<string> }
  | { readonly _tag: "None" | "Unknown" | "Busy" }

const none = new Set(["ENODATA", "ENOTFOUND"])

/** TXT records, asked for by messages of our own: of the system's name servers, or of those that `NAME_SERVERS` names. */
export class TxtRecords extends Context.Service<TxtRecords>()("layers/network/TxtRecords", {
  make: Effect.gen(function*() {
    const { nameServers } = yield* ServiceConfig
    const servers = (yield* NameServers) ?? (nameServers.length === 0 ? undefined : nameServers)
    const names = new Resolver({ timeout: PATIENCE_MS, tries: 2 })
    if (servers !== undefined) names.setServers([...servers])
    const places = yield* Semaphore.make(AT_A_TIME)

    const ask = (name: string): Effect.Effect<TxtAnswer> =>
      Effect.tryPromise({
        try: () => names.resolveTxt(name),
        catch: (error) => (error as NodeJS.ErrnoException).code ?? ""
      }).pipe(
        Effect.map((records): TxtAnswer => ({ _tag: "Found", records: records.map((parts) => parts.join("")) })),
        Effect.catch((code) => Effect.succeed<TxtAnswer>({ _tag: none.has(code) ? "None" : "Unknown" }))
      )

    return {
      /** Who asks holds a transaction, so nobody waits for a place. */
      of: (name: string): Effect.Effect<TxtAnswer> =>
        Effect.map(places.withPermitsIfAvailable(1)(ask(name)), Option.getOrElse((): TxtAnswer => ({ _tag: "Busy" })))
    }
  })
}) {
  static readonly layer = Layer.effect(TxtRecords, TxtRecords.make)
}
