import { Context, Deferred, Effect, Layer } from "effect"
import type { Schema } from "effect"
import type { Caller } from "#schemas/kernel/tenancy"

/** A call of a verb in somebody's name, from within the process. */
export interface VerbCall {
  readonly verb: string
  /** Path, query and body fields side by side. */
  readonly input: { readonly [field: string]: Schema.Json }
  readonly caller: Caller["Service"]
  /** Who it is now; nobody where the credential has ended. */
  readonly again: Effect.Effect<Caller["Service"] | undefined>
  /** Under which a write happens once. */
  readonly key: string
  readonly requestId: string
  readonly agent: string
  readonly human: string | undefined
  readonly session: string
}

/** What the API answered. */
export interface VerbAnswer {
  readonly status: number
  readonly body: string
}

type Send = (call: VerbCall) => Effect.Effect<VerbAnswer>

/**
 * The API as durable workflows call it: by the way of every request, with the same checks. The routes bind it when they are there; until then
 * calls wait.
 */
export class VerbCalls extends Context.Service<VerbCalls>()("layers/ai/VerbCalls", {
  make: Effect.gen(function*() {
    const sending = yield* Deferred.make<Send>()
    return {
      bind: (send: Send) => Effect.asVoid(Deferred.succeed(sending, send)),
      call: (call: VerbCall) => Effect.flatMap(Deferred.await(sending), (send) => send(call))
    }
  })
}) {
  static readonly layer = Layer.effect(VerbCalls, VerbCalls.make)
}
