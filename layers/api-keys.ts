import { hash, randomBytes } from "node:crypto"
import { BlockList, isIPv6 } from "node:net"
import { Clock, Context, Effect, Latch, Layer, Option, PubSub, Queue, Schedule, Schema, Stream } from "effect"
import type { Statement } from "effect/sql"
import { isKeyShaped } from "#schemas/kernel/api-key"
import { type AccountId, CompanyId, type KeyId, type UserId } from "#schemas/kernel/ids"
import { type Role, scopesOf } from "#schemas/kernel/roles"
import type { Caller, Credential, Mode, Person, Tier } from "#schemas/kernel/tenancy"
import { SystemSql } from "./database.ts"
import { type Bearing, isTokenShaped, Tokens } from "./identity/tokens.ts"
import { Recent } from "./recent.ts"

/** What a credential is good for, before the moment and the address of its use are looked at. */
interface Grant {
  readonly caller: Caller["Service"]
  readonly addresses: BlockList | undefined
  readonly expiresAt: number
  /** Until when the key before the last rotation is good too; epoch milliseconds. */
  readonly previousUntil: number
  readonly revoked: boolean
}

/**
 * Which credential a token stands for, and until when in epoch milliseconds; nothing if it is not a token of ours. One that was
 * given for some `scopes` of the credential only has no others.
 */
type Until = Effect.Effect<Option.Option<Bearing & { readonly expiresAt: number; readonly scopes?: ReadonlySet<string> }>>

export type Answer =
  | { readonly _tag: "Admitted"; readonly caller: Caller["Service"] }
  | { readonly _tag: "Refused"; readonly reason: string }

const no = (reason: string): Answer => ({ _tag: "Refused", reason })
const malformed = no("This API key is malformed: check that it was copied whole.")
const foreign = no(
  "This is neither an API key nor a person's access token: check that it was copied whole. A tool client's token opens the tool connector only."
)
const unknown = no("This API key is not known.")
const forged = no("This access token is not valid, or has expired: sign in again, or refresh it.")
const elsewhere = no("This API key may not be used from this address.")
const revoked: Readonly<Record<Credential, Answer>> = {
  key: no("This API key was revoked."), session: no("This session was ended."), grant: no("This connection was revoked.")
}
const expired: Readonly<Record<Credential, Answer>> = {
  key: no("This API key has expired."), session: no("This session has expired."), grant: no("This connection has expired.")
}

/** SHA-256; keys are looked up by it and kept as nothing else. */
export const hashOf = (key: string): Uint8Array => hash("sha256", key, "buffer")

const KNOWN = 10_000
const UNKNOWN = 2_000
const UNKNOWN_FOR_MS = 5_000
const LAST_USE_EVERY = "20 seconds"

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

interface Row {
  readonly id: KeyId
  readonly company_id: CompanyId
  readonly mode: Mode
  readonly tier: Tier
  readonly scopes: ReadonlyArray<string>
  readonly allowed_addresses: ReadonlyArray<string>
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly previous_until: string | null
  readonly agent: string | null
  readonly kind: Credential
  readonly account_id: AccountId | null
  readonly user_id: UserId | null
  readonly role: Role | null
  /** The member was removed, or never had an account: whatever acts for them opens nothing. */
  readonly removed: boolean
  readonly currency: string
  readonly standing: ReadonlyArray<{
    readonly verb: string
    readonly agents: boolean
    readonly amount_cap: number | null
    /** Epoch milliseconds. */
    readonly expires_at: number | null
  }>
}

const personOf = ({ account_id, kind, role, user_id }: Row): Person | undefined =>
  kind === "key" || account_id === null || user_id === null || role === null ? undefined : { account_id, user_id, role }

/** A session has all that its person may do; a grant has what was granted, as far as its person may still do it. */
const scopesOfRow = ({ kind, role, scopes }: Row): ReadonlySet<string> => {
  if (kind === "key") return new Set(scopes)
  const all: ReadonlySet<string> = role === null ? new Set() : scopesOf(role)
  return kind === "session" ? all : new Set(scopes.filter((scope) => all.has(scope)))
}

