import { Effect, Layer, Option, type Redacted } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { database, owner } from "#layers/database/connections"
import { Runs } from "#layers/workflows/runs"
import { Log, Logging } from "#layers/kernel/log"
import { provisionWithKeys } from "#layers/auth/provision"
import { Services } from "#layers/services"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { durableWork } from "#workflows/durable-workflows"
import { DatabaseUrl, freshUrl, OwnerSql } from "./database.ts"
import { somebody } from "./workflows.ts"

export type Workflows = Parameters<typeof durableWork>[0]
type Level = Parameters<typeof Log.layerOf>[0]

const around = (level: Level) => Layer.merge(Logging.pipe(Layer.provideMerge(Log.layerOf(level))), ServiceConfig.layerOf())

/** What programs can do on a database, without anything that works by itself. */
export const programsOn = (url: Redacted.Redacted) =>
  Services.pipe(Layer.provideMerge(database(url, { connections: 8 })), Layer.provide(around("silent")))

/** The engine at work on a database, without the rest of the server. */
export const engineOn = (url: Redacted.Redacted, workflows: Workflows, level: Level = "silent") =>
  durableWork(workflows).pipe(Layer.provideMerge(Services), Layer.provideMerge(database(url, { connections: 8 })), Layer.provide(around(level)))

/** A fresh database with one company, whose id is 1, as is its key's. */
export const companyUrl = Effect.tap(freshUrl, (url) =>
  Effect.provide(provisionWithKeys({ name: "acme", tier: "enterprise", industry: null, owner: null }, "test"), owner(url)))

/** The engine at work on a fresh database. */
export const engined = (workflows: Workflows) =>
  Layer.unwrap(Effect.map(companyUrl, (url) =>
    Layer.mergeAll(engineOn(url, workflows), OwnerSql.layerOf(url), Layer.succeed(DatabaseUrl, url))))

/** Does something in a transaction, as a request would. */
export const begin = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(Tenancy.use((tenancy) => tenancy.transaction(work)), Caller, somebody)

/** A run as it is now. */
export const find = (id: RunId) => Effect.map(begin(Runs.use((runs) => runs.find(id))), Option.getOrThrow)
