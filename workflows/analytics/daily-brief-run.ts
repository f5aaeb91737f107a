import { Effect, Schema } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import type { CompanySettings } from "#schemas/company/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { durable } from "../durable.ts"
import { nextAt } from "./daily-brief-at.ts"

/** E-mails the brief of one day, and begins the run of the next. */
export const DailyBriefMail = durable({
  name: "analytics.daily_brief",
  version: 1,
  payload: { day: Schema.String, at: Schema.String, time_zone: Schema.String, instant: Timestamp },
  success: Schema.Literals(["sent", "changed"])
})

type Settings = Pick<typeof CompanySettings.Type, "daily_brief_at" | "time_zone">

/** Waits for the next time of day at which the brief is wanted, in the caller's mode. Once for each day, however often it is said. */
export const awaitBrief = Effect.fnUntraced(function*({ daily_brief_at: at, time_zone }: Settings) {
  if (at === null) return
  const { mode } = yield* Caller
  const next = nextAt(yield* companyNow, at, time_zone)
  yield* DailyBriefMail.start({ ...next, at, time_zone }, { key: `${mode} ${next.day} ${at} ${time_zone}` })
})

/**
 * Follows a change of the settings. The brief is about live mode, whoever set its hour; who set it in test mode sees it in that mode too, by the
 * test clock. Runs that wait for a time that is not wanted any more end by themselves.
 */
export const followBriefSettings = Effect.fnUntraced(function*(before: Settings, after: Settings) {
  if (before.daily_brief_at === after.daily_brief_at && before.time_zone === after.time_zone) return
  const caller = yield* Caller
  for (const mode of new Set(["live", caller.mode] as const)) yield* Effect.provideService(awaitBrief(after), Caller, { ...caller, mode })
})
