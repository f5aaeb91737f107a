import { Array as Arr, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import type { AccountId, CompanyId, KeyId, UserId } from "#schemas/kernel/ids"
import { type Mode, type Scope, scopes, type Tier } from "#schemas/kernel/tenancy"
import { hashOf, random } from "./api-keys.ts"

export interface NewCompany {
  readonly name: string
  readonly tier: Tier
  readonly industry: string | null
  readonly demo?: boolean
  /** Whether test keys are refused what destroys shared records; they are, but in the demo company, whose records are all made up. */
  readonly protectsShared?: boolean
  readonly owner: { readonly email: string; readonly name: string; readonly passwordHash: string | null } | null
}

const stages: Arr.NonEmptyReadonlyArray<{ readonly name: string; readonly probability: number; readonly outcome: string }> = [
  { name: "new", probability: 10, outcome: "open" },
  { name: "qualified", probability: 25, outcome: "open" },
  { name: "proposal", probability: 50, outcome: "open" },
  { name: "negotiation", probability: 75, outcome: "open" },
  { name: "won", probability: 100, outcome: "won" },
  { name: "lost", probability: 0, outcome: "lost" }
]

/** The owner of the tables cannot write past their forced policies, so what makes companies is `service_system`. */
export const asSystem = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(
      sql`set local role service_system`.pipe(Effect.andThen(effect), Effect.tap(() => sql`reset role`))
    )
  })

/**
 * The account of an owner whom the operator vouches for. A person who has an account keeps its name and its password: who can
 * run this command need not be who owns the account. An account whose address was never verified belongs to nobody yet, so
 * that it gets this password.
 */
const accountOf = Effect.fnUntraced(function*(owner: { readonly email: string; readonly name: string; readonly passwordHash: string }) {
  const sql = yield* SqlClient.SqlClient
  const email = owner.email.toLowerCase()
  const [made] = yield* sql<{ id: AccountId }>`
    insert into identity.accounts as a (email, name, password_hash, password_changed_at, verified_at)
    values (${email}, ${owner.name}, ${owner.passwordHash}, now(), now())
    on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = now(), verified_at = now()
    where a.verified_at is null
    returning id`
  if (made !== undefined) {
    yield* sql`update identity.mail_tokens set used_at = now() where account_id = ${made.id} and used_at is null`
    yield* sql`select identity.end_sessions(${made.id}::bigint, 0)`
    return { account_id: made.id, name: owner.name, known: false }
  }
  const [kept] = yield* sql<{ id: AccountId; name: string }>`select id, name from identity.accounts where email = ${email}`
  return { account_id: kept!.id, name: kept!.name, known: true }
})

/** A company, with the default pipeline that every company has. As `service_system`, in a transaction. */
export const found = Effect.fnUntraced(function*(
  { currency, demo = false, industry, name, protectsShared = !demo, tier, time_zone }: Omit<NewCompany, "owner"> & { readonly currency?: string; readonly time_zone?: string }
) {
  const sql = yield* SqlClient.SqlClient
  const [company] = yield* sql<{ id: CompanyId }>`insert into companies ${
    sql.insert({ name, tier, industry, demo, ...!protectsShared && { protect_shared_records: false }, ...currency !== undefined && { currency }, ...time_zone !== undefined && { time_zone } })
  } returning id`
  const company_id = company!.id
  const [pipeline] = yield* sql<{ id: number }>`
    insert into pipelines ${sql.insert({ company_id, name: "Sales", is_default: true })} returning id`
  const pipeline_id = pipeline!.id
  const rows = Arr.map(stages, (stage, position) => ({ company_id, pipeline_id, position, ...stage }))
  yield* sql`insert into pipeline_stages ${sql.insert(rows)}`
  return { company_id, pipeline_id }
})

/** The owner that a company begins with. As `service_system`, in a transaction. */
export const own = Effect.fnUntraced(function*(
  company_id: CompanyId,
  { account_id, email, name }: { readonly account_id: AccountId | null; readonly email: string; readonly name: string }
) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: UserId }>`insert into users ${
    sql.insert({ company_id, email: email.toLowerCase(), name, role: "owner", account_id })
  } returning id`
  return user!.id
})

/**
 * Makes a company with what every company has: an owner, if given, and a default pipeline. `known`: the owner had an account,
 * whose password stays what it was. As the database's owner.
 */
export const provision = Effect.fnUntraced(function*({ owner, ...company }: NewCompany) {
  const { company_id, pipeline_id } = yield* found(company)
  if (owner === null) return { company_id, pipeline_id, owner_id: undefined, known: false }
  const { email, name, passwordHash } = owner
  const { known, ...account } = passwordHash === null
    ? { account_id: null, name, known: false }
    : yield* accountOf({ email, name, passwordHash })
  return { company_id, pipeline_id, owner_id: yield* own(company_id, { email, ...account }), known }
}, asSystem)

/**
 * Puts a company on a tier, which all processes heed at once; answers its name and the tier it was on, or `undefined` where
 * there is no such company. As the database's owner.
 */
export const changeTier = Effect.fnUntraced(function*(company_id: CompanyId, tier: Tier) {
  const sql = yield* SqlClient.SqlClient
  const [company] = yield* sql<{ name: string; was: Tier }>`select name, tier as was from companies where id = ${company_id} for update`
  if (company === undefined) return undefined
  yield* sql`update companies set tier = ${tier}, requested_tier = null, tier_requested_at = null
    where id = ${company_id} and (tier <> ${tier} or requested_tier is not null)`
  return company
}, asSystem)

/** The companies that ask for another tier, the longest first. As the database's owner. */
export const tierRequests = asSystem(SqlClient.SqlClient.use((sql) =>
  sql<{ company_id: CompanyId; name: string; tier: Tier; requested_tier: Tier; requested_at: string }>`
    select id as company_id, name, tier, requested_tier, tier_requested_at as requested_at from companies
    where requested_tier is not null order by tier_requested_at, id`))

/** What an integrator's key may do: everything but to approve what a person should. */
export const integratorScopes: ReadonlyArray<Scope> = scopes.filter((scope) => scope !== "consents:approve")

/**
 * Makes an API key, which is never to be seen again; an integrator's, unless told otherwise. As the database's owner, which
 * refuses to let a key made for an agent approve what a person should.
 */
export const issueKey = Effect.fnUntraced(function*(
  company_id: CompanyId,
  mode: Mode,
  label: string,
  { agent = null, scopes = integratorScopes }: { readonly agent?: string | null; readonly scopes?: ReadonlyArray<Scope> } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const key = makeKey(mode, random)
  const row = { company_id, mode, label, agent, hash: hashOf(key), prefix: prefixOf(key), scopes: [...scopes] }
  const [made] = yield* sql<{ id: KeyId }>`insert into api_keys ${sql.insert(row)} returning id`
  return { id: made!.id, key }
}, asSystem)

/** A company, its owner and a key for each mode: all of them or nothing. As the database's owner. */
export const provisionWithKeys = Effect.fnUntraced(function*(company: NewCompany, label: string) {
  const { company_id, known } = yield* provision(company)
  const live = yield* issueKey(company_id, "live", label)
  const test = yield* issueKey(company_id, "test", label)
  return { company_id, known, keys: { live: live.key, test: test.key } }
}, (made) => SqlClient.SqlClient.use((sql) => sql.withTransaction(made)))
