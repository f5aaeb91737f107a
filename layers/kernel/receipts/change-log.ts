import { Context, Effect, Layer } from "effect"
import { type Change, changedFields, type Facts } from "#schemas/kernel/events"
import { RequestId } from "#schemas/kernel/errors"
import { redactedText } from "#schemas/kernel/redacted"
import { Caller } from "#schemas/kernel/tenancy"
import type { Statement } from "../transaction.ts"

/** Who acts for whom, from the headers of the request (interface, section 5). */
export interface Attribution {
  readonly agent: string | undefined
  readonly mode: string | undefined
  readonly human: string | undefined
  readonly session: string | undefined
}

export const CurrentAttribution = Context.Reference<Attribution>("layers/change-log/Attribution", {
  defaultValue: () => ({ agent: undefined, mode: undefined, human: undefined, session: undefined })
})

/** The changes of the write in progress. */
export const CurrentChanges = Context.Reference<Array<Change> | undefined>("layers/change-log/CurrentChanges", {
  defaultValue: () => undefined
})

/** As a receipt tells it: all of what was made or removed, and of a change only the fields that differ. */
export const linesOf = (changes: ReadonlyArray<Change>) =>
  changes.map(({ after, before, id, object }) => ({
    object,
    id,
    before: before && (after === null ? before : changedFields(before, after)),
    after: after && (before === null ? after : changedFields(after, before))
  }))

const data = ({ after, before }: Change) => ({
  object: after ?? before ?? {},
  ...(before !== null && after !== null && { previous: changedFields(before, after) })
})

const text = (value: unknown) => JSON.stringify(value)

const insertReceipt = `insert into receipts
  (company_id, verb, payload_hash, changes, livemode, key_id, agent, session, consent, request_id, audit)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7::jsonb, $8, $9::jsonb, $10, $11)`

const insertEvents = `insert into events (company_id, kind, livemode, request_id, data)
  select $1, e->>'kind', $2, $3, e->'data' from jsonb_array_elements($4::jsonb) e`

/** A receipt of a step on the consent ladder names the consent. */
const consentAmong = (changes: ReadonlyArray<Change>): Facts | undefined => {
  const change = changes.find(({ object }) => object === "consent")
  return change && { id: change.id, state: (change.after ?? change.before)!["state"]! }
}

/** Notes a change of the write in progress, for its receipt and its subscribers. */
export const recordChange = (change: Change): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    fiber.getRef(CurrentChanges)?.push(change)
    return Effect.void
  })

/** A write, as its receipt tells it. */
interface LoggedWrite {
  readonly verb: string
  readonly payloadHash: Uint8Array
  readonly changes: ReadonlyArray<Change>
  /** What the write relied on, or is about. */
  readonly consent: Facts | undefined
  /** Whether it belongs in the company's audit: who may do what, and who tried to. */
  readonly audit?: boolean
}

/** Notes what a write does, for its receipt and for those who subscribed. */
export class ChangeLog extends Context.Service<ChangeLog>()("layers/ChangeLog", {
  make: Effect.succeed({
    record: recordChange,
    /** The inserts that leave the receipt and the events, to be sent with the COMMIT. */
    entries: ({ audit = false, changes, consent = consentAmong(changes), payloadHash, verb }: LoggedWrite) =>
      Effect.withFiber<ReadonlyArray<Statement>, never, Caller>((fiber) => {
        const { agent: ofKey, company_id, key_id, mode, visitor } = Context.get(fiber.context as Context.Context<Caller>, Caller)
        const request = fiber.getRef(RequestId)
        const { agent = ofKey, human, mode: agentMode, session } = fiber.getRef(CurrentAttribution)
        const live = mode === "live"
        const told = changes.flatMap((change) => (change.events ?? []).map((kind) => ({ kind, data: data(change) })))
        const receipt = [
          company_id, verb, payloadHash, redactedText(linesOf(changes)), live, key_id,
          agent === undefined && human === undefined && visitor === undefined
            ? null
            : text({ agent, mode: agentMode, human_initiator: human, visitor: visitor?.id }),
          session ?? null, consent === undefined ? null : text(consent), request, audit
        ]
        const written: Array<Statement> = [[insertReceipt, receipt]]
        if (told.length > 0) written.push([insertEvents, [company_id, live, request, text(told)]])
        return Effect.succeed(written)
      })
  })
}) {
  static readonly layer = Layer.effect(ChangeLog, ChangeLog.make)
}
