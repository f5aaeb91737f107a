import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { Caller } from "#schemas/kernel/tenancy"
import { PaymentId } from "#schemas/payments/payment"

const PURPOSE = "receipts of payment links"

const shape = /^(\d{1,15})\.([A-Za-z0-9_-]{22})$/u

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest().subarray(0, 16)

/** What the address of a payment's receipt ends with: who has a link cannot guess those of others who paid by it. */
export const receiptName = Effect.fnUntraced(function*(id: PaymentId) {
  const { company_id } = yield* Caller
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  return `${id}.${signed(key!, `${company_id}.${id}`).toString("base64url")}`
})

/** The payment of such a name, if it is one of ours. */
export const receiptOf = Effect.fnUntraced(function*(name: string) {
  const [, id, signature] = shape.exec(name) ?? []
  if (id === undefined) return undefined
  const { company_id } = yield* Caller
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  return keys.some((key) => timingSafeEqual(signed(key, `${company_id}.${id}`), given)) ? PaymentId.make(Number(id)) : undefined
})
