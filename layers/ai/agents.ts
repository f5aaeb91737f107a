import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { agent } from "#schemas/ai/agent"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"

/** The agents of the caller's company. Both modes share them. */
export class Agents extends Context.Service<Agents>()("layers/ai/Agents", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const agents = yield* repository(agent, {
      table: "ai_agents", sort: { name: { column: "name", type: "text" } },
      unique: { ai_agents_name: "name" }
    })
    const { inTenant } = agents.sql
    return {
      ...agents,
      /** How many there are; nobody else adds one until the transaction ends. */
      count: Effect.orDie(countForLimit(sql, "ai_agents", sql`ai_agents where ${inTenant}`))
    }
  })
}) {
  static readonly layer = Layer.effect(Agents, Agents.make)
}
