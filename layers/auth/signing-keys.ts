import { Clock, Context, Effect, Layer, Option, Schedule } from "effect"
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose"
import { randomUUID } from "node:crypto"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"
import { signingKeys } from "./category.ts"
import { SecretStore } from "./secret-store.ts"

/** Signature algorithm of everything we sign: Ed25519 (RFC 8037). */
export const ALGORITHM = "EdDSA"

/** A key signs for a quarter of a year; everybody has an hour to learn of the next, and a day to forget the last. */
const SIGNS_FOR = "90 days"
const KNOWN_BEFORE = "1 hour"
const KNOWN_AFTER = "1 day"
const LOOKS_EVERY = "1 minute"
/** Looks in a second because of what anonymous callers ask. */
const MOST_LOOKS = 5
/** A key made by hand signs a little later: by then nobody has looked so shortly before it was made that they would not look again. */
const ROTATES_IN = "2 seconds"

/** Processes that make the first key at the same moment wait for one another by this number. */
const LOCK = 5_013_001

interface Row {
  readonly kid: string
  readonly public_jwk: JWK
  readonly private_jwk: string
  /** Epoch milliseconds. */
  readonly active_from: number
}

/** A key pair that the service signs with. */
interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly privateJwk: JWK
}

interface LoadedKey {
  readonly publicJwk: JWK
  readonly publicKey: CryptoKey
  readonly activeFrom: number
  readonly signing: Option.Option<SigningKey>
}

const imported = (jwk: JWK) => Effect.promise(() => importJWK(jwk, ALGORITHM) as Promise<CryptoKey>)

/** The keys that tokens are signed with, shared by all processes; a new one takes over by itself before the old one ages. */
export class SigningKeys extends Context.Service<SigningKeys>()("layers/auth/SigningKeys", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const secretStore = yield* SecretStore
    let held: ReadonlyMap<string, LoadedKey> = new Map()

    const read = Effect.fnUntraced(function*({ active_from, kid, private_jwk, public_jwk }: Row) {
      const known = held.get(kid)
      if (known !== undefined) return [kid, known] as const
      const secret = Option.map(signingKeys.opened(secretStore, { kid }, private_jwk), (text): JWK => JSON.parse(text))
      if (Option.isNone(secret)) {
        yield* Effect.logWarning(`The signing key ${kid} was sealed with a SECRET_KEY that is not here: another one signs.`)
      }
      const signing = Option.isSome(secret)
        ? Option.some({ kid, privateJwk: secret.value, privateKey: yield* imported(secret.value) })
        : Option.none<SigningKey>()
      const one: LoadedKey = { publicJwk: public_jwk, publicKey: yield* imported(public_jwk), activeFrom: active_from, signing }
      return [kid, one] as const
    })

    const load = Effect.gen(function*() {
      const rows = yield* sql<Row>`
        select kid, public_jwk, private_jwk, floor(extract(epoch from active_from) * 1000)::float8 as active_from
        from identity.signing_keys where retired_at is null or retired_at > now() order by active_from desc`
      held = new Map(yield* Effect.forEach(rows, read))
    }).pipe(Effect.orDie)

    const openable = () => [...held].flatMap(([kid, { signing }]) => Option.isSome(signing) ? [kid] : [])

    /**
     * One more key, in place of those that can be opened here. What another SECRET_KEY sealed may be the key of another process,
     * which would make one in place of ours; it goes when it is too old to sign.
     */
    const add = Effect.fnUntraced(function*(from: string) {
      const pair = yield* Effect.promise(() => generateKeyPair(ALGORITHM, { extractable: true }))
      const kid = randomUUID()
      const about = { kid, alg: ALGORITHM, use: "sig" }
      const [publicJwk, privateJwk] = yield* Effect.promise(() => Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]))
      yield* sql`update identity.signing_keys set retired_at = now() + ${from}::interval + ${KNOWN_AFTER}::interval
        where retired_at is null
          and (kid = any(${openable()}::text[]) or active_from < now() - ${SIGNS_FOR}::interval - ${KNOWN_AFTER}::interval)`
      yield* sql`insert into identity.signing_keys (kid, public_jwk, private_jwk, active_from) values (${kid},
        ${JSON.stringify({ ...publicJwk, ...about })}::jsonb,
        ${signingKeys.sealed(secretStore, { kid }, JSON.stringify({ ...privateJwk, ...about }))}, now() + ${from}::interval)`
      return kid
    })

    const locked = <A, E>(work: Effect.Effect<A, E>) =>
      sql.withTransaction(Effect.andThen(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`, work))

    /** One that can be opened here and is young enough; a new one where there is none. */
    const renewed = Effect.gen(function*() {
      yield* load
      const { some, young } = yield* one(sql<{ some: boolean; young: boolean }>`
        select count(*) > 0 as some, count(*) filter (where active_from > now() - ${SIGNS_FOR}::interval) > 0 as young
        from identity.signing_keys where kid = any(${openable()}::text[]) and retired_at is null`)
      if (young) return
      yield* add(some ? KNOWN_BEFORE : "0 seconds")
      yield* load
    })

    yield* Effect.orDie(locked(renewed))
    yield* Effect.forkScoped(
      locked(renewed).pipe(
        Effect.tapCause((cause) => Effect.logWarning(`the keys that tokens are signed with: will look again in ${LOOKS_EVERY}`, cause)),
        Effect.exit,
        Effect.delay(LOOKS_EVERY),
        Effect.repeat(Schedule.forever)
      )
    )

    const current = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const able = [...held.values()].flatMap(({ activeFrom, signing }) => Option.toArray(signing).map((key) => ({ activeFrom, key })))
      /* The clocks of the database and of this machine may differ by more than a first key is old. */
      const chosen = able.find(({ activeFrom }) => activeFrom <= now) ?? able.at(-1)
      return chosen?.key ?? (yield* Effect.die(new Error("there is no key to sign with")))
    })

    let second = 0
    let looks = 0
    /** Anonymous callers ask for the keys, and make up key ids: a few looks in a second are enough to learn of a new one. */
    const lookAgain = Effect.gen(function*() {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      if (now !== second) [second, looks] = [now, 0]
      if (looks++ < MOST_LOOKS) yield* load
    })

    const find = Effect.fnUntraced(function*(kid: string) {
      if (!held.has(kid)) yield* lookAgain
      return Option.map(Option.fromUndefinedOr(held.get(kid)), ({ publicKey }) => publicKey)
    })

    return {
      current,
      /** The public key of this id, also one that another process made a moment ago. */
      find,
      /** The key set for whoever verifies (RFC 7517). */
      jwks: Effect.map(Effect.exit(lookAgain), () => ({ keys: [...held.values()].map(({ publicJwk }) => publicJwk) })),
      /** Makes a new key that signs in two seconds. Tokens under the old ones stay good until they expire. */
      rotate: Effect.orDie(Effect.tap(locked(add(ROTATES_IN)), () => load))
    }
  })
}) {
  static readonly layer = Layer.effect(SigningKeys, SigningKeys.make)
}