const grantOf = (row: Row): Grant => ({
  caller: {
    company_id: row.company_id,
    key_id: row.id,
    credential: row.kind,
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
  expiresAt: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
  previousUntil: row.previous_until === null ? 0 : Date.parse(row.previous_until),
  revoked: row.revoked_at !== null || (row.kind !== "key" && row.removed)
})

/**
 * Knows who an API key or an access token belongs to. Answers come from memory: PostgreSQL says when a credential, a member, a
 * standing consent or a tier changed, so what was revoked stops within a notification's travel on every process. While that line is down nothing is
 * remembered and each request asks.
 */
export class ApiKeys extends Context.Service<ApiKeys, {
  /** Synchronous when the key is known or cannot be one; otherwise `undefined`: then ask `lookUp`. */
  readonly recall: (key: string, address: string, now: number) => Answer | undefined
  readonly lookUp: (key: string, address: string) => Effect.Effect<Answer>
  /** The same for a key that is known by its id. The database is asked each time. */
  readonly lookUpId: (company: CompanyId, id: KeyId, address: string) => Effect.Effect<Answer>
  /** Whoever holds the key, if it still opens anything, from wherever; for work on a key's behalf. The database is asked each time. */
  readonly holder: (company: CompanyId, id: KeyId) => Effect.Effect<Option.Option<Caller["Service"]>>
  /** What `lookUpGrant` found under this name, if it is remembered. */
  readonly recallGrant: (name: string, address: string, now: number) => Answer | undefined
  /** The same for a grant: `bearing` tells whose token it is, and until when. It is remembered by `name`, which is no secret. */
  readonly lookUpGrant: (name: string, address: string, bearing: Until) => Effect.Effect<Answer>
  /** Waits until changes are heard of. */
  readonly hearing: Effect.Effect<void>
  /** Companies in which somebody's access, or the tier, is no longer as it was. Who is slow misses some. */
  readonly changed: Stream.Stream<CompanyId>
}>()("layers/ApiKeys") {
  static readonly layer = Layer.effect(ApiKeys, Effect.gen(function*() {
    const sql = yield* SystemSql
    const tokens = yield* Tokens
    const known = new Recent<Grant>(KNOWN)
    const strangers = new Recent<number>(UNKNOWN)
    const used = new Map<number, { readonly company_id: number; readonly at: number }>()
    let listening = false
    const hearing = yield* Latch.make()
    const changed = yield* PubSub.sliding<CompanyId>(1_024)
    /** Grows with every change told, so that a row read before the change is not remembered after it. */
    let epoch = 0

    const judge = ({ addresses, caller, expiresAt, revoked: isRevoked }: Grant, address: string, now: number): Answer => {
      if (isRevoked) return revoked[caller.credential]
      if (now >= expiresAt) return expired[caller.credential]
      if (addresses !== undefined && !addresses.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return elsewhere
      used.set(caller.key_id, { company_id: caller.company_id, at: now })
      return { _tag: "Admitted", caller }
    }

    const find = Effect.fnUntraced(function*(which: Statement.Fragment) {
      const rows = yield* sql<Row>`
        select k.id, k.company_id, k.mode, c.tier, k.scopes, k.allowed_addresses, k.expires_at, k.revoked_at,
          k.previous_until, k.agent, k.kind, k.user_id, u.account_id, u.role, (u.account_id is null or u.removed_at is not null) as removed, c.currency,
          coalesce((select jsonb_agg(jsonb_build_object('verb', s.verb, 'agents', s.agents, 'amount_cap', s.amount_cap,
              'expires_at', floor(extract(epoch from nullif(s.expires_at, 'infinity')) * 1000))) from standing_consents s
            where s.company_id = k.company_id and s.key_id = k.id), '[]') as standing
        from api_keys k join companies c on c.id = k.company_id
          left join users u on u.company_id = k.company_id and u.id = k.user_id
        where ${which}`
      return Option.map(Option.fromNullishOr(rows[0]), grantOf)
    }, Effect.orDie)

    /** By its hash; after a rotation the key before it opens the door for a while too. */
    const ofKey = Effect.fnUntraced(function*(digest: Uint8Array) {
      const grant = yield* find(sql`k.hash = ${digest}`)
      if (Option.isSome(grant)) return grant
      const before = yield* find(sql`k.previous_hash = ${digest} and k.previous_until > now()`)
      return Option.map(before, (grant) => ({ ...grant, expiresAt: Math.min(grant.expiresAt, grant.previousUntil) }))
    })

    const ofBearing = Effect.fnUntraced(function*(kind: Credential, bearing: Until) {
      const found = yield* bearing
      if (Option.isNone(found)) return Option.none<Grant>()
      const { company_id, expiresAt, key_id, scopes } = found.value
      const grant = yield* find(sql`k.company_id = ${company_id} and k.id = ${key_id} and k.kind = ${kind}`)
      return Option.map(grant, ({ caller, ...grant }) => ({
        ...grant,
        expiresAt: Math.min(grant.expiresAt, expiresAt),
        caller: scopes === undefined ? caller : { ...caller, scopes: new Set([...caller.scopes].filter((scope) => scopes.has(scope))) }
      }))
    })

    /** The session of an access token, until the token expires. */
    const ofToken = (token: string) => ofBearing("session", tokens.verify(token))

    /** Keeps what was found, or that nothing was, unless something changed meanwhile. */
    const remembering = Effect.fnUntraced(function*(name: string, found: Effect.Effect<Option.Option<Grant>>, address: string, none: Answer) {
      const before = epoch
      const grant = yield* found
      const now = yield* Clock.currentTimeMillis
      const keep = listening && before === epoch
      if (Option.isNone(grant)) {
        if (keep) strangers.set(name, now + UNKNOWN_FOR_MS)
        return none
      }
      if (keep) known.set(name, grant.value)
      return judge(grant.value, address, now)
    })

    const recalling = (name: string, address: string, now: number, none: Answer): Answer | undefined => {
      if (!listening) return undefined
      const grant = known.get(name)
      if (grant !== undefined) return judge(grant, address, now)
      const until = strangers.get(name)
      return until !== undefined && now < until ? none : undefined
    }

    const forget = (company: CompanyId) => {
      epoch++
      known.deleteIf(({ caller }) => caller.company_id === company)
      strangers.clear()
      PubSub.publishUnsafe(changed, company)
    }

    const listen = Effect.gen(function*() {
      const changes = yield* sql.listen("access_changed")
      listening = true
      yield* hearing.open
      /* Any account of the database may notify; what names no company is not of ours. */
      yield* Effect.forever(Effect.map(Queue.take(changes), ({ payload }) =>
        Option.map(Schema.decodeUnknownOption(CompanyId)(Number(payload)), forget)))
    }).pipe(
      Effect.ensuring(Effect.sync(() => {
        listening = false
        epoch++
        known.clear()
        strangers.clear()
      })),
      Effect.scoped,
      Effect.tapCause((cause) => Effect.logWarning("not listening for revoked keys; asking the database each time", cause)),
      Effect.exit,
      Effect.repeat(Schedule.spaced("1 second"))
    )
    yield* Effect.forkScoped(listen)

    const writeLastUses = Effect.suspend(() => {
      if (used.size === 0) return Effect.succeed<ReadonlyArray<object>>([])
      const batch = JSON.stringify([...used].map(([id, { at, company_id }]) => ({ id, company_id, at: new Date(at).toISOString() })))
      used.clear()
      return sql<object>`
        update api_keys k set last_used_at = b.at
        from jsonb_to_recordset(${batch}::jsonb) as b (id bigint, company_id bigint, at timestamptz)
        where k.company_id = b.company_id and k.id = b.id and (k.last_used_at is null or k.last_used_at < b.at)`
    }).pipe(Effect.tapCause((cause) => Effect.logWarning("last uses of keys were not written", cause)), Effect.exit)
    yield* Effect.forkScoped(Effect.repeat(writeLastUses, Schedule.spaced(LAST_USE_EVERY)))
    yield* Effect.addFinalizer(() => writeLastUses)

    return ApiKeys.of({
      hearing: hearing.await,
      changed: Stream.fromPubSub(changed),
      recall: (key, address, now) => {
        const token = isTokenShaped(key)
        if (!token && !isKeyShaped(key)) return key.startsWith("sk_service_") ? malformed : foreign
        return recalling(hash("sha256", key, "hex"), address, now, token ? forged : unknown)
      },
      lookUp: (key, address) => {
        const digest = hash("sha256", key, "hex")
        return isTokenShaped(key)
          ? remembering(digest, ofToken(key), address, forged)
          : remembering(digest, ofKey(Buffer.from(digest, "hex")), address, unknown)
      },
      recallGrant: (name, address, now) => recalling(name, address, now, forged),
      lookUpGrant: (name, address, bearing) => remembering(name, ofBearing("grant", bearing), address, forged),
      lookUpId: Effect.fnUntraced(function*(company, id, address) {
        const grant = yield* find(sql`k.company_id = ${company} and k.id = ${id}`)
        return Option.isNone(grant) ? unknown : judge(grant.value, address, yield* Clock.currentTimeMillis)
      }),
      holder: Effect.fnUntraced(function*(company, id) {
        const grant = yield* find(sql`k.company_id = ${company} and k.id = ${id}`)
        const now = yield* Clock.currentTimeMillis
        return Option.map(Option.filter(grant, ({ expiresAt, revoked }) => !revoked && now < expiresAt), ({ caller }) => caller)
      })
    })
  }))
}

export const random = (length: number): Uint8Array => randomBytes(length)
