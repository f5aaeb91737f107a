import { DateTime, Effect } from "effect"
import type { Period } from "#layers/analytics/visits"
import { CompanySettings } from "#layers/company/settings"
import { ValidationError } from "#schemas/kernel/errors"

const USUAL_DAYS = 30
const DAY_MS = 86_400_000

/** A day that is so many days later. */
export const plus = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const lengthOf = ({ from, to }: Period) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** As many days, before. */
export const before = (period: Period): Period => ({ from: plus(period.from, -lengthOf(period)), to: plus(period.from, -1) })

export const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

export const refused = (field: string, error: string, received: string) => new ValidationError({ message: `${field}: ${error}`, details: [{ field, error, received }] })

/** The period that was asked for, in days of the company: thirty days until today if nothing is said. */
export const periodOf = Effect.fnUntraced(function*({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, most: number) {
  const { time_zone } = yield* CompanySettings.use(({ own }) => own)
  const last = to ?? DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(yield* DateTime.now, time_zone))
  const period: Period = { from: from ?? plus(last, 1 - USUAL_DAYS), to: last }
  if (period.from > period.to) return yield* refused("from", "is after `to`", period.from)
  if (lengthOf(period) > most) return yield* refused("from", `is more than ${most} days before \`to\``, period.from)
  return { period, time_zone }
})
