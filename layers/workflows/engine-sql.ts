import { PgClient } from "@effect/sql-pg"
import { Context, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import type { Login } from "../database/logins.ts"
import { schema } from "./tables.ts"

/** The engine's connections, as `service_system`, in the engine's schema. One of them holds the locks of the shards. */
export class EngineSql extends Context.Service<EngineSql, PgClient.PgClient>()("layers/workflows/EngineSql") {}

/**
 * A commit of the engine does not wait for the disk. What it would lose when the database's machine dies is the last moment
 * of its log, in order: steps whose replies are lost are done again, which is what may happen to any step. What programs
 * write for themselves is waited for.
 */
const ASYNCHRONOUS = { synchronous_commit: "off" }

/**
 * A process that stands still in the midst of a transaction holds its locks, and whoever goes on with its runs would wait for it.
 * PostgreSQL ends such a transaction; woken, the process does again what it had begun.
 */
export const STANDSTILL = { idle_in_transaction_session_timeout: "10000" }

export const engineSql = ({ password, url, username }: Login, maxConnections: number) =>
  Layer.effect(
    EngineSql,
    PgClient.make({
      url,
      username,
      password,
      applicationName: "service engine",
      maxConnections,
      connectTimeout: "5 seconds",
      startupParameters: { search_path: `${schema},public`, ...ASYNCHRONOUS, ...STANDSTILL }
    })
  ).pipe(Layer.provide(Reactivity.layer))
