import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { Actor, ConsentId, ConsentTaken } from "#schemas/agents/consent"
import type { consentSorts } from "#schemas/agents/consents.api"
import { CONFIRMATION_MINUTES, type ConsentStep, PROPOSAL_HOURS } from "#schemas/kernel/consent"
import type { ValidationError } from "#schemas/kernel/errors"
import type { KeyId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant } from "../kernel/sql.ts"
import { byId, type Order, orderOf, page } from "../page.ts"

export interface ConsentQuery extends Paging {
  readonly state?: ConsentStep
  readonly verb?: string
  readonly session?: string
  readonly sort: typeof consentSorts[number]
}

/** A consent as it is kept. `state` is `expired` from the moment its time is over, whether or not that was written down yet. */
export interface ConsentRow {
  readonly id: ConsentId
  readonly key_id: KeyId
  readonly livemode: boolean
  readonly verb: string
  readonly summary: string
  readonly actor: Actor | null
  readonly session: string | null
  readonly request_id: string
  readonly state: ConsentStep
  /** What is written down, where that differs from `state`. */
  readonly written: ConsentStep
  readonly steps: ReadonlyArray<ConsentTaken>
  readonly reason: string | null
  readonly run_id: number | null
  readonly created_at: string
  readonly expires_at: string
}

/** A call, told from every other one by its key, its operation and its hash. */
export interface Called {
  readonly key_id: KeyId
  readonly verb: string
  readonly payloadHash: Uint8Array
}

export interface Proposal extends Called {
  readonly summary: string
  /** JSON for people, without secrets. */
  readonly input: string | null
  /** JSON of the call, for its program. */
  readonly request: string
  readonly actor: Actor | null
  readonly session: string | null
  readonly request_id: string
}

/** Who takes a step; nobody where time does. */
export interface By {
  readonly key_id: KeyId | null
  readonly actor: Actor | null
}

/** A consent that is confirmed by a call, and what it was given for. */
export type Confirmed = ConsentRow & { readonly payload_hash: Uint8Array }

const orders = { id: byId } as const satisfies Record<string, Order>

/**
 * Calls of the caller's company that wait for a person. A caller sees those of its own mode; a person who is signed in for real
 * those of test mode too, as whoever asked sends them here without knowing in which mode they are.
 */
