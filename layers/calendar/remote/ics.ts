import { Effect } from "effect"
import { type Access, asked, CalendarFault, CalendarHttp, refusedBy } from "./http.ts"
import { isSimulated, SIMULATED, SIMULATED_MARK } from "./simulated.ts"

/** What an ICS address gave: the whole calendar, or nothing where it is as before. */
export interface Given {
  readonly text: string | null
  /** What it is asked by the next time: the ETag, or when it was last changed. */
  readonly mark: string | null
}

const LAST_MODIFIED = "modified "

/** An address as it is called: calendar programs write `webcal:` for https. */
export const callable = (address: string) => address.replace(/^webcals?:/iu, "https:")

const conditional = (mark: string | null): Record<string, string> =>
  mark === null ? {} : mark.startsWith(LAST_MODIFIED) ? { "if-modified-since": mark.slice(LAST_MODIFIED.length) } : { "if-none-match": mark }

/** Reads a calendar from its address, unless it is as before. */
export const readIcs = Effect.fnUntraced(function*(access: Access, mark: string | null): Effect.fn.Return<Given, CalendarFault, CalendarHttp> {
  if (isSimulated(access.address)) return { text: mark === SIMULATED_MARK ? null : SIMULATED, mark: SIMULATED_MARK }
  const { ask } = yield* CalendarHttp
  const { host } = new URL(access.address)
  const answer = yield* asked((signal) =>
    ask(access, access.address, { method: "GET", headers: { accept: "text/calendar, text/plain;q=0.5, */*;q=0.1", ...conditional(mark) } }, signal))
  if (answer.status === 304) return { text: null, mark }
  const refused = refusedBy(answer, host)
  if (refused !== undefined) return yield* refused
  if (answer.status >= 300) {
    return yield* new CalendarFault({ kind: "refused", message: `${host} answered ${answer.status}, a redirect that leads nowhere.`, status: answer.status })
  }
  if (!/^\uFEFF?\s{0,100}BEGIN:VCALENDAR/iu.test(answer.text)) {
    return yield* new CalendarFault({ kind: "not_a_calendar", message: `What ${host} gives is no calendar: the address has to be that of an ICS file.` })
  }
  if (!/END:VCALENDAR\s*$/iu.test(answer.text.slice(-200))) {
    return yield* new CalendarFault({ kind: "unreachable", message: `The calendar at ${host} breaks off before its end.` })
  }
  const modified = answer.headers.get("last-modified")
  return { text: answer.text, mark: answer.headers.get("etag") ?? (modified === null ? null : LAST_MODIFIED + modified) }
})
