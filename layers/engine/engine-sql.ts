import { PgClient } from "@effect/sql-pg"
import { Context, Layer } from "effect"
import type { Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { schema } from "./tables.ts"

/** The engine's connections, as `service_system`, in the engine's schema. One of them holds the locks of the shards. */
export class EngineSql extends Context.Service<EngineSql, PgClient.PgClient>()("layers/engine/EngineSql") {}

/** Seven at work: more did not start more runs a second on two cores, fewer made bursts of timers wait for connections. */
const CONNECTIONS = 8

export const engineSql = (url: Redacted.Redacted) =>
  Layer.effect(
    EngineSql,
    PgClient.make({
      url,
      applicationName: "service engine",
      maxConnections: CONNECTIONS,
      connectTimeout: "5 seconds",
      startupParameters: { role: "service_system", search_path: `${schema},public` }
    })
  ).pipe(Layer.provide(Reactivity.layer))
