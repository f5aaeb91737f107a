import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const POSTGRES_EPOCH_MS = 946_684_800_000
const MINUTE_MS = 60_000

const seconds = Array.from({ length: 60 }, (_, n) => `${String(n).padStart(2, "0")}.`)
const millis = Array.from({ length: 1_000 }, (_, n) => `${String(n).padStart(3, "0")}Z`)
const minutes = new Map<number, string>()

/** Up to the colon before the seconds. */
const minuteText = (minute: number) => {
  const known = minutes.get(minute)
  if (known !== undefined) return known
  const text = new Date(minute * MINUTE_MS).toISOString().slice(0, -7)
  if (minutes.size > 10_000) minutes.clear()
  minutes.set(minute, text)
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

/** The text of `Date.toISOString`, put together from a cached minute: a list prints two of these a row. */
const isoText = (micros: number) => {
  const ms = Math.floor(micros / 1_000) + POSTGRES_EPOCH_MS
  const minute = Math.floor(ms / MINUTE_MS)
  const rest = ms - minute * MINUTE_MS
  return minuteText(minute) + seconds[Math.floor(rest / 1_000)]! + millis[rest % 1_000]!
}

const microsOf = (text: string | Date) => BigInt(new Date(text).getTime() - POSTGRES_EPOCH_MS) * 1_000n

const int32Bytes = (value: number) => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setInt32(0, value)
  return bytes
}

/**
 * How rows arrive: `bigint` as a number, because every id and sum here stays below 2^53 (the contract's bounds), and
 * `timestamptz` as the ISO text that answers carry.
 */
export const types = PgTypes.makeRegistry()

/**
 * Lists of whole numbers are sent as bigint[], what they are cast to: the driver would send int[] where all are small, and in a plan for any list
 * PostgreSQL casts it again for each row that it compares. This stands before bigint, which the elements of such lists then are.
 */
types.register<number>(PgTypes.OID.int4, {
  encode: (value) => Result.succeed(int32Bytes(value)),
  decode: (bytes) => Result.succeed(high(bytes, 0)),
  read: (bytes, offset) => Result.succeed(high(bytes, offset))
}, { arrayOid: PgTypes.OID.int8Array })

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
