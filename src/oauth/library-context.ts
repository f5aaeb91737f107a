import { AsyncLocalStorage } from "node:async_hooks"
import { Context, Effect } from "effect"
import { networkOf } from "../http/client-address.ts"
import { CurrentRequest } from "../http/request-context.ts"

/**
 * The Effect context of the request that the authorization server's library works on. The library calls back without telling for
 * which request.
 */
const current = new AsyncLocalStorage<Context.Context<never>>()

/** Calls the library with the context of the current fiber. */
export const callLibrary = <A>(call: () => Promise<A>): Effect.Effect<A> =>
  Effect.flatMap(Effect.context<never>(), (context) => Effect.promise(() => current.run(context, call)))

/** Runs an effect for the library, in the context of the request that it works on. */
export const runForLibrary = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromiseWith(current.getStore() ?? Context.empty())(effect)

/** The network of the client whose request the library works on. */
export const currentNetwork = (): string => {
  const context = current.getStore()
  return context === undefined ? "" : networkOf(Context.get(context, CurrentRequest).address)
}
