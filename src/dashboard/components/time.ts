import { DateTime, Option } from "effect"
import { html, type Node } from "../html.ts"
import { NONE } from "./elements.ts"
import { localized } from "./locale.ts"
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("time")

const inUtc = (instant: string) => `${instant.slice(0, 19).replace("T", " ")} UTC`

/** An instant in the company's time; the title has it in UTC. */
export const time = (zone: string, instant: string | null | undefined): Node =>
  instant === null || instant === undefined
    ? NONE
    : localized(zone, ({ language, moment }) =>
      html`<time datetime=${instant} title=${inUtc(instant)} lang=${language}>${moment(instant)}</time>`)

/** The same to the minute: of what is planned nobody counts seconds. */
export const minute = (zone: string, instant: string): Node =>
  localized(zone, (formats) => html`<time datetime=${instant} title=${inUtc(instant)} lang=${formats.language}>${formats.minute(instant)}</time>`)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** What is further from now is told by its day. */
const NEAR = 7 * DAY

const relative = new Map<string, Intl.RelativeTimeFormat>()

const relativeIn = (language: string): Intl.RelativeTimeFormat => {
  const made = relative.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  relative.set(language, made)
  return made
}

/** How long ago an instant was, or how far it is ahead, in words; nothing where that is more than a week. */
export const apart = (language: string, ms: number): string | undefined => {
  const [size, format] = [Math.abs(ms), relativeIn(language)]
  if (size >= NEAR) return undefined
  if (size < MINUTE) return format.format(0, "second")
  return size < HOUR ? format.format(Math.trunc(ms / MINUTE), "minute") : size < DAY ? format.format(Math.trunc(ms / HOUR), "hour") : format.format(Math.trunc(ms / DAY), "day")
}

/**
 * The same instant as people speak of it: "3 hours ago", or its day where that is further away. The exact time is its title, which also shows where it has the
 * focus: its own with `alone`, and otherwise that of its row.
 */
export const ago = (zone: string, instant: string | null | undefined, { alone = false, now = Date.now() }: { readonly alone?: boolean; readonly now?: number } = {}): Node =>
  instant === null || instant === undefined
    ? NONE
    : localized(zone, ({ date, language: written, moment }) =>
      inWords((_, tag) => {
        /* The words are those of the page; the day is as the company writes it. */
        const language = written.split("-")[0] === tag ? written : tag
        const words = apart(language, Date.parse(instant) - now)
        return html`<time class="ago" datetime=${instant} title=${moment(instant)} lang=${words === undefined ? written : language} tabindex=${alone ? "0" : undefined}>${
          words ?? date(instant)}</time>`
      }))

/** A length of time in milliseconds, to three digits or so. */
export const duration = (ms: number | null | undefined): Node => {
  if (ms === null || ms === undefined) return NONE
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return w.minutes(minutes, Math.floor(ms % 60_000 / 1_000))
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? w.hours(hours, minutes % 60) : w.days(Math.floor(hours / 24), hours % 24)
}

/** From one instant to another. */
export const between = (from: string | null, to: string | null): Node =>
  from === null || to === null ? NONE : duration(Math.max(0, Date.parse(to) - Date.parse(from)))

const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/u

/** An instant from what was entered as a wall clock's time in a zone; nothing if no such time was. */
export const instantOf = (entered: string, zone: string): Option.Option<string> =>
  local.test(entered)
    ? Option.map(DateTime.makeZoned(entered, { timeZone: zone, adjustForTimeZone: true }), DateTime.formatIso)
    : Option.none()

/** The same instant as such a field holds it, to the minute. */
export const enteredOf = (instant: number, zone: string): string => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23"
    }).formatToParts(instant).map(({ type, value }) => [type, value])
  )
  return `${parts["year"]}-${parts["month"]}-${parts["day"]}T${parts["hour"]}:${parts["minute"]}`
}
