import { Effect } from "effect"
import { holidaysBetween } from "#layers/calendar/holidays"
import { CalendarSettings } from "#layers/calendar/settings"
import { CompanySettings } from "#layers/company/settings"
import { companyNow } from "#layers/kernel/company-clock"
import { numberFacts } from "#schemas/messages/sms/number-facts"
import type { PhoneNumber } from "#schemas/messages/voice/phone-number"
import { isAnnounced, type Whereabouts } from "#schemas/messages/voice/recording-laws"
import type { CallStep, RecordingSettings, Rule } from "#schemas/messages/voice/routing"
import { ruleAt } from "./business-hours.ts"
import type { CallPlan } from "./flow.ts"
import { languageOf, sentencesOf } from "./sentences.ts"

/** Where the company is: by its address, or else by its number. */
const ownPlace = ({ address }: { readonly address: { readonly country: string; readonly region?: string } | null }, phone: string): Whereabouts => {
  if (address === null) return { country: numberFacts(phone).country, state: null }
  return { country: address.country, state: address.region?.toUpperCase() ?? null }
}

/** What is said before a conversation with somebody is recorded; nothing where no law asks for it, or nothing is recorded. */
const announcementOf = (recording: RecordingSettings | null, those: ReadonlyArray<Whereabouts>, usual: string) =>
  recording === null || !recording.calls || !isAnnounced(those) ? null : recording.announcement ?? usual

/** By which rule a call that comes in now is treated, and what that says. */
export const planOf = Effect.fnUntraced(function*(number: PhoneNumber, caller: Whereabouts) {
  const company = yield* CompanySettings.use(({ own }) => own)
  const { locale, own, told: { opening_hours, time_zone } } = yield* CalendarSettings.use(({ get }) => get)
  const rule: Rule = ruleAt({
    time_zone, weekly: number.business_hours ?? opening_hours,
    isHoliday: (date) => !own.open_on.includes(date) && holidaysBetween(own, locale, date, date).length > 0
  }, yield* companyNow)
  const { closed, holiday, open } = number.routing
  const step: CallStep = rule === "open" ? open : rule === "holiday" ? holiday ?? closed : closed
  const { greeting, recorded } = sentencesOf(locale)
  const plan: CallPlan = {
    step, language: languageOf(locale), greeting: number.voicemail.greeting ?? greeting(company.name), longest: number.voicemail.seconds,
    transcribe: number.voicemail.transcribe, record: number.recording.calls,
    announcement: announcementOf(number.recording, [caller, ownPlace(company, number.phone)], recorded)
  }
  return { rule, plan }
})

/** The same of a call that the company makes: who is called hears that it is recorded. */
export const planOfPlaced = Effect.fnUntraced(function*(from_phone: string, recording: RecordingSettings | null, to_phone: string) {
  const company = yield* CompanySettings.use(({ own }) => own)
  const { recorded } = sentencesOf(company.locale)
  return {
    step: { type: "hang_up" }, language: languageOf(company.locale), greeting: "", longest: 0, transcribe: false, record: recording?.calls ?? false,
    announcement: announcementOf(recording, [{ country: numberFacts(to_phone).country, state: null }, ownPlace(company, from_phone)], recorded)
  } satisfies CallPlan as CallPlan
})
