import { Effect } from "effect"
import { Idempotency } from "#layers/kernel/idempotency"
import { ChangeLog, CurrentChanges } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import { TransactionEnvelope } from "#layers/kernel/transaction"
import { payloadHash } from "#layers/workflows/runs"
import { IdempotencyInFlight } from "#schemas/kernel/errors"
import type { Change } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"

/**
 * Does what a form says, in one transaction with its receipt, once for each showing of the form, whoever sends it and however often:
 * the later ones get what the first one made. What failed can be sent again.
 */
export const onceFor = (showing: string, verb: string) => <E, R>(work: Effect.Effect<string, E, R>) =>
  Effect.gen(function*() {
    const { visitor: _, ...company } = yield* Caller
    const idempotency = yield* Idempotency
    const journal = yield* ChangeLog
    const tenancy = yield* Tenancy
    const key = `form\n${showing}`
    const hash = payloadHash({ showing })
    const asCompany = Effect.provideService(Caller, company)
    const batches = new TransactionEnvelope(true)
    const made = yield* asCompany(idempotency.inTurn(key, tenancy.transaction(Effect.gen(function*() {
      const earlier = yield* asCompany(idempotency.earlier(key))
      if (earlier !== undefined) return earlier.body
      const changes: Array<Change> = []
      const body = yield* Effect.provideService(work, CurrentChanges, changes)
      batches.closing.push(
        ...yield* journal.entries({ verb, payloadHash: hash, changes, consent: undefined }),
        idempotency.keep(company, { key, fingerprint: hash }, { status: 201, headers: {}, body })
      )
      return body
    }), batches)))
    return made ?? (yield* new IdempotencyInFlight({ message: "The same form is still being worked on." }))
  })
