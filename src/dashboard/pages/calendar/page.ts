import { Clock, Effect } from "effect"
import type { Appointment } from "#schemas/calendar/appointment"
import { StaffId } from "#schemas/calendar/ids"
import { operations } from "#schemas/operations"
import { lacking } from "../../../connector/verbs.ts"
import { notice } from "../../components/elements.ts"
import { filter, input, select } from "../../components/form.ts"
import { count, localized } from "../../components/locale.ts"
import { toneOf } from "../../components/status.ts"
import { type Page, SessionRequest } from "../../handler.ts"
import { html, type Node } from "../../html.ts"
import { watching } from "../../live/watched.ts"
import { paths } from "../../paths.ts"
import { referenceNames } from "../../record-names.ts"
import { pageOf } from "../../records/catalogue.ts"
import { inWords, spoken } from "../../words/spoken.ts"
import { dayIn, daysFrom, type Placed, placedAt, startOf, today, weekOf } from "./days.ts"

const w = spoken("planner")

const MOST = 200

/** What was called off leaves its time free. */
const gone = new Set<Appointment["status"]>(["canceled", "declined"])

/** The hours that are always drawn, in quarters: a day of work. */
const [EARLIEST, LATEST] = [32, 72]

const views = ["week", "day"] as const

interface Shown extends Placed {
  readonly appointment: Appointment
}

interface Column {
  readonly key: string
  readonly title: Node
  readonly current: boolean
  readonly shown: ReadonlyArray<Shown>
}

type Names = Effect.Success<ReturnType<typeof referenceNames>>

const dayTitle = (day: string, length: "long" | "short"): Node => localized("UTC", ({ weekday }) => weekday(day, length))

const clock = (zone: string, instant: string): Node => localized(zone, (formats) => formats.clock(instant))

const entry = (zone: string, names: Names, first: number) => ({ appointment, from, quarters }: Shown): Node => {
  const { contact_id, ends_at, id, service_id, starts_at, status } = appointment
  const service = names["service_id"]?.[String(service_id)] ?? `No. ${service_id}`
  const contact = names["contact_id"]?.[String(contact_id)]
  return html`
    <li class=${`slot at-${from - first} for-${quarters} ${toneOf(status)}`}>
      <a href=${pageOf(operations.get("get_appointment")!, { id: String(id) })}>
        <time datetime=${starts_at}>${clock(zone, starts_at)}–${clock(zone, ends_at)}</time>
        <strong><bdi>${service}</bdi></strong>${contact !== undefined && html`<span><bdi>${contact}</bdi></span>`}
        ${status !== "booked" && html`<span class="faint">${status.replaceAll("_", " ")}</span>`}
      </a>
    </li>`
}

const hours = (first: number, last: number): Node => html`
  <ol class="hours" aria-hidden="true">
    ${Array.from({ length: (last - first) / 4 }, (_, n) => html`<li>${clock("UTC", new Date((first / 4 + n) * 3_600_000).toISOString())}</li>`)}
  </ol>`

/** Columns beside each other, each with what stands in it by its time. */
const grid = (zone: string, names: Names, columns: ReadonlyArray<Column>): Node => {
  const all = columns.flatMap(({ shown }) => shown)
  const first = Math.min(EARLIEST, ...all.map(({ from }) => from - from % 4))
  const last = Math.max(LATEST, ...all.map(({ from, quarters }) => Math.ceil((from + quarters) / 4) * 4))
  return inWords(({ planner: { appointments } }) => html`
    <div class="planner" tabindex="0" role="region" aria-label=${appointments}>
      ${hours(first, last)}
      ${columns.map(({ current, key, shown, title }) => html`
        <section class=${current ? "column current" : "column"} aria-labelledby=${`column-${key}`}>
          <h2 id=${`column-${key}`}>${title}</h2>
          <ol class="slots">${shown.map(entry(zone, names, first))}</ol>
        </section>`)}
    </div>`)
}

