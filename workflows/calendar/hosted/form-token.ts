import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { Clock, Effect } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { Caller } from "#schemas/kernel/tenancy"

/** People take longer to fill a form in. */
export const LEAST_MS = 2_000

const PURPOSE = "showings of forms"

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** Says when a form about something was shown, and tells this showing from all others. It is kept nowhere. */
export const formToken = Effect.fnUntraced(function*(about: string) {
  const { company_id } = yield* Caller
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  const said = `${yield* Clock.currentTimeMillis}-${randomBytes(12).toString("hex")}`
  return `${said}-${signed(key!, `${company_id} ${about} ${said}`).toString("base64url")}`
})

const shape = /^((\d{1,15})-[0-9a-f]{24})-([\w-]{43})$/u

/** How long ago it was shown, in milliseconds, and which showing it was; nothing of what is not ours, or about something else. */
export const showingOf = Effect.fnUntraced(function*(about: string, token: string) {
  const [, said, shown, signature] = shape.exec(token) ?? []
  if (said === undefined) return undefined
  const { company_id } = yield* Caller
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  if (!keys.some((key) => timingSafeEqual(signed(key, `${company_id} ${about} ${said}`), given))) return undefined
  return { age: (yield* Clock.currentTimeMillis) - Number(shown), showing: said }
})
