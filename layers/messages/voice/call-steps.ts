import { Context, Effect, Layer, Option } from "effect"
import { SecretStore } from "../../auth/secret-store.ts"

const ABOUT = "step of a call"
const MOST_LENGTH = 100

/**
 * Names of steps of calls, as they stand in addresses that a provider comes back to. They are sealed, so that nobody makes one up; a provider's
 * signature says who came back, and the name in which call of which company.
 */
export class CallStepNames extends Context.Service<CallStepNames>()("layers/messages/CallStepNames", {
  make: Effect.gen(function*() {
    const { open, seal } = yield* SecretStore
    return {
      issue: (text: string): string => seal(text, ABOUT),
      read: (name: string): Option.Option<string> => name.length > MOST_LENGTH ? Option.none() : open(name, ABOUT)
    }
  })
}) {
  static readonly layer = Layer.effect(CallStepNames, CallStepNames.make)
}
