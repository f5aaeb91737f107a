import { Context, Effect } from "effect"

type Services = ReadonlyMap<string, unknown>

/** What the server gives to each request; a request adds to it and takes nothing away. */
export const ServerServices = Context.Reference<Services | undefined>("src/http/ServerServices", { defaultValue: () => undefined })

/**
 * Gives routes the services of their layer. `Effect.provideContext` would copy all services for each request, of which there are over two hundred:
 * what the server lacks is looked up once, and added.
 */
export const layerServices = <R>(services: Context.Context<R>) => {
  const { mapUnsafe } = services
  let known: Services | undefined
  let lacking: ReadonlyArray<readonly [key: Context.Key<never, unknown>, service: unknown]> = []
  const over = (outer: Context.Context<never>): Context.Context<never> => {
    const server = Context.get(outer, ServerServices)
    if (server === undefined) return Context.merge(outer, services as Context.Context<never>)
    if (server !== known) {
      known = server
      lacking = [...mapUnsafe].filter(([key, service]) => server.get(key) !== service).map(([key, service]) => [Context.Service<never, unknown>(key), service])
    }
    return lacking.reduce((all, [key, service]) => Context.add(all, key, service), outer)
  }
  return <A, E, Needed>(effect: Effect.Effect<A, E, Needed>): Effect.Effect<A, E, Exclude<Needed, R>> =>
    Effect.updateContext(effect, (outer: Context.Context<Exclude<Needed, R>>) => over(outer as Context.Context<never>) as Context.Context<Needed>)
}
