import { Effect, Layer, Logger } from "effect"
import { ServiceConfig } from "#layers/config"
import { DatabaseUrl } from "#layers/database-url"

/** What layers have to say goes to standard error: standard output is for the answer. */
export const Quiet = Logger.layer([Logger.withConsoleError(Logger.formatSimple)])

/** Works on the service's database: a server's, the running service's own, or its own started for the occasion. */
export const besideService = <A, E, R>(work: (database: DatabaseUrl["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(DatabaseUrl, work).pipe(
    Effect.provide(DatabaseUrl.beside.pipe(Layer.provideMerge(ServiceConfig.layer), Layer.provideMerge(Quiet)))
  )
