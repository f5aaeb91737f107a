import { Clock, Context, Effect, Layer, Option } from "effect"
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose"
import { randomUUID } from "node:crypto"
import { type AccountId, CompanyId, KeyId } from "#schemas/kernel/ids"
import { ALGORITHM, SigningKeys } from "./signing-keys.ts"

/** How long an access token is valid, in seconds. */
export const ACCESS_SECONDS = 900

const ISSUER = "urn:business-platform"
const AUDIENCE = "urn:business-platform:api:v1"
const TYPE = "at+jwt"

/** Which session a token belongs to. */
export interface Bearing {
  readonly company_id: CompanyId
  /** The session's credential. */
  readonly key_id: KeyId
}

/** Looks like a JSON web token: anything else needs no signature looked at. */
export const isJwtShaped = (text: string): boolean => /^eyJ[\w-]{10,500}\.[\w-]{10,2000}\.[\w-]{20,200}$/.test(text)

const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0

/** Access tokens of sessions: JWT (RFC 7519, profile RFC 9068), EdDSA only. */
export class Tokens extends Context.Service<Tokens>()("layers/auth/Tokens", {
  make: Effect.gen(function*() {
    const keys = yield* SigningKeys
    return {
      issue: Effect.fnUntraced(function*({ account_id, company_id, key_id }: Bearing & { readonly account_id: AccountId }) {
        const { kid, privateKey } = yield* keys.current
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
        const token = new SignJWT({ company_id, sid: key_id }).setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
          .setIssuer(ISSUER).setAudience(AUDIENCE).setSubject(String(account_id)).setJti(randomUUID())
          .setIssuedAt(now).setExpirationTime(now + ACCESS_SECONDS)
        return yield* Effect.promise(() => token.sign(privateKey))
      }),
      /** Nothing unless we signed it, for this API, and it has not expired. `expiresAt` is in epoch milliseconds. */
      verify: Effect.fnUntraced(function*(token: string) {
        const kid = Option.liftThrowable(decodeProtectedHeader)(token).pipe(Option.flatMapNullishOr(({ kid }) => kid))
        if (Option.isNone(kid)) return Option.none()
        const key = yield* keys.find(kid.value)
        if (Option.isNone(key)) return Option.none()
        const currentDate = new Date(yield* Clock.currentTimeMillis)
        const verified = yield* Effect.option(Effect.tryPromise(() =>
          jwtVerify(token, key.value, {
            algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, typ: TYPE, requiredClaims: ["exp", "sub"], currentDate
          })
        ))
        return Option.flatMap(verified, ({ payload: { company_id, exp, sid } }) =>
          isId(company_id) && isId(sid)
            ? Option.some({ company_id: CompanyId.make(company_id), key_id: KeyId.make(sid), expiresAt: exp! * 1_000 })
            : Option.none())
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Tokens, Tokens.make)
}
