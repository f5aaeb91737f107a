import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Commits } from "./commit-listeners.ts"
import { Company, currentCompany } from "../database/tenant-connection.ts"
import { WritePool } from "../database/connections.ts"
import { orDieSql } from "./sql.ts"
import { TransactionEnvelope, transactions } from "./transaction.ts"

/** Confines work to one company, all of it or nothing. */
export class Tenancy extends Context.Service<Tenancy>()("layers/Tenancy", {
  make: Effect.gen(function*() {
    const { transactionService } = yield* SqlClient.SqlClient
    const withTransaction = transactions(transactionService, yield* WritePool)
    const { listeners } = yield* Commits
    /** What was left in closing has receipts and events. */
    const tell = ({ closing }: TransactionEnvelope) =>
      Effect.withFiber<void>((fiber) => {
        const company = closing.length === 0 ? undefined : currentCompany(fiber.context)
        if (company !== undefined) for (const hear of listeners) hear(company)
        return Effect.void
      })
    return {
      /** One transaction of the caller's company; `batches` leave with its first and its last write to the socket. */
      transaction: <A, E, R>(effect: Effect.Effect<A, E, R>, batches = new TransactionEnvelope(false)) =>
        withTransaction(effect, batches).pipe(
          orDieSql,
          Effect.tap(() => tell(batches))
        ) as Effect.Effect<A, E, R>,
      /** Reads and writes as `company`, whoever calls. */
      as: (company: number) => Effect.provideService(Company, company)
    }
  })
}) {
  static readonly layer = Layer.effect(Tenancy, Tenancy.make).pipe(Layer.provide(Commits.layer))
}
