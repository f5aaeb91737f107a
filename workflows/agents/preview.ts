import { Cause, Effect, Exit, Option } from "effect"
import { ApiKeys } from "#layers/auth/api-keys"
import { Consents, type ConsentRow } from "#layers/agents/consents"
import { DryRun, type DryRunResult } from "#layers/agents/dry-run"
import { CurrentAttribution, linesOf } from "#layers/kernel/receipts/change-log"
import { Tenancy } from "#layers/kernel/tenancy"
import type { ConsentId, ConsentPreview, PreviewedChange } from "#schemas/agents/consent"
import { type Code, Conflict, statusOf, Unavailable } from "#schemas/kernel/errors"
import type { Change } from "#schemas/kernel/events"
import { sumsOf } from "#schemas/kernel/money"
import { redacted } from "#schemas/kernel/redacted"
import { Caller } from "#schemas/kernel/tenancy"
import { currentActor } from "./consent-view.ts"
import { getOpen } from "./consents.ts"
import { recordKinds } from "./kinds.ts"
import { namesIn } from "./names.ts"

/** What programs can do is required by whoever serves them, which is whoever serves this. */
type Program = (input: object) => Effect.Effect<unknown, unknown>

/** The programs of a category, by verb. */
export type Category = Readonly<Record<string, unknown>>

type Call = { readonly [part in "params" | "query" | "payload"]: Record<string, unknown> }

type Kinds = Effect.Success<typeof recordKinds>

const nameOf = (kinds: Kinds, { after, before, object }: Change): string | null => {
  const record = before ?? after
  return record === null ? null : kinds.ofObject(object)?.entity.label(record as never) || null
}

const difference = (changes: ReadonlyArray<Change>, kinds: Kinds): ReadonlyArray<PreviewedChange> =>
  linesOf(changes).map(({ after, before, id, object }, n) => {
    const { id: _, ...made } = after ?? {}
    return {
      object,
      id: before === null ? null : id,
      name: nameOf(kinds, changes[n]!),
      action: before === null ? "create" : after === null ? "remove" : "change",
      before: before && redacted(before),
      after: after && redacted(before === null ? made : after),
      events: changes[n]!.events ?? []
    }
  })

const isRefusal = (error: unknown): error is { readonly code: Code; readonly message: string } =>
  typeof (error as { readonly code?: unknown } | null)?.code === "string" && (error as { readonly code: string }).code in statusOf

/** How the call would be refused. What is not a refusal is a fault of ours, here as there. */
const refusalOf = (outcome: DryRunResult<unknown, unknown>["outcome"]) =>
  Effect.suspend(() => {
    if (Exit.isSuccess(outcome)) return Effect.succeed(null)
    const error = Cause.squash(outcome.cause)
    return isRefusal(error)
      ? Effect.succeed({ status: statusOf[error.code], code: error.code, message: error.message })
      : Effect.die(error)
  })

/** The call as the key that asked makes it, for the agent or person that it was made for. */
const asAsked = (caller: Caller["Service"], { actor, session }: ConsentRow) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  work.pipe(
    Effect.provideService(Caller, caller),
    Effect.provideService(CurrentAttribution, {
      agent: actor?.agent, mode: actor?.mode, human: actor?.human_initiator, session: session ?? undefined
    })
  )

const nothing = { changes: [], names: {}, money: [], effects: [] }
const keyGone = { status: 401, code: "unauthorized", message: "The API key that asked has expired or was revoked." }

/** What work would do: it is done, and everything is taken back. */
export const triedOut = Effect.fnUntraced(function*<R>(work: Effect.Effect<unknown, unknown, R>) {
  const dryRun = yield* DryRun
  const { changes, outcome, starts } = yield* dryRun.run(work).pipe(Effect.mapError(() =>
    new Unavailable({ message: "The records are being changed by others, or the change takes too long to be tried out. Try again." })
  ))
  const refusal = yield* refusalOf(outcome)
  if (refusal !== null) return { ...nothing, refusal }
  const lines = difference(changes, yield* recordKinds)
  return {
    changes: lines,
    names: yield* namesIn(lines.flatMap(({ after, before }) => [before ?? {}, after ?? {}])),
    money: sumsOf(changes.flatMap(({ moves }) => moves === undefined ? [] : [moves])),
    effects: starts.map(({ payload, workflow }) => ({ workflow, input: payload })),
    refusal
  }
})

const dryRunOf = Effect.fnUntraced(function*(program: Program, row: ConsentRow, { params, payload, query }: Call) {
  const keys = yield* ApiKeys
  const holder = yield* keys.holder({ company_id: (yield* Caller).company_id, key_id: row.key_id })
  if (Option.isNone(holder)) return { ...nothing, refusal: keyGone }
  return yield* triedOut(asAsked(holder.value, row)(Effect.suspend(() => program({ ...params, ...query, ...payload }))))
})

/**
 * Makes the preview of consents out of the programs that they ask for: the very program of the call runs, and everything
 * it did is taken back. That a consent was looked at is noted on it, once, apart from that.
 */
export const previewOf = (categories: ReadonlyArray<Category>) => {
  const programs: Category = Object.assign({}, ...categories)

  return Effect.fnUntraced(function*({ id }: { readonly id: ConsentId }) {
    const consents = yield* Consents
    const tenancy = yield* Tenancy
    const row = yield* getOpen(id, { lock: false })
    const { request } = Option.getOrThrow(yield* consents.kept(id))
    const program = programs[row.verb]
    if (program === undefined || request === null) {
      return yield* new Conflict({ message: `${row.verb} cannot be tried out any more.` })
    }
    const preview = yield* dryRunOf(program as Program, row, JSON.parse(request))
    if (row.state === "proposed") {
      const { actor, key_id } = yield* currentActor
      yield* tenancy.transaction(consents.preview(id, { key_id, actor }))
    }
    return { consent_id: id, verb: row.verb, summary: row.summary, ...preview } satisfies ConsentPreview
  })
}
