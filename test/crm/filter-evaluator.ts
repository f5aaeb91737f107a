import type { Comparison } from "#schemas/crm/counting"
import type { Condition, Filter } from "#schemas/crm/filter"

/** A contact with what is known of it, as a plain record. */
export interface Known {
  readonly [field: string]: unknown
  readonly tags: ReadonlyArray<string>
  readonly score: number
  readonly custom_fields: Readonly<Record<string, string | number | boolean>>
  /** Milliseconds. */
  readonly created_at: number
  readonly updated_at: number
  readonly activities: ReadonlyArray<{ readonly kind: string; readonly at: number }>
  readonly deals: ReadonlyArray<{ readonly status: string; readonly at: number }>
  /** Those of live keys. */
  readonly appointments: ReadonlyArray<{ readonly service_id: number; readonly status: string; readonly at: number }>
  /** Those of live keys that were not cancelled. */
  readonly orders: ReadonlyArray<{ readonly payment_state: string; readonly at: number }>
  /** What live payments took and did not give back. */
  readonly payments: ReadonlyArray<{ readonly currency: string; readonly amount: number; readonly at: number }>
  /** What live orders that were paid hold and did not come back. */
  readonly purchases: ReadonlyArray<{ readonly product_id: number; readonly variant_id: number; readonly tags: ReadonlyArray<string>; readonly pieces: number; readonly at: number }>
  readonly messages: ReadonlyArray<{ readonly direction: string; readonly at: number }>
  readonly calls: ReadonlyArray<{ readonly direction: string; readonly result: string; readonly at: number }>
}

const DAY = 86_400_000

/** Letter by letter, as PostgreSQL does it: no letter becomes two, and no sigma a final one. */
const lower = (text: string) => [...text].map((letter) => letter.toLowerCase()).join("")

const compared = <T extends number | string>(a: T, op: Comparison | "is" | "is_not", b: T) => {
  switch (op) {
    case "eq":
    case "is":
      return a === b
    case "ne":
    case "is_not":
      return a !== b
    case "lt":
      return a < b
    case "lte":
      return a <= b
    case "gt":
      return a > b
    case "gte":
      return a >= b
  }
}

const texts = {
  is: (own: string, wanted: string) => own === wanted,
  is_not: (own: string, wanted: string) => own !== wanted,
  contains: (own: string, wanted: string) => own.includes(wanted),
  starts_with: (own: string, wanted: string) => own.startsWith(wanted),
  ends_with: (own: string, wanted: string) => own.endsWith(wanted)
}

const custom = ({ key, op, value }: Extract<Condition, { readonly type: "custom" }>, known: Known, free: ReadonlySet<string>): boolean => {
  const own = known.custom_fields[key]
  if (op === "empty") return own === undefined
  if (own === undefined) return op === "is_not"
  if (op === "contains") return lower(String(own)).includes(lower(String(value)))
  if (typeof own === "string" && free.has(key) && (op === "is" || op === "is_not")) return compared(lower(own), op, lower(String(value)))
  if (typeof own === "boolean") return (own === value) === (op === "is")
  return compared(own as number, op, value as number)
}

/** The filter in plain words. `free` are the custom fields of the type text. */
export const fits = (filter: Filter, known: Known, now: number, free: ReadonlySet<string>): boolean => {
  if ("match" in filter) {
    const each = (part: Filter) => fits(part, known, now, free)
    return filter.match === "all" ? filter.of.every(each) : filter.of.some(each) === (filter.match === "any")
  }
  switch (filter.type) {
    case "text": {
      const own = known[filter.field] as string | null
      return own === null ? filter.op === "is_not" : texts[filter.op](lower(own), lower(filter.value))
    }
    case "empty":
      return known[filter.field] === null
    case "link":
      return known[filter.field] === filter.value
    case "tag":
      return known.tags.includes(filter.value)
    case "score":
      return compared(known.score, filter.op, filter.value)
    case "time":
      return (known[filter.field] < Date.parse(filter.value)) === (filter.op === "before")
    case "age":
      return (known[filter.field] >= now - filter.days * DAY) === (filter.op === "within")
    case "custom":
      return custom(filter, known, free)
    case "activities":
      return compared(
        known.activities.filter(({ at, kind }) =>
          (filter.kind === undefined || kind === filter.kind) && (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "deals":
      return compared(
        known.deals.filter(({ at, status }) =>
          (filter.status === undefined || status === filter.status) && (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "appointments":
      return compared(
        known.appointments.filter(({ at, service_id, status }) =>
          (filter.service_id === undefined || service_id === filter.service_id) && (filter.status === undefined || status === filter.status) &&
          (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "calls":
      return compared(
        known.calls.filter(({ at, direction, result }) =>
          (filter.direction === undefined || direction === filter.direction) && (filter.result === undefined || result === filter.result) &&
          (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "messages":
      return compared(
        known.messages.filter(({ at, direction }) => (filter.direction === undefined || direction === filter.direction) &&
          (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "orders":
      return compared(
        known.orders.filter(({ at, payment_state }) => (filter.payment_state === undefined || payment_state === filter.payment_state) &&
          (filter.within_days === undefined || at >= now - filter.within_days * DAY)).length,
        filter.op,
        filter.value
      )
    case "revenue":
      return compared(
        known.payments.filter(({ at, currency }) =>
          currency === (filter.currency ?? "USD") && (filter.within_days === undefined || at >= now - filter.within_days * DAY))
          .reduce((sum, { amount }) => sum + amount, 0),
        filter.op,
        filter.value
      )
    case "purchases":
      return compared(
        known.purchases.filter(({ at, product_id, tags, variant_id }) =>
          (filter.product_id === undefined || product_id === filter.product_id) && (filter.variant_id === undefined || variant_id === filter.variant_id) &&
          (filter.tag === undefined || tags.includes(filter.tag)) && (filter.within_days === undefined || at >= now - filter.within_days * DAY))
          .reduce((sum, { pieces }) => sum + pieces, 0),
        filter.op,
        filter.value
      )
  }
}
