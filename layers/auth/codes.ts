import { Array as Arr } from "effect"
import { Secret, TOTP } from "otpauth"
import { random } from "./api-keys.ts"

/** What authenticator apps show beside the address. */
const ISSUER = "Business Platform"

/** RFC 6238 as all authenticator apps know it. */
const SCHEME = { algorithm: "SHA1", digits: 6, period: 30 } as const

/** Codes of the steps before and after are taken too, for clocks that go wrong by half a minute. */
const WINDOW = 1

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from a QR code. */
export const addressOf = (secret: string, email: string): string =>
  new TOTP({ ...SCHEME, issuer: ISSUER, label: email, secret }).toString()

/** The step, in periods since 1970, that the code belongs to; nothing where it is not one of now. `now` is in epoch milliseconds. */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const delta = TOTP.validate({ ...SCHEME, secret: Secret.fromBase32(secret), token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ period: SCHEME.period, timestamp: now }) + delta
}

const RECOVERY_CODES = 10

/** 80 random bits in base32, in groups that can be read aloud and typed: ABCD-EFGH-IJKL-MNOP. */
const newRecoveryCode = (): string => new Secret({ buffer: new Uint8Array(random(10)).buffer }).base32.match(/.{4}/g)!.join("-")

export const newRecoveryCodes = () => Arr.makeBy(RECOVERY_CODES, newRecoveryCode)

/** Base32 has none of these digits, so whoever types one means the letter that looks like it. */
const lookalikes: Readonly<Record<string, string>> = { 0: "O", 1: "I", 8: "B" }

/** What was typed, as one of the two kinds of codes; dashes, spaces and the case of letters do not matter. */
export const typed = (code: string): { readonly kind: "app" | "recovery"; readonly code: string } => {
  const normalized = code.toUpperCase().replace(/[\s-]/gu, "")
  return /^\d{6}$/.test(normalized)
    ? { kind: "app", code: normalized }
    : { kind: "recovery", code: normalized.replace(/[018]/g, (digit) => lookalikes[digit]!) }
}
