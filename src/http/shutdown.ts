import { Context, Effect, type Scope } from "effect"

/** Tells those who keep responses open, streams of events say, that the server begins to stop: nothing else would end them. */
export interface Shutdown {
  readonly onShutdown: (end: () => void) => Effect.Effect<void, never, Scope.Scope>
  readonly begin: Effect.Effect<void>
}

export const makeShutdown = (): Shutdown => {
  const listeners = new Set<() => void>()
  return {
    onShutdown: (end) =>
      Effect.acquireRelease(Effect.sync(() => void listeners.add(end)), () => Effect.sync(() => void listeners.delete(end))),
    begin: Effect.sync(() => {
      for (const end of listeners) end()
    })
  }
}

/** Provided by the listener; an application without one is never told. */
export const Shutdown = Context.Reference<Shutdown>("src/http/Shutdown", { defaultValue: makeShutdown })
