import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { asSystem } from "../../auth/provision.ts"

/** How a link does not fit, where the chain is broken first. */
export interface BrokenLink {
  /**
   * `changed`: the receipt is not what was sealed. `missing`: it is gone. `predecessor`: the one before it is another than when
   * it was sealed. `head`: the chain does not end as it was noted. `forged`: a receipt that is not in the chain says what only sealing
   * writes. `unsealed`: receipts wait for so long that they will not be sealed, and until then they prove nothing.
   */
  readonly fault: "changed" | "missing" | "predecessor" | "head" | "forged" | "unsealed"
  /** The receipt's number in the chain, from 1. */
  readonly sequence: number
  /** Its id; `null` of one that is gone, and where it is the end that does not fit. */
  readonly receipt_id: number | null
  readonly says: string
}

/** A company's chain of receipts, as far as it is whole. */
export interface Chain {
  readonly company_id: number
  /** Receipts that were proved, from the first one on. */
  readonly receipts: number
  /** Hash of the last of them, as hexadecimal digits; `null` where there is none. Noted elsewhere, it proves the whole. */
  readonly head: string | null
  /** Receipts that are not yet in the chain. They get their place within seconds, while a service runs. */
  readonly unsealed: number
  /** Since when the oldest of those waits. */
  readonly unsealed_since: string | null
  readonly broken: BrokenLink | null
}

interface Link {
  readonly id: number
  readonly sequence: number
  /** Whether it names its own hash, made of what it says and of the hash it names as the one before it. */
  readonly whole: boolean
  readonly previous_hash: string | null
  readonly hash: string | null
}

interface Head {
  readonly receipts: number
  readonly receipt_hash: string
  readonly unsealed: number
  readonly unsealed_since: string | null
  readonly oldest_id: number | null
  readonly late: boolean
  /** The first of those that wait which is not as it was written. */
  readonly forged_id: number | null
}

/** Receipts are sealed within seconds; one that waits longer stands still. */
const LATE = "5 minutes"

/** Links read at a time. What they say, which may be a megabyte each, is hashed where it is. */
const BATCH = 2_000

const numbers = (from: number, to: number) => from === to ? `Receipt ${from} is` : `Receipts ${from} to ${to} are`

/** What does not fit at a link that follows on so many receipts, of which the last has the hash `previous`. */
const faultAt = ({ hash, id, previous_hash, sequence, whole }: Link, proved: number, previous: string): BrokenLink | undefined => {
  if (sequence !== proved + 1) {
    const says = `${numbers(proved + 1, sequence - 1)} missing before receipt ${sequence} (id ${id}).`
    return { fault: "missing", sequence: proved + 1, receipt_id: null, says }
  }
  const told = { sequence, receipt_id: id }
  if (!whole || hash === null) return { ...told, fault: "changed", says: `Receipt ${sequence} (id ${id}) is not what was sealed.` }
  if (previous_hash === previous) return undefined
  const says = sequence === 1
    ? `Receipt 1 (id ${id}) was sealed as the successor of another, and is the first.`
    : `Receipt ${sequence} (id ${id}) was sealed as the successor of another than receipt ${sequence - 1} is now.`
  return { ...told, fault: "predecessor", says }
}

/** What does not fit at the end of a chain that is whole up to there. */
const faultOfHead = (head: Head, proved: number, last: string): BrokenLink | null => {
  if (head.receipts === proved && head.receipt_hash === last) return null
  if (head.receipts > proved) {
    return { fault: "missing", sequence: proved + 1, receipt_id: null, says: `${numbers(proved + 1, head.receipts)} missing at the end of the chain.` }
  }
  const says = head.receipts === proved
    ? `The chain does not end with the hash that was noted when receipt ${proved} was sealed.`
    : `The chain goes on after receipt ${head.receipts}, with which it was noted to end, to receipt ${proved}.`
  return { fault: "head", sequence: proved, receipt_id: null, says }
}

