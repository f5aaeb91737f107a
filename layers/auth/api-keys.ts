import { hash, randomBytes } from "node:crypto"
import { isIPv6 } from "node:net"
import { Clock, Context, Effect, Latch, Layer, Option, PubSub, Schedule, Stream } from "effect"
import { LRUCache } from "lru-cache"
import { isKeyShaped, isPublishable } from "#schemas/kernel/api-key"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Caller, Credential } from "#schemas/kernel/tenancy"
import { AccessChanges } from "../kernel/access-changes.ts"
import { accessWatch } from "./access-watch.ts"
import { NO_CREDENTIAL } from "./audit.ts"
import { type CredentialRef, finding, type Grant, grantOfSecret } from "./credential-grant.ts"
import { SystemSql } from "../database/connections.ts"
import { type Bearing, isJwtShaped, Tokens } from "./tokens.ts"

/**
 * Which credential a token stands for, and until when in epoch milliseconds; nothing if it is not a token of ours. One that was
 * given for some `scopes` of the credential only has no others.
 */
type Until = Effect.Effect<Option.Option<Bearing & { readonly expiresAt: number; readonly scopes?: ReadonlySet<string> }>>

export interface Refused {
  readonly _tag: "Refused"
  readonly reason: string
  /** `unauthorized` where it is left out. */
  readonly code?: "bad_request" | "forbidden" | "not_found"
}

export type AuthResult =
  /** `until` is in epoch milliseconds. */
  | { readonly _tag: "Admitted"; readonly caller: Caller["Service"]; readonly until: number; readonly origins: ReadonlyArray<string> }
  | Refused

const refused = (reason: string): Refused => ({ _tag: "Refused", reason })
const malformed = refused("This API key is malformed: check that it was copied whole.")
const foreign = refused(
  "This is neither an API key nor an access token: check that it was copied whole."
)
const unknown = refused("This API key is not known.")
const forged = refused(
  "This access token is not valid here, or has expired: sign in again, or refresh it. A tool client's token opens the tool connector only."
)
const elsewhere = refused("This API key may not be used from this address.")
const revoked: Readonly<Record<Credential, AuthResult>> = {
  key: refused("This API key was revoked."), session: refused("This session was ended."), grant: refused("This connection was revoked."),
  visitor: refused("This publishable key was revoked.")
}
const expired: Readonly<Record<Credential, AuthResult>> = {
  key: refused("This API key has expired."), session: refused("This session has expired."), grant: refused("This connection has expired."),
  visitor: refused("This publishable key has expired.")
}

/** SHA-256; keys are looked up by it and kept as nothing else. */
export const hashOf = (key: string): Uint8Array => hash("sha256", key, "buffer")

const KNOWN = 10_000
const UNKNOWN = 2_000
const UNKNOWN_FOR_MS = 5_000
const LAST_USE_EVERY = "20 seconds"

/**
 * Knows who an API key or an access token belongs to. Answers come from memory: PostgreSQL says when a credential, a member, a
 * standing consent or a tier changed, so what was revoked stops within a notification's travel on every process. While that
 * connection is down nothing is remembered and each request asks the database.
 */
