import type { Counts, Reject } from "#layers/crm/imports"
import { refused, type Said } from "./rows.ts"

type RowOutcome = Exclude<keyof Counts, "rejected">

/** How rows become records; a draft is what rows can say of one. */
export interface Upsert<Changes, Draft> {
  /** What tells which record a row is about; a row without any makes one. */
  readonly key: (changes: Changes) => string | undefined
  /** A record as a row leaves it; `undefined` is one that is yet to be made. */
  readonly after: (before: Draft | undefined, changes: Changes) => Draft
  /** Why a record cannot be made of what rows say. */
  readonly missing?: (draft: Draft) => string | undefined
}

/** What rows come to: records to make, records to change, and how each row was taken, in the order of the rows. */
export interface Plan<Changes, Draft> {
  readonly make: ReadonlyArray<{ readonly key: string | undefined; readonly draft: Draft }>
  readonly change: ReadonlyArray<{ readonly key: string; readonly before: Draft; readonly after: Draft }>
  readonly outcomes: ReadonlyArray<{ readonly said: Said<Changes>; readonly outcome: RowOutcome }>
  readonly rejects: ReadonlyArray<Reject>
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Rows one after the other, as if each were written before the next is read: a row whose key one before it has made is a change of
 * that.
 */
export const planned = <Changes, Draft>(
  rows: ReadonlyArray<Said<Changes>>,
  holders: ReadonlyMap<string, Draft>,
  { after, key, missing }: Upsert<Changes, Draft>
): Plan<Changes, Draft> => {
  const made: Array<{ readonly key: string | undefined; draft: Draft }> = []
  const positions = new Map<string, number>()
  const changed = new Map<string, { readonly key: string; readonly before: Draft; after: Draft }>()
  const outcomes: Array<Plan<Changes, Draft>["outcomes"][number]> = []
  const rejects: Array<Reject> = []
  const taken = (said: Said<Changes>, outcome: RowOutcome) => void outcomes.push({ said, outcome })

  for (const said of rows) {
    const { changes } = said
    const name = key(changes)
    const place = name === undefined ? undefined : positions.get(name)
    const holder = name === undefined ? undefined : holders.get(name)
    if (place !== undefined) {
      const before = made[place]!.draft
      const next = after(before, changes)
      taken(said, same(before, next) ? "unchanged" : "updated")
      made[place]!.draft = next
    } else if (name !== undefined && holder !== undefined) {
      const before = changed.get(name)?.after ?? holder
      const next = after(before, changes)
      taken(said, same(before, next) ? "unchanged" : "updated")
      if (!same(before, next)) changed.set(name, { key: name, before: holder, after: next })
    } else {
      const draft = after(undefined, changes)
      const reason = missing?.(draft)
      if (reason !== undefined) {
        rejects.push(refused(said, reason))
        continue
      }
      if (name !== undefined) positions.set(name, made.length)
      made.push({ key: name, draft })
      taken(said, "created")
    }
  }
  return { make: made, change: [...changed.values()].filter(({ after, before }) => !same(before, after)), outcomes, rejects }
}
