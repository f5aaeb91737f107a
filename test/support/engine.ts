import { Effect, Layer, type Redacted } from "effect"
import { ServiceConfig } from "#layers/config"
import { database, owner } from "#layers/database"
import { Log, Logging } from "#layers/log"
import { provisionWithKeys } from "#layers/provision"
import { Services } from "#layers/services"
import { durableWork } from "#workflows/durable-workflows"
import { DatabaseUrl, freshUrl, OwnerSql } from "./database.ts"

type Workflows = Parameters<typeof durableWork>[0]

/** The engine at work on a database, without the rest of the house. */
export const engineOn = (url: Redacted.Redacted, workflows: Workflows, log: Parameters<typeof Log.layerOf>[0] = "silent") =>
  durableWork(workflows).pipe(
    Layer.provideMerge(Services),
    Layer.provideMerge(database(url, 8)),
    Layer.provide(Logging),
    Layer.provide(Log.layerOf(log)),
    Layer.provide(ServiceConfig.layerOf())
  )

/** A fresh database with one company, whose id is 1, as is its key's. */
export const companyUrl = Effect.tap(freshUrl, (url) =>
  Effect.provide(provisionWithKeys({ name: "acme", tier: "enterprise", industry: null, owner: null }, "test"), owner(url)))

/** The engine at work on a fresh database. */
export const engined = (workflows: Workflows) =>
  Layer.unwrap(Effect.map(companyUrl, (url) =>
    Layer.mergeAll(engineOn(url, workflows), OwnerSql.layerOf(url), Layer.succeed(DatabaseUrl, url))))
