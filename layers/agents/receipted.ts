import { Context, Effect, Layer } from "effect"
import type { Change } from "#schemas/kernel/events"
import type { Caller } from "#schemas/kernel/tenancy"
import { CurrentChanges, ChangeLog } from "../kernel/receipts/change-log.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { TransactionEnvelope } from "../kernel/transaction.ts"

/** A write that is not the operation of a request. */
export interface BackgroundWrite {
  /** For the receipt. */
  readonly verb: string
  readonly payloadHash: Uint8Array
}

/** Work in a transaction of its own, together with its receipt and its events; without any if it recorded no change. */
export class Receipted extends Context.Service<Receipted>()("layers/Receipted", {
  make: Effect.gen(function*() {
    const journal = yield* ChangeLog
    const tenancy = yield* Tenancy
    return {
      /* Suspended, so that a retry begins with empty batches. */
      write: <A, E, R>({ payloadHash, verb }: BackgroundWrite, work: Effect.Effect<A, E, R>) => Effect.suspend(() => {
        const batches = new TransactionEnvelope(false)
        return tenancy.transaction(Effect.gen(function*() {
          const changes: Array<Change> = []
          const value = yield* Effect.provideService(work, CurrentChanges, changes)
          if (changes.length > 0) {
            batches.closing.push(...yield* journal.entries({ verb, payloadHash, changes, consent: undefined }))
          }
          return value
        }), batches) as Effect.Effect<A, E, R | Caller>
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Receipted, Receipted.make)
}
