import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Actor, ConsentId, ConsentTaken } from "#schemas/agents/consent"
import type { list_consents } from "#schemas/agents/consents.api"
import type { Input } from "#schemas/kernel/catalog"
import { CONFIRMATION_MINUTES, type ConsentStep, PROPOSAL_HOURS } from "#schemas/kernel/consent"
import type { KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { companyTime } from "../kernel/company-clock.ts"
import { execute, first, inTenant, one, where } from "../kernel/sql.ts"
import { byId, orderOf, page } from "../kernel/page.ts"

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

/** What is kept of a consent and shown in no list. */
interface Kept {
  /** JSON for people, without secrets; nothing where it is too large to show. */
  readonly input: string | null
  /** JSON of the call, for its program; nothing once the consent has come to its end. */
  readonly request: string | null
  /** Which secret of the credential that approved was shown. */
  readonly approver_secret_version: number
  /** Of the confirmation that the approval gave, if there is one. */
  readonly confirmation_hash: Uint8Array | null
}

const json = (actor: Actor | null) => actor === null ? null : JSON.stringify(actor)

/**
 * Calls of the caller's company that wait for a person. A caller sees those of its own mode; a person who is signed in for real
 * those of test mode too, as whoever asked sends them here without knowing in which mode they are.
 */
export class Consents extends Context.Service<Consents>()("layers/Consents", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    const open = sql.literal("state in ('proposed', 'previewed', 'approved')")
    const columns = sql.literal(
      "id, key_id, livemode, verb, summary, actor, session, request_id, state as written, " +
        "case when state in ('proposed', 'previewed', 'approved') and expires_at <= company_now(livemode) then 'expired' else state end as state, " +
        "steps, reason, run_id, created_at, expires_at"
    )
    const withoutRequest = sql.literal("request = null")

    const ofMode = Effect.map(Caller, ({ credential, mode }) =>
      credential === "session" && mode === "live" ? sql`livemode in (true, false)` : sql`livemode = ${mode === "live"}`)

    const inState = (state: ConsentStep) =>
      state === "expired"
        ? sql`(state = 'expired' or (${open} and expires_at <= ${companyTime}))`
        : state === "executed" || state === "rejected"
        ? sql`state = ${state}`
        : sql`state = ${state} and expires_at > ${companyTime}`

    const find = Effect.fnUntraced(function*(id: ConsentId, { lock = false } = {}) {
      const mode = yield* ofMode
      return yield* first(sql<ConsentRow>`
        select ${columns} from consents where ${ofTenant} and id = ${id} and ${mode} ${sql.literal(lock ? "for update" : "")}`)
    })

    const step = (state: ConsentStep, { actor, key_id }: By) =>
      sql`state = ${state}, steps = steps || consent_step(${state}, ${key_id}::bigint, ${json(actor)}::jsonb)`

    /** Writes down that a step was taken, with what changes besides. */
    const take = (id: ConsentId, state: ConsentStep, by: By, more: Statement.Fragment) =>
      one(sql<ConsentRow>`update consents set ${step(state, by)}, ${more} where ${ofTenant} and id = ${id} returning ${columns}`)

    return {
      page: Effect.fnUntraced(function*({ key_id, session, sort, state, verb, ...paging }: Input<typeof list_consents>) {
        return yield* page<ConsentRow>(sql, {
          from: sql.literal("consents"),
          columns,
          where: [ofTenant, yield* ofMode, ...where(sql, { state, verb, session, key_id }, { state: inState })],
          order: orderOf({ id: byId }, sort),
          paging
        })
      }),

      /** `lock` keeps others from taking a step until the transaction ends. */
      find,
      get: (id: ConsentId, how?: { readonly lock?: boolean }) => getOrFail("consent")(find(id, how)),

      kept: (id: ConsentId) =>
        first(sql<Kept>`select input, request, approver_secret_version, confirmation_hash from consents where ${ofTenant} and id = ${id}`),

      /** The consent that a call waits for, locked; also one whose time is over but not yet written down. */
      waiting: ({ key_id, payloadHash, verb }: Called): Effect.Effect<Option.Option<ConsentRow>> =>
        first(sql<ConsentRow>`
          select ${columns} from consents
          where ${ofTenant} and key_id = ${key_id} and verb = ${verb} and payload_hash = ${payloadHash} and ${open} for update`),

      /** Nothing if another request has proposed the same call at this moment. */
      propose: Effect.fnUntraced(function*(proposal: Proposal) {
        const { actor, input, key_id, payloadHash, request, request_id, session, summary, verb } = proposal
        const { company_id, mode } = yield* Caller
        return yield* first(sql<ConsentRow>`
          insert into consents (company_id, key_id, livemode, verb, payload_hash, summary, input, request, actor, session, request_id,
            steps, expires_at)
          values (${company_id}, ${key_id}, ${mode === "live"}, ${verb}, ${payloadHash}, ${summary}, ${input}, ${request},
            ${json(actor)}::jsonb, ${session}, ${request_id}, consent_step('proposed', ${key_id}::bigint, ${json(actor)}::jsonb),
            company_now(${mode === "live"}) + make_interval(hours => ${PROPOSAL_HOURS}::int))
          on conflict (company_id, key_id, verb, payload_hash) where state in ('proposed', 'previewed', 'approved') do nothing
          returning ${columns}`)
      }),

      setRun: (id: ConsentId, run: number) =>
        execute(sql`update consents set run_id = ${run} where ${ofTenant} and id = ${id}`),

      /** Does nothing to a consent that is past this step. */
      preview: (id: ConsentId, by: By) =>
        execute(sql`
          update consents set ${step("previewed", by)} where ${ofTenant} and id = ${id} and state = 'proposed' and expires_at > ${companyTime}`),

      approve: (id: ConsentId, by: By, confirmationHash: Uint8Array) =>
        Effect.flatMap(Caller, ({ secret_version = 1 }) =>
          take(id, "approved", by, sql`confirmation_hash = ${confirmationHash}, approver_secret_version = ${secret_version}, collected_at = null,
            expires_at = ${companyTime} + make_interval(mins => ${CONFIRMATION_MINUTES}::int)`)),

      /** Whether the confirmation of an approval was not told to whoever asked before. */
      collect: (id: ConsentId) =>
        Effect.map(Effect.orDie(sql`
          update consents set collected_at = now() where ${ofTenant} and id = ${id} and state = 'approved' and collected_at is null
            and expires_at > ${companyTime} returning id`), (rows) => rows.length > 0),

      /** How many wait for a person, as the caller sees them. */
      waitingCount: Effect.flatMap(ofMode, (mode) =>
        Effect.map(one(sql<{ n: number }>`
          select count(*)::int as n from consents where ${ofTenant} and ${mode} and state in ('proposed', 'previewed') and expires_at > ${companyTime}`),
          ({ n }) => n)),

      reject: (id: ConsentId, by: By, reason: string | null) => take(id, "rejected", by, sql`reason = ${reason}, ${withoutRequest}`),

      expire: (id: ConsentId) => take(id, "expired", { key_id: null, actor: null }, withoutRequest),

      execute: (id: ConsentId, by: By) => take(id, "executed", by, withoutRequest),

      /** By its confirmation, locked. */
      confirmed: (confirmationHash: Uint8Array): Effect.Effect<Option.Option<Confirmed>> =>
        first(sql<Confirmed>`
          select ${columns}, payload_hash from consents where ${ofTenant} and confirmation_hash = ${confirmationHash} for update`)
    }
  })
}) {
  static readonly layer = Layer.effect(Consents, Consents.make)
}
