import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const POSTGRES_EPOCH_MS = 946_684_800_000
const DAY_MS = 86_400_000

const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"))
const days = new Map<number, string>()

const dayText = (day: number) => {
  const known = days.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 11)
  if (days.size > 4_096) days.clear()
  days.set(day, text)
  return text
}

const high = (bytes: Uint8Array, offset: number) =>
  (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!

const int64 = (bytes: Uint8Array, offset: number) =>
  high(bytes, offset) * 4_294_967_296 + (high(bytes, offset + 4) >>> 0)

const bigEndian = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, value)
  return bytes
}

/** The text of `Date.toISOString`, put together from a cached day: a list prints two of these a row. */
const isoText = (micros: number) => {
  const ms = Math.floor(micros / 1_000) + POSTGRES_EPOCH_MS
  const day = Math.floor(ms / DAY_MS)
  let rest = ms - day * DAY_MS
  const hours = Math.floor(rest / 3_600_000)
  rest -= hours * 3_600_000
  const minutes = Math.floor(rest / 60_000)
  rest -= minutes * 60_000
  const seconds = Math.floor(rest / 1_000)
  const millis = rest - seconds * 1_000
  const fraction = millis < 100 ? `0${twoDigits[millis]}` : String(millis)
  return `${dayText(day)}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[seconds]}.${fraction}Z`
}

const microsOf = (text: string | Date) => BigInt(new Date(text).getTime() - POSTGRES_EPOCH_MS) * 1_000n

/**
 * How rows arrive: `bigint` as a number, because every id and sum here stays below 2^53 (the contract's bounds), and
 * `timestamptz` as the ISO text that answers carry.
 */
export const types = PgTypes.makeRegistry()

types.register<number | bigint>(PgTypes.OID.int8, {
  encode: (value) => Result.succeed(bigEndian(BigInt(value))),
  decode: (bytes) => Result.succeed(int64(bytes, 0)),
  read: (bytes, offset) => Result.succeed(int64(bytes, offset))
}, { arrayOid: PgTypes.OID.int8Array })

types.register<string | Date>(PgTypes.OID.timestamptz, {
  encode: (value) => Result.succeed(bigEndian(microsOf(value))),
  decode: (bytes) => Result.succeed(isoText(int64(bytes, 0))),
  read: (bytes, offset) => Result.succeed(isoText(int64(bytes, offset)))
}, { arrayOid: PgTypes.OID.timestamptzArray })
