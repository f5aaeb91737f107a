import type { CompanySettings } from "#schemas/company/settings"
import type { MonthShown } from "#workflows/calendar/hosted/pages"
import { hiddenField, select } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { written } from "../pay/frame.ts"
import type { BookRequest } from "./request.ts"

/** What is known of where and how times are shown. */
export interface Choosing extends Pick<BookRequest, "formats" | "times"> {
  /** The address of the page, and what of its query stays. */
  readonly path: string
  readonly kept: Readonly<Record<string, string | undefined>>
  readonly weekStart: typeof CompanySettings.Type["week_start"]
  /** Seats are told where there may be several. */
  readonly seats: boolean
}

const given = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)

export const addressWith = ({ kept, path }: Pick<Choosing, "kept" | "path">, more: Readonly<Record<string, string | undefined>>) => {
  const search = new URLSearchParams(given({ ...kept, ...more }))
  return search.size === 0 ? path : `${path}?${search}`
}

const first = { monday: 1, saturday: 6, sunday: 0 } as const
const DAY_MS = 86_400_000
const WEEK = [0, 1, 2, 3, 4, 5, 6]

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const monthAfter = (month: string, months: number) => {
  const [year, number] = month.split("-").map(Number)
  return dateOf(Date.UTC(year!, number! - 1 + months, 1)).slice(0, 7)
}

/** The weeks of a month, each with its days; nothing where a day is of another month. */
const weeksOf = (month: string, weekStart: Choosing["weekStart"]) => {
  const begin = Date.parse(`${month}-01`)
  const end = Date.parse(`${monthAfter(month, 1)}-01`)
  const skipped = (new Date(begin).getUTCDay() - first[weekStart] + 7) % 7
  const weeks = Math.ceil((skipped + (end - begin) / DAY_MS) / 7)
  return Array.from({ length: weeks }, (_, week) => WEEK.map((n) => {
    const ms = begin + (week * 7 + n - skipped) * DAY_MS
    return ms >= begin && ms < end ? dateOf(ms) : undefined
  }))
}

const cell = (choosing: Choosing, { day, days }: MonthShown, date: string): Node => {
  const { times } = choosing
  const number = Number(date.slice(8))
  const open = days.get(date)?.length ?? 0
  if (open === 0) return html`<span class="closed">${number}<span class="unseen">, nothing free</span></span>`
  const label = `${times.day(date)}: ${open === 1 ? "one time" : `${open} times`} free`
  return html`<a href=${addressWith(choosing, { day: date })} aria-current=${date === day ? "date" : undefined} aria-label=${label}>${number}</a>`
}

const calendar = (choosing: Choosing, shown: MonthShown): Node => {
  const { formats, times, weekStart } = choosing
  const { latest, month, today } = shown
  const weeks = weeksOf(month, weekStart)
  /* A Sunday, to name the days of the week by. */
  const named = WEEK.map((n) => times.weekday(dateOf(Date.parse("2023-01-01") + (n + first[weekStart]) * DAY_MS)))
  const turn = (months: number, name: string, sign: string, isOpen: boolean): Node => isOpen
    ? html`<a class="button" href=${addressWith(choosing, { month: monthAfter(month, months) })} aria-label=${name}>${sign}</a>`
    : html`<span class="button off" aria-hidden="true">${sign}</span>`
  return html`
    <section aria-labelledby="month" class="month">
      <div class="turn">
        ${turn(-1, "The month before", "‹", month > today.slice(0, 7))}
        <h2 id="month">${written(formats, times.month(month))}</h2>
        ${turn(1, "The next month", "›", month < latest.slice(0, 7))}
      </div>
      <table>
        <thead><tr>${named.map(([short, long]) => html`<th scope="col" abbr=${long} lang=${formats.language}>${short}</th>`)}</tr></thead>
        <tbody>${weeks.map((week) => html`<tr>${week.map((date) => html`<td>${date !== undefined && cell(choosing, shown, date)}</td>`)}</tr>`)}</tbody>
      </table>
    </section>`
}

type Slot = MonthShown["slots"][number]

const parts = [["Morning", "12"], ["Afternoon", "17"], ["Evening", "24"]] as const

/** A time of the day; of an hour that comes twice, with how far it is from UTC. */
const slotOf = (choosing: Choosing, slot: Slot, all: ReadonlyArray<Slot>): Node => {
  const { formats, seats, times } = choosing
  const { local_time, starts_at } = slot
  const isTwice = all.some((other) => other !== slot && other.local_time.slice(0, 19) === local_time.slice(0, 19))
  return html`
    <li><a class="slot" href=${addressWith(choosing, { start: starts_at })}>
      <time datetime=${local_time}>${written(formats, times.time(starts_at))}</time>
      ${isTwice && html`<small>UTC${local_time.slice(19)}</small>`}
      ${seats && html`<small>${slot.seats === 1 ? "1 seat left" : `${slot.seats} seats left`}</small>`}
    </a></li>`
}

const slotsOf = (choosing: Choosing, { day, slots }: MonthShown): Node => {
  const { formats, times } = choosing
  if (day === undefined) return html`<section aria-labelledby="day"><h2 id="day">Nothing is free in this month</h2><p>Look at the next one.</p></section>`
  const at = parts.map(([name, before], n) =>
    [name, slots.filter(({ local_time }) => local_time.slice(11, 13) < before && (n === 0 || local_time.slice(11, 13) >= parts[n - 1]![1]))] as const)
  return html`
    <section aria-labelledby="day">
      <h2 id="day">${written(formats, times.day(day))}</h2>
      ${slots.length === 0 && html`<p class="notice">Nothing is free on this day any more. Choose another.</p>`}
      ${at.map(([name, some]) => some.length > 0 && html`<h3>${name}</h3><ul class="slots">${some.map((slot) => slotOf(choosing, slot, slots))}</ul>`)}
    </section>`
}

const zones = Intl.supportedValuesOf("timeZone")

/** In whose zone the times are, and how to have them in another. */
const zoneForm = (choosing: Choosing, now: string): Node => {
  const { formats, kept, path, times } = choosing
  const all = zones.includes(times.zone) ? zones : [times.zone, ...zones]
  return html`
    <details class="zone">
      <summary>
        Times in <strong>${times.zone.replaceAll("_", " ")}</strong>, where it is ${written(formats, times.time(now))} now <span class="change">Change</span>
      </summary>
      <form method="get" action=${path}>
        ${given(kept).map(([name, value]) => name !== "zone" && hiddenField(name, value))}
        ${select({ name: "zone", label: "Time zone", chosen: times.zone, options: all.map((zone) => [zone, zone.replaceAll("_", " ")] as const) })}
        <button type="submit">Show the times there</button>
      </form>
    </details>`
}

/** In whose zone times are told, before any of them; a month to choose a day of, and the times of the day that is chosen. */
export const timesNode = (choosing: Choosing, shown: MonthShown, now: string): Node => html`
  <div>
    ${zoneForm({ ...choosing, kept: { ...choosing.kept, day: shown.day } }, now)}
    <div class="choosing">
      ${calendar(choosing, shown)}
      ${slotsOf(choosing, shown)}
    </div>
  </div>`