export class Consents extends Context.Service<Consents, {
  readonly page: (query: ConsentQuery) => Effect.Effect<Listed<ConsentRow>, ValidationError, Caller>
  /** `lock` keeps others from taking a step until the transaction ends. */
  readonly find: (id: ConsentId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<ConsentRow>, never, Caller>
  readonly inputOf: (id: ConsentId) => Effect.Effect<string | null>
  /** The call as its program is given it; nothing once the consent has come to its end. */
  readonly requestOf: (id: ConsentId) => Effect.Effect<string | null>
  /** The consent that a call waits for, locked; also one whose time is over but not yet written down. */
  readonly waiting: (called: Called) => Effect.Effect<Option.Option<ConsentRow>>
  /** Nothing if another request has proposed the same call at this moment. */
  readonly propose: (proposal: Proposal) => Effect.Effect<Option.Option<ConsentRow>, never, Caller>
  readonly setRun: (id: ConsentId, run: number) => Effect.Effect<void>
  /** Does nothing to a consent that is past this step. */
  readonly preview: (id: ConsentId, by: By) => Effect.Effect<void>
  readonly approve: (id: ConsentId, by: By, confirmationHash: Uint8Array) => Effect.Effect<ConsentRow, never, Caller>
  /** Which secret of the credential that approved was shown. */
  readonly approvedWith: (id: ConsentId) => Effect.Effect<number>
  readonly reject: (id: ConsentId, by: By, reason: string | null) => Effect.Effect<ConsentRow>
  readonly expire: (id: ConsentId) => Effect.Effect<ConsentRow>
  readonly execute: (id: ConsentId, by: By) => Effect.Effect<ConsentRow>
  /** By its confirmation, locked. */
  readonly confirmed: (confirmationHash: Uint8Array) => Effect.Effect<Option.Option<Confirmed>>
}>()("layers/Consents") {
  static readonly layer = Layer.effect(Consents, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = inTenant(sql)
    const open = sql.literal("state in ('proposed', 'previewed', 'approved')")
    const columns = sql.literal(
      "id, key_id, livemode, verb, summary, actor, session, request_id, state as written, " +
        "case when state in ('proposed', 'previewed', 'approved') and expires_at <= now() then 'expired' else state end as state, " +
        "steps, reason, run_id, created_at, expires_at"
    )
    const ended = sql.literal("request = null")
    const step = (state: ConsentStep, { actor, key_id }: By) =>
      sql`state = ${state}, steps = steps || consent_step(${state}, ${key_id}::bigint, ${actor === null ? null : JSON.stringify(actor)}::jsonb)`

    const ofMode = Effect.map(Caller, ({ credential, mode }) =>
      credential === "session" && mode === "live" ? sql`livemode in (true, false)` : sql`livemode = ${mode === "live"}`)

    const inState = (state: ConsentStep) =>
      state === "expired"
        ? sql`(state = 'expired' or (${open} and expires_at <= now()))`
        : state === "executed" || state === "rejected"
        ? sql`state = ${state}`
        : sql`state = ${state} and expires_at > now()`

    return Consents.of({
      page: ({ session, sort, state, verb, ...paging }) =>
        Effect.flatMap(ofMode, (mode) =>
          page<ConsentRow>(sql, {
            from: sql.literal("consents"),
            columns,
            where: [
              mine,
              mode,
              ...state === undefined ? [] : [inState(state)],
              ...verb === undefined ? [] : [sql`verb = ${verb}`],
              ...session === undefined ? [] : [sql`session = ${session}`]
            ],
            order: orderOf(orders, sort),
            paging
          })),

      find: Effect.fnUntraced(function*(id, { lock = false } = {}) {
        const rows = yield* sql<ConsentRow>`
          select ${columns} from consents where ${mine} and id = ${id} and ${yield* ofMode}
          ${lock ? sql.literal("for update") : sql.literal("")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      inputOf: (id) =>
        Effect.orDie(Effect.map(
          sql<{ input: string | null }>`select input from consents where ${mine} and id = ${id}`,
          ([row]) => row?.input ?? null
        )),

      requestOf: (id) =>
        Effect.orDie(Effect.map(
          sql<{ request: string | null }>`select request from consents where ${mine} and id = ${id}`,
          ([row]) => row?.request ?? null
        )),

      waiting: ({ key_id, payloadHash, verb }) =>
        Effect.orDie(Effect.map(
          sql<ConsentRow>`
            select ${columns} from consents
            where ${mine} and key_id = ${key_id} and verb = ${verb} and payload_hash = ${payloadHash} and ${open} for update`,
          (rows) => Option.fromNullishOr(rows[0])
        )),

      propose: Effect.fnUntraced(function*({ actor, input, key_id, payloadHash, request, request_id, session, summary, verb }) {
        const { company_id, mode } = yield* Caller
        const who = actor === null ? null : JSON.stringify(actor)
        const rows = yield* sql<ConsentRow>`
          insert into consents (company_id, key_id, livemode, verb, payload_hash, summary, input, request, actor, session, request_id,
            steps, expires_at)
          values (${company_id}, ${key_id}, ${mode === "live"}, ${verb}, ${payloadHash}, ${summary}, ${input}, ${request},
            ${who}::jsonb, ${session}, ${request_id}, consent_step('proposed', ${key_id}::bigint, ${who}::jsonb),
            now() + make_interval(hours => ${PROPOSAL_HOURS}::int))
          on conflict (company_id, key_id, verb, payload_hash) where state in ('proposed', 'previewed', 'approved') do nothing
          returning ${columns}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      setRun: (id, run) => Effect.asVoid(Effect.orDie(sql`update consents set run_id = ${run} where ${mine} and id = ${id}`)),

      preview: (id, by) =>
        Effect.asVoid(Effect.orDie(sql`
          update consents set ${step("previewed", by)} where ${mine} and id = ${id} and state = 'proposed' and expires_at > now()`)),

      approve: Effect.fnUntraced(function*(id, by, confirmationHash) {
        const { secret_version = 1 } = yield* Caller
        const rows = yield* sql<ConsentRow>`
          update consents set ${step("approved", by)}, confirmation_hash = ${confirmationHash}, approver_secret_version = ${secret_version},
            expires_at = now() + make_interval(mins => ${CONFIRMATION_MINUTES}::int)
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      approvedWith: (id) =>
        Effect.orDie(Effect.map(
          sql<{ version: number }>`select approver_secret_version as version from consents where ${mine} and id = ${id}`,
          ([row]) => row!.version
        )),

      reject: Effect.fnUntraced(function*(id, by, reason) {
        const rows = yield* sql<ConsentRow>`
          update consents set ${step("rejected", by)}, reason = ${reason}, ${ended} where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      expire: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<ConsentRow>`
          update consents set ${step("expired", { key_id: null, actor: null })}, ${ended} where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      execute: Effect.fnUntraced(function*(id, by) {
        const rows = yield* sql<ConsentRow>`
          update consents set ${step("executed", by)}, ${ended} where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      confirmed: (confirmationHash) =>
        Effect.orDie(Effect.map(
          sql<Confirmed>`
            select ${columns}, payload_hash from consents where ${mine} and confirmation_hash = ${confirmationHash} for update`,
          (rows) => Option.fromNullishOr(rows[0])
        ))
    })
  }))
}
