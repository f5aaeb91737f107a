import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import type { Movement } from "#layers/payments/ledger"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { companyIds } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"

/** In the books of a company, as one transaction. */
export const booked = <A, E, R>(effect: Effect.Effect<A, E, R>, company: keyof typeof companyIds = "acme", mode: "live" | "test" = "live") =>
  Effect.flatMap(Tenancy, (tenancy) => tenancy.as(companyIds[company])(tenancy.transaction(effect))).pipe(
    Effect.provideService(Caller, { ...somebody, company_id: CompanyId.make(companyIds[company]), mode })
  )

/** Of no payment that there is. */
export const payment = (entries: Movement["entries"], currency = "USD"): Movement => ({ kind: "payment", object: "payment", object_id: 1, currency, entries })
