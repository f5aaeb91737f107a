import { createHash } from "node:crypto"
import { Cause, Effect } from "effect"
import { Receipted } from "../agents/receipted.ts"
import { anonymousCaller, NO_CREDENTIAL } from "../auth/audit.ts"
import { InBackground, JobsSql } from "../database/connections.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { Carts } from "./carts.ts"
import { CART_IS_LEFT } from "./category.ts"

const BATCH = 500
const COMPANIES = 200
const VERB = "tell_of_abandoned_cart"
const payloadHash = createHash("sha256").update(VERB).digest()

/**
 * Tells of carts that hold something and that nobody has changed for hours, where somebody can be reached; of each once. Safe to run on several
 * processes at once; a crash leaves it for the next round. The answer is how many it told of.
 */
export const tellOfAbandonedCarts = Effect.gen(function*() {
  const system = yield* JobsSql
  const { write } = yield* Receipted
  const carts = yield* Carts

  const batch = Effect.gen(function*() {
    const left = yield* carts.abandon(BATCH)
    for (const cart of left) yield* recordChange({ object: "cart", id: cart.id, before: cart, after: cart, events: ["cart.abandoned"] })
    return left.length
  })

  const ofCompany = (company: number, mode: Mode) => {
    let told = 0
    return write({ verb: VERB, payloadHash }, batch).pipe(
      Effect.tap((n) => Effect.sync(() => { told += n })),
      Effect.repeat({ while: (n) => n === BATCH }),
      Effect.provideService(Caller, anonymousCaller(CompanyId.make(company), NO_CREDENTIAL, mode)),
      /* One company's carts keep nobody else's from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`tell of carts that company ${company}'s customers left`, cause)),
      Effect.map(() => told)
    )
  }

  return Effect.gen(function*() {
    const waiting = yield* system<{ company_id: number; livemode: boolean }>`
      select distinct company_id, livemode from carts where ${system.literal(CART_IS_LEFT("test_time(company_id)"))} limit ${COMPANIES}`
    const counts = yield* Effect.forEach(waiting, ({ company_id, livemode }) => ofCompany(company_id, livemode ? "live" : "test"))
    return counts.reduce((sum, n) => sum + n, 0)
  }).pipe(Effect.provideService(InBackground, true))
})
