import { createHash } from "node:crypto"
import { Effect } from "effect"
import { OwnerSql } from "./database.ts"

/** Waits until the chores have numbered every event and sealed every receipt; up to 30 seconds. */
export const settled = Effect.gen(function*() {
  const sql = yield* OwnerSql
  for (let waiting = 1; waiting > 0;) {
    yield* Effect.sleep("50 millis")
    const [row] = yield* sql<{ n: number }>`select
      (select count(*) from receipts where sequence is null) + (select count(*) from events where sequence is null) as n`
    waiting = row!.n
  }
}).pipe(Effect.timeout("30 seconds"), Effect.orDie)

interface Sealed {
  readonly sequence: number
  readonly previous_hash: Uint8Array
  readonly hash: Uint8Array
  readonly text: string
}

/** What is wrong with a company's chain of receipts, recomputed link by link as migration 0002 describes it. */
export const faultsOfChain = Effect.fnUntraced(function*(company: number) {
  const sql = yield* OwnerSql
  const chain = yield* sql<Sealed>`
    select sequence, previous_hash, hash, receipt_text(r) as text from receipts r where company_id = ${company} order by sequence`
  const faults: Array<string> = []
  let previous: Uint8Array = new Uint8Array()
  for (const [index, { hash, previous_hash, sequence, text }] of chain.entries()) {
    if (sequence !== index + 1) faults.push(`receipt ${index + 1} has the number ${sequence}`)
    if (Buffer.compare(previous_hash, previous) !== 0) faults.push(`receipt ${sequence} does not name its predecessor`)
    const expected = createHash("sha256").update(previous).update(text, "utf8").digest()
    if (Buffer.compare(hash, expected) !== 0) faults.push(`receipt ${sequence} is not what was sealed`)
    previous = hash
  }
  const [head] = yield* sql<{
    receipts: number; receipt_hash: Uint8Array
  }>`select receipts, receipt_hash from chain_heads where company_id = ${company}`
  if (
    head?.receipts !== chain.length || Buffer.compare(head.receipt_hash, previous) !== 0
  ) faults.push("the head is not the end of the chain")
  return { length: chain.length, faults }
}, Effect.orDie)

/** The numbers of a company's events, in order. */
export const eventNumbers = Effect.fnUntraced(function*(company: number) {
  const sql = yield* OwnerSql
  const rows = yield* sql<{ sequence: number }>`select sequence from events where company_id = ${company} order by sequence`
  return rows.map(({ sequence }) => sequence)
}, Effect.orDie)