export class ApiKeys extends Context.Service<ApiKeys>()("layers/ApiKeys", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const tokens = yield* Tokens
    const find = finding(sql)
    const changes = yield* AccessChanges
    const known = new LRUCache<string, Grant>({ max: KNOWN })
    const unknownKeys = new LRUCache<string, number>({ max: UNKNOWN })
    const used = new Map<number, { readonly company_id: number; readonly at: number }>()
    const changed = yield* PubSub.sliding<CompanyId>(1_024)
    /** Grows with every change told, so that a row read before the change is not remembered after it. */
    let epoch = 0

    const check = ({ addresses, caller, expiresAt: until, origins, revoked: isRevoked }: Grant, address: string, now: number): AuthResult => {
      if (isRevoked) return revoked[caller.credential]
      if (now >= until) return expired[caller.credential]
      if (addresses !== undefined && !addresses.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return elsewhere
      if (caller.key_id !== NO_CREDENTIAL) used.set(caller.key_id, { company_id: caller.company_id, at: now })
      return { _tag: "Admitted", caller, until, origins }
    }

    /** By its hash; after a rotation the previous key is valid for a while too. */
    const ofKey = Effect.fnUntraced(function*(digest: Uint8Array) {
      const grant = yield* find(sql`k.hash = ${digest}`)
      if (Option.isSome(grant)) return grant
      const before = yield* find(sql`k.previous_hash = ${digest} and k.previous_until > now()`)
      return Option.map(before, (grant) => grantOfSecret(grant, grant.caller.secret_version! - 1))
    })

    const ofId = ({ company_id, key_id, secret_version }: CredentialRef) =>
      Effect.map(find(sql`k.company_id = ${company_id} and k.id = ${key_id}`), Option.map((grant) => grantOfSecret(grant, secret_version)))

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
    const remembering = Effect.fnUntraced(function*(name: string, found: Effect.Effect<Option.Option<Grant>>, address: string, none: AuthResult) {
      const before = epoch
      const grant = yield* found
      const now = yield* Clock.currentTimeMillis
      const keep = changes.isListening() && before === epoch
      if (Option.isNone(grant)) {
        if (keep) unknownKeys.set(name, now + UNKNOWN_FOR_MS)
        return none
      }
      if (keep) known.set(name, grant.value)
      return check(grant.value, address, now)
    })

    const recalling = (name: string, address: string, now: number, none: AuthResult): AuthResult | undefined => {
      if (!changes.isListening()) return undefined
      const grant = known.get(name)
      if (grant !== undefined) return check(grant, address, now)
      const until = unknownKeys.get(name)
      return until !== undefined && now < until ? none : undefined
    }

    yield* changes.subscribe((company) => {
      epoch++
      unknownKeys.clear()
      if (company === undefined) return known.clear()
      for (const [key, { caller }] of known.entries()) if (caller.company_id === company) known.delete(key)
      PubSub.publishUnsafe(changed, company)
    })

    const stands = (grant: Option.Option<Grant>, counts: (grant: Grant) => boolean) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Option.map(Option.filter(grant, (found) => counts(found) && now < found.expiresAt), ({ caller }) => caller))

    const watch = yield* accessWatch(changes)

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

    return {
      /** Waits until changes are heard of. */
      hearing: changes.listening,
      /** Companies in which somebody's access, or the tier, is no longer as it was. Who is slow misses some. */
      changed: Stream.fromPubSub(changed),
      /** Synchronous when the key is known or cannot be one; otherwise `undefined`: then ask `lookUp`. */
      recall: (key: string, address: string, now: number) => {
        const token = isJwtShaped(key)
        const recalled = recalling(hash("sha256", key, "hex"), address, now, token ? forged : unknown)
        if (recalled !== undefined || token || isKeyShaped(key)) return recalled
        return key.startsWith("sk_service_") || isPublishable(key) ? malformed : foreign
      },
      lookUp: (key: string, address: string) => {
        const digest = hash("sha256", key, "hex")
        return isJwtShaped(key)
          ? remembering(digest, ofToken(key), address, forged)
          : remembering(digest, ofKey(Buffer.from(digest, "hex")), address, unknown)
      },
      /** What `lookUpGrant` found under this name, if it is remembered. */
      recallGrant: (name: string, address: string, now: number) => recalling(name, address, now, forged),
      /** The same for a grant: `bearing` tells whose token it is, and until when. It is remembered by `name`, which is no secret. */
      lookUpGrant: (name: string, address: string, bearing: Until) => remembering(name, ofBearing("grant", bearing), address, forged),
      /** What `lookUpNamed` found under this name, if it is remembered; `none` is what it answers where nothing was found. */
      recallNamed: recalling,
      /** Finds by another query what a name stands for, and remembers it like a key: until something changes in its company. */
      lookUpNamed: remembering,
      /** The same for a credential that is known by its id. The database is asked each time. */
      lookUpId: Effect.fnUntraced(function*(ref: CredentialRef, address: string) {
        const grant = yield* ofId(ref)
        return Option.isNone(grant) ? unknown : check(grant.value, address, yield* Clock.currentTimeMillis)
      }),
      /** Whoever holds the credential, if it still opens anything, from wherever; for work on its behalf. The database is asked each time. */
      holder: (ref: CredentialRef) => Effect.flatMap(ofId(ref), (grant) => stands(grant, ({ revoked }) => !revoked)),
      /** The same, also of somebody who has signed out since by themselves: what they decided before still counts. */
      decider: (ref: CredentialRef) => Effect.flatMap(ofId(ref), (grant) => stands(grant, ({ revoked, signedOut }) => !revoked || signedOut)),
      /**
       * Calls what it is given once `look` refuses, for what stays open: it is asked again whenever access in the company changed, and
       * when the time of what it admitted is over.
       */
      onRefused: watch,
      /** Waits for the same. */
      whenRefused: <R>(company: CompanyId, look: Effect.Effect<AuthResult, never, R>) =>
        Effect.scoped(Effect.flatMap(Latch.make(), (isRefused) =>
          Effect.andThen(watch(company, look, () => void isRefused.openUnsafe()), isRefused.await)))
    }
  })
}) {
  static readonly layer = Layer.effect(ApiKeys, ApiKeys.make).pipe(Layer.provide(AccessChanges.layer))
}

export const random = (length: number): Uint8Array => randomBytes(length)