const address = (said: Readonly<Record<string, string>>) => `${paths.calendar}?${new URLSearchParams(said)}`

/** A day by the people of the company, or a week by its days. */
export const calendarPage = Effect.gen(function*() {
  const { api: { calendar, company }, query, session } = yield* SessionRequest
  const zone = session.company.time_zone
  const now = today(zone, yield* Clock.currentTimeMillis)
  const view = query.get("view") === "day" ? "day" : "week"
  const day = dayIn(query.get("day")) ?? now
  const days = view === "day" ? [day] : weekOf(day, (yield* company.get_company_settings()).week_start)
  const staff = /^\d{1,15}$/u.test(query.get("staff") ?? "") ? query.get("staff")! : undefined
  const [from, to] = [startOf(days[0]!, zone), startOf(daysFrom(days.at(-1)!, 1), zone)]
  const live = yield* watching("list_appointments", { from, to, limit: String(MOST) })
  const [found, people] = yield* Effect.all([
    calendar.list_appointments({ query: { from, to, limit: MOST, offset: 0, sort: "starts_at", ...staff !== undefined && { staff_id: StaffId.make(Number(staff)) } } }),
    calendar.list_staff({ query: { limit: MOST, offset: 0, sort: "id" } })
  ], { concurrency: 2 })
  const names = yield* referenceNames(found.items)
  const shown = found.items.filter(({ status }) => !gone.has(status)).map((appointment): Shown => ({ appointment, ...placedAt(appointment.starts_at, appointment.ends_at, zone) }))
  const said = { view, ...staff !== undefined && { staff } }
  const step = view === "day" ? 1 : 7
  const byPerson = (): ReadonlyArray<Column> => {
    const nobody = shown.filter(({ appointment }) => appointment.staff_id === null)
    return [
      ...people.items.filter(({ id }) => staff === undefined || String(id) === staff)
        .map(({ id, name }) => ({ key: String(id), title: html`<bdi>${name}</bdi>`, current: false, shown: shown.filter(({ appointment }) => appointment.staff_id === id) })),
      ...nobody.length > 0 ? [{ key: "nobody", title: w.nobody, current: false, shown: nobody }] : []
    ]
  }
  const byDay = () => days.map((one) => ({
    key: one, title: html`<a href=${address({ ...said, view: "day", day: one })}>${dayTitle(one, "short")}</a>`, current: one === now,
    shown: shown.filter((placed) => placed.day === one)
  }))
  return {
    title: w.title, section: paths.calendar, live,
    content: html`
      <div>
        <div class="acts">
          ${lacking(session.caller, operations.get("create_appointment")!) === undefined && html`<a class="button main" href=${pageOf(operations.get("create_appointment")!)}>${w.book}</a>`}
          <a class="button" href=${address({ ...said, day: daysFrom(day, -step) })}>${view === "day" ? w.dayBefore : w.weekBefore}</a>
          <a class="button" href=${address(said)}>${w.today}</a>
          <a class="button" href=${address({ ...said, day: daysFrom(day, step) })}>${view === "day" ? w.nextDay : w.nextWeek}</a>
        </div>
        ${filter(paths.calendar, [
          select({ name: "view", label: w.shown, chosen: view, options: views.map((one) => [one, w[one]] as const) }),
          input("day", w.dayField, { type: "date", value: day }),
          select({ name: "staff", label: w.with, chosen: staff, options: [["", w.anybody], ...people.items.map(({ id, name }) => [String(id), name] as const)] })
        ])}
        <p class="span">${dayTitle(days[0]!, "long")}${days.length > 1 && [" – ", dayTitle(days.at(-1)!, "long")]}</p>
        ${found.total > found.items.length && notice(w.some(count(found.items.length), count(found.total)))}
        ${grid(zone, names, view === "day" ? byPerson() : byDay())}
      </div>`
  } satisfies Page
})
