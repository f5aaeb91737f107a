import { Effect, Layer, Logger, References } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl } from "#layers/database/url"

/** Warnings of the layers go to standard error: standard output is for the answer, and a command that went well is silent. */
export const Quiet = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatSimple)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/** Works on the service's database: a server's, the running service's own, or its own started for the occasion. */
export const besideService = <A, E, R>(work: (database: DatabaseUrl["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(DatabaseUrl, work).pipe(
    Effect.provide(DatabaseUrl.beside.pipe(Layer.provideMerge(ServiceConfig.layer), Layer.provideMerge(Quiet)))
  )
