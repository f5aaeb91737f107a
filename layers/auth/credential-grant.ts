import { BlockList, isIPv6 } from "node:net"
import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { AccountId, CompanyId, KeyId, UserId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { type Caller, type Credential, type Mode, type Person, scopesOf, type Tier } from "#schemas/kernel/tenancy"

/** What a credential is good for, before the moment and the address of its use are looked at. */
export interface Grant {
  readonly caller: Caller["Service"]
  readonly addresses: BlockList | undefined
  /** Of a publishable key: pages of which origins may use it. */
  readonly origins: ReadonlyArray<string>
  readonly expiresAt: number
  /** Until when the key before the last rotation is good too; epoch milliseconds. */
  readonly previousUntil: number
  readonly revoked: boolean
  /** It was revoked by its own person, who signed out. */
  readonly signedOut: boolean
}

/** A credential by its id, and which of its secrets was shown. */
export type CredentialRef = Pick<Caller["Service"], "company_id" | "key_id" | "secret_version">

const blockList = (addresses: ReadonlyArray<string>) => {
  if (addresses.length === 0) return undefined
  const list = new BlockList()
  for (const entry of addresses) {
    const [address, bits] = entry.split("/") as [string, string | undefined]
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family)
  }
  return list
}

/** How the table calls them: a visitor's credential is a publishable key. */
export type CredentialKind = Exclude<Credential, "visitor"> | "publishable"

interface Row {
  readonly id: KeyId
  readonly company_id: CompanyId
  readonly mode: Mode
  readonly tier: Tier
  readonly scopes: ReadonlyArray<string>
  readonly allowed_addresses: ReadonlyArray<string>
  readonly allowed_origins: ReadonlyArray<string>
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly previous_until: string | null
  readonly secret_version: number
  readonly agent: string | null
  readonly kind: CredentialKind
  readonly account_id: AccountId | null
  readonly user_id: UserId | null
  readonly role: Role | null
  /** The member was removed, or never had an account: whatever acts for them opens nothing. */
  readonly removed: boolean
  readonly signed_out: boolean
  readonly currency: string
  readonly standing: ReadonlyArray<{
    readonly verb: string
    readonly agents: boolean
    readonly amount_cap: number | null
    /** Epoch milliseconds. */
    readonly expires_at: number | null
  }>
}

/** Belongs to the company and to no person. */
const isOfCompany = (kind: CredentialKind) => kind === "key" || kind === "publishable"

const personOf = ({ account_id, kind, role, user_id }: Row): Person | undefined =>
  isOfCompany(kind) || account_id === null || user_id === null || role === null ? undefined : { account_id, user_id, role }

/** A session has all that its person may do; a grant has what was granted, as far as its person may still do it. */
const scopesOfRow = ({ kind, role, scopes }: Row): ReadonlySet<string> => {
  if (isOfCompany(kind)) return new Set(scopes)
  const all: ReadonlySet<string> = role === null ? new Set() : scopesOf(role)
  return kind === "session" ? all : new Set(scopes.filter((scope) => all.has(scope)))
}

const grantOf = (row: Row): Grant => ({
  caller: {
    company_id: row.company_id,
    key_id: row.id,
    ...row.kind === "key" && { secret_version: row.secret_version },
    credential: row.kind === "publishable" ? "visitor" : row.kind,
    person: personOf(row),
    scopes: scopesOfRow(row),
    tier: row.tier,
    mode: row.mode,
    agent: row.agent ?? undefined,
    standing: new Map(row.standing.map(({ agents, amount_cap, expires_at, verb }) => [verb, {
      agents,
      expiresAt: expires_at ?? Infinity,
      cap: amount_cap === null ? undefined : { amount: amount_cap, currency: row.currency }
    }]))
  },
  addresses: blockList(row.allowed_addresses),
  origins: row.allowed_origins,
  expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
  previousUntil: row.previous_until === null ? 0 : Date.parse(row.previous_until),
  revoked: row.revoked_at !== null || (!isOfCompany(row.kind) && row.removed),
  signedOut: row.signed_out && !row.removed
})

/** The same for a secret of the key that may have been replaced since: the one before the last rotation is good for a while. */
export const grantOfSecret = (grant: Grant, version: number | undefined): Grant => {
  const { secret_version } = grant.caller
  if (version === undefined || secret_version === undefined || version === secret_version) return grant
  const until = version === secret_version - 1 ? grant.previousUntil : 0
  return { ...grant, expiresAt: Math.min(grant.expiresAt, until), caller: { ...grant.caller, secret_version: version } }
}

/** Finds what a credential is good for; `which` is a condition on `api_keys k`. */
export const finding = (sql: SqlClient.SqlClient) => Effect.fnUntraced(function*(which: Statement.Fragment) {
  const rows = yield* sql<Row>`
    select k.id, k.company_id, k.mode, c.tier, k.scopes, k.allowed_addresses, k.allowed_origins, k.expires_at, k.revoked_at,
      k.previous_until, k.secret_version, k.agent, k.kind, k.user_id, u.account_id, u.role, c.currency,
      (u.account_id is null or u.removed_at is not null) as removed, s.signed_out_at is not null as signed_out,
      coalesce((select jsonb_agg(jsonb_build_object('verb', s.verb, 'agents', s.agents, 'amount_cap', s.amount_cap,
          'expires_at', floor(extract(epoch from nullif(s.expires_at, 'infinity')) * 1000))) from standing_consents s
        where s.company_id = k.company_id and s.key_id = k.id), '[]') as standing
    from api_keys k join companies c on c.id = k.company_id
      left join users u on u.company_id = k.company_id and u.id = k.user_id
      left join sessions s on s.company_id = k.company_id and s.key_id = k.id
    where ${which}`
  return Option.map(Option.fromNullishOr(rows[0]), grantOf)
}, Effect.orDie)