/** What is wrong with those that are not in the chain yet, after so many that are. */
const faultOfUnsealed = ({ forged_id, late, oldest_id, unsealed, unsealed_since }: Head, proved: number): BrokenLink | null => {
  const sequence = proved + 1
  if (forged_id !== null) {
    return { fault: "forged", sequence, receipt_id: forged_id, says: `The receipt with id ${forged_id} is not sealed, and not as it was written.` }
  }
  if (!late) return null
  const says = `${unsealed === 1 ? "1 receipt has" : `${unsealed} receipts have`} not been sealed since ${unsealed_since}, the oldest with id ${oldest_id}.`
  return { fault: "unsealed", sequence, receipt_id: oldest_id, says }
}

/**
 * Walks a company's chain from its first receipt and stops where it is broken, as migration 0002 makes it: each receipt names
 * the hash of the one before it and that of itself, and the head those of the last. As of one instant, whoever writes
 * meanwhile; needs the owner's connection. A chain is not whole as long as receipts wait that should have been sealed.
 */
export const chainOf = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set transaction isolation level repeatable read, read only`
  const [found] = yield* sql<Head>`
    select coalesce(max(receipts), 0) as receipts, coalesce(max(encode(receipt_hash, 'hex')), '') as receipt_hash,
      (select count(*) from receipts where company_id = ${company_id} and sequence is null) as unsealed,
      (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from receipts
        where company_id = ${company_id} and sequence is null) as unsealed_since,
      (select id from receipts where company_id = ${company_id} and sequence is null order by created_at, id limit 1) as oldest_id,
      exists (select from receipts where company_id = ${company_id} and sequence is null
        and created_at < now() - ${LATE}::interval) as late,
      (select min(id) from receipts where company_id = ${company_id} and sequence is null
        and (previous_hash is not null or hash is not null or created_at > now() + ${LATE}::interval)) as forged_id
    from chain_heads where company_id = ${company_id}`
  const head = found!

  /* Values may be gone from a receipt only where another tells that a person was erased. */
  const [{ erased }] = (yield* sql<{ erased: string }>`
    select coalesce(jsonb_agg(c.id), '[]')::text as erased
    from receipts r cross join jsonb_path_query(r.changes, '$[*] ? (@.object == "person").id') as c (id)
    where r.company_id = ${company_id} and r.verb = 'erase_person'`) as [{ erased: string }]

  let proved = 0
  let last = ""
  const told = (broken: BrokenLink | null): Chain => ({
    company_id, receipts: proved, head: proved === 0 ? null : last, unsealed: head.unsealed, unsealed_since: head.unsealed_since, broken
  })
  for (let more = true; more;) {
    const links = yield* sql<Link>`
      select id, sequence, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash,
        (r.salts = '{}' or hash is not distinct from sha256(previous_hash || convert_to(receipt_text(r), 'UTF8'))) is true
          and not exists (select from jsonb_path_query(r.changes, '$[*].erased_by') e where not coalesce(e <@ ${erased}::jsonb, false))
          and (r.salts is distinct from '{}' or jsonb_path_exists(r.changes, '$[*].erased_by'))
          as whole
      from receipts r where company_id = ${company_id} and sequence > ${proved} order by sequence limit ${BATCH}`
    for (const link of links) {
      const fault = faultAt(link, proved, last)
      if (fault !== undefined) return told(fault)
      proved++
      last = link.hash!
    }
    more = links.length === BATCH
  }
  return told(faultOfHead(head, proved, last) ?? faultOfUnsealed(head, proved))
}, asSystem)

/** Companies, in order, that exist or have receipts; as the database's owner. */
export const chained = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ company_id: number }>`
    with recursive found as (
      (select company_id from receipts order by company_id limit 1)
      union all
      select (select r.company_id from receipts r where r.company_id > f.company_id order by r.company_id limit 1)
      from found f where f.company_id is not null
    )
    select company_id from found where company_id is not null union select id from companies order by 1`
  return rows.map(({ company_id }) => company_id)
}).pipe(asSystem)
