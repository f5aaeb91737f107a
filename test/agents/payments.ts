import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { createServer } from "node:http"
import { ServiceConfig } from "#layers/kernel/config"
import { Runs } from "#layers/workflows/runs"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { Agents as AgentsGroup } from "#schemas/agents/api"
import { Conflict } from "#schemas/kernel/errors"
import { Authenticated, Validated } from "#schemas/kernel/gates"
import { idempotent } from "#schemas/kernel/headers"
import { operation } from "#schemas/kernel/operation"
import { Caller } from "#schemas/kernel/tenancy"
import { serveOptions } from "#src/api"
import { implement } from "#src/http/binder"
import { withPipeline } from "#src/http/pipeline"
import * as Agents from "#workflows/agents/index"
import { previewOf } from "#workflows/agents/preview"
import { FreshDatabase } from "../support/database.ts"
import { seed } from "../support/test-server.ts"

const Payment = Schema.Struct({ amount: Schema.Int, currency: Schema.String, card_token: Schema.String, fail: Schema.optionalKey(Schema.Boolean) })

/** An operation that moves money, honours `Idempotency-Key` and sets something going outside: what no category has yet. */
const pay = HttpApiEndpoint.post("pay", "/payments", {
  headers: idempotent,
  payload: Payment,
  success: Schema.Struct({ contact: Schema.Int, key_id: Schema.Int }),
  error: Conflict
}).middleware(Authenticated).annotateMerge(operation({ summary: "Pay", description: "Pays.", access: "payments:write", requiresConsent: true, undo: "nothing" }))

class Api extends HttpApi.make("payments")
  .add(HttpApiGroup.make("payments").add(pay))
  .add(AgentsGroup)
  .prefix("/api/v1")
  .middleware(Validated)
{}

const Payments = {
  pay: Effect.fnUntraced(function*({ amount, card_token, currency, fail }: typeof Payment.Type) {
    const sql = yield* SqlClient.SqlClient
    const journal = yield* ChangeLog
    const runs = yield* Runs
    const { company_id, key_id } = yield* Caller
    const row = { company_id, first_name: "Paid", last_name: `${amount} ${currency}` }
    const [made] = yield* Effect.orDie(sql<{ id: number }>`insert into contacts ${sql.insert(row)} returning id`)
    const { id } = made!
    yield* journal.record({ object: "payment", id, before: null, after: { id, amount, currency, card_token, key_id }, moves: { amount, currency } })
    yield* runs.start({ workflow: "payment.capture", version: 1, payload: { amount, card_token } })
    if (fail === true) return yield* new Conflict({ message: "The bank said no." })
    return { contact: id, key_id: Number(key_id) }
  })
}

const Routes = withPipeline(Layer.mergeAll(
  implement(Api, "payments", Payments),
  implement(Api, "agents", { ...Agents, preview_consent: previewOf([Payments]) })
))

/** `acme` may pay up to 100.00 USD a call without asking, not for agents; `acmeTest` any sum, for agents too. */
const trust = Effect.gen(function*() {
  yield* seed
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into standing_consents (company_id, key_id, verb, amount_cap, agents)
    select company_id, id, 'pay', case label when 'acme' then 10000 end, label = 'acmeTest' from api_keys where label in ('acme', 'acmeTest')`
})

/** A service with payments and the consents for it, over a database of its own. */
export const PaymentsServer = HttpRouter.serve(Routes, serveOptions).pipe(
  Layer.provideMerge(Services),
  Layer.provideMerge(FreshDatabase(trust)),
  Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
  Layer.provide(Logging),
  Layer.provideMerge(Log.layerOf("silent")),
  Layer.provide(ServiceConfig.layerOf({ port: 0 }))
)
