import { Cause, Effect, Schedule } from "effect"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { anonymousCaller } from "../auth/audit.ts"
import { InBackground, JobsSql } from "../database/connections.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { Embedding } from "./embedding.ts"
import { type Lacking, Vectors } from "./vectors.ts"

const EVERY = "2 seconds"
/** Texts of one call, each of some hundred words. */
const BATCH = 64
const COMPANIES = 20

/** A company is looked at again after so long: at once where something was written, else once a day, and sooner where it failed. */
const LEASE = "10 minutes"
const AFTER_ALL = "1 day"
const AFTER_FAILURE = "15 minutes"

const textOf = ({ heading, text, title }: Lacking) => [title, ...heading, text].join("\n")

/**
 * Makes vectors of what companies know, where a model does: of passages that have none, or one of another model. A company is leased while it is worked
 * on, so that several processes share the work; what a process that died left is done after the lease.
 */
export const vectorsFollow = Effect.gen(function*() {
  const system = yield* JobsSql
  const tenancy = yield* Tenancy
  const embedding = yield* Embedding
  const vectors = yield* Vectors
  if (!embedding.isNamed) return

  const ofCompany = (company: number) =>
    Effect.gen(function*() {
      const model = yield* embedding.model
      if (model === undefined) return
      for (let after = 0;;) {
        const lacking = yield* tenancy.transaction(vectors.lacking(model, after, BATCH))
        if (lacking.length === 0) return
        const made = yield* embedding.ofTexts(lacking.map(textOf))
        if (made === undefined) return
        yield* tenancy.transaction(vectors.keep(model, lacking.flatMap((passage, n) => made[n] === undefined ? [] : [{ ...passage, vector: made[n].vector }])))
        after = lacking.at(-1)!.id
      }
    }).pipe(
      Effect.provideService(Caller, anonymousCaller(CompanyId.make(company))),
      tenancy.as(company),
      Effect.as(AFTER_ALL),
      /* What one company cannot have made keeps nobody else from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.as(
          Effect.logWarning(`vectors of company ${company}: will try again in ${AFTER_FAILURE}`, cause), AFTER_FAILURE))
    )

  const round = Effect.gen(function*() {
    const due = yield* system<{ company_id: number; leased: string }>`
      update kb_vector_queue q set due_at = now() + ${LEASE}::interval
      where q.company_id in (select company_id from kb_vector_queue where due_at <= now() order by due_at limit ${COMPANIES} for no key update skip locked)
      returning q.company_id, q.due_at::text as leased`
    yield* Effect.forEach(due, ({ company_id, leased }) =>
      Effect.flatMap(ofCompany(company_id), (after) =>
        /* What was written meanwhile is due already. */
        system`update kb_vector_queue set due_at = now() + ${after}::interval where company_id = ${company_id} and due_at = ${leased}::timestamptz`), { discard: true })
  })

  yield* round.pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning(`make vectors: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
