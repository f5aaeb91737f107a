import { Effect } from "effect"
import { BusyTimes } from "#layers/calendar/busy-times"
import { CalendarConnections } from "#layers/calendar/connections"
import { calendarsAt, type Found } from "#layers/calendar/remote/caldav"
import { type Access, type CalendarFault, CalendarHttp } from "#layers/calendar/remote/http"
import { callable, readIcs } from "#layers/calendar/remote/ics"
import { isSimulated } from "#layers/calendar/remote/simulated"
import { StaffMembers } from "#layers/calendar/staff-members"
import type * as api from "#schemas/calendar/connections.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { cancelRun } from "../durable.ts"
import { refuse } from "../payments/costs.ts"
import { CalendarLeaving, syncNow } from "./syncing.ts"

export const list_calendar_connections = (query: Input<typeof api.list_calendar_connections>) =>
  CalendarConnections.use((connections) => connections.page(query))

const slashed = (url: string) => url.endsWith("/") ? url : `${url}/`

const isCalled = ({ name, url }: Found, asked: string) => name === asked || slashed(url) === slashed(asked) || decodeURI(new URL(url).pathname) === asked

/** The one calendar that is meant, among those of an account. */
const chosen = Effect.fnUntraced(function*(found: ReadonlyArray<Found>, asked: string | undefined) {
  const named = found.map(({ name, url }) => `"${name}" (${new URL(url).pathname})`).slice(0, 20).join(", ")
  const fitting = asked === undefined ? found : found.filter((one) => isCalled(one, asked))
  if (fitting.length === 1) return fitting[0]!
  if (found.length === 0) return yield* refuse("address", "the account has no calendar: make one there first", null)
  if (asked === undefined) return yield* refuse("calendar", `the account has several calendars, choose one of them: ${named}`, null)
  return yield* refuse("calendar", `${fitting.length === 0 ? "the account has no such calendar" : "several are called so, name it by its path"}: it has ${named}`, asked)
})

const refused = (host: string) => ({ kind, message }: CalendarFault) => refuse(kind === "unauthorized" ? "password" : "address", message, host)

export const connect_calendar = Effect.fnUntraced(function*(
  { address, calendar, direction, kind, name, password, staff_id, username }: Input<typeof api.connect_calendar>
) {
  const connections = yield* CalendarConnections
  const { answering } = yield* CalendarHttp
  yield* StaffMembers.use((staff) => staff.get(staff_id))
  const asked: Access = { address: new URL(callable(address)).href, username, password: password ?? null }
  const { host } = new URL(asked.address)
  if (!isSimulated(asked.address) && (yield* connections.isDemo)) {
    return yield* refuse("address", "the demo company connects to nobody: calendars at addresses like https://calendar.example/basic.ics are simulated", host)
  }
  const found: Found = kind === "ics"
    ? yield* answering(Effect.as(readIcs(asked, null), { name: host, url: asked.address })).pipe(Effect.catchTag("CalendarFault", refused(host)))
    : yield* chosen(yield* answering(calendarsAt(asked)).pipe(Effect.catchTag("CalendarFault", refused(host))), calendar)
  const url = kind === "ics" ? found.url : slashed(found.url)
  if (yield* connections.has(staff_id, url)) return yield* new Conflict({ message: "This calendar of the staff member is connected already." })
  const { id } = yield* connections.connect({ staff_id, kind, name: name ?? found.name, username, direction }, { ...asked, address: url })
  yield* syncNow(id)
  return yield* connections.get(id)
})

export const sync_calendar = Effect.fnUntraced(function*({ id }: Input<typeof api.sync_calendar>) {
  yield* CalendarConnections.use((connections) => connections.get(id, { lock: true }))
  return { run_id: yield* syncNow(id), status: "queued" as const }
})

export const disconnect_calendar = Effect.fnUntraced(function*({ id }: Input<typeof api.disconnect_calendar>) {
  const connections = yield* CalendarConnections
  const before = yield* connections.get(id, { lock: true })
  const progress = yield* connections.internal(id)
  if (progress.timer_run !== null) yield* cancelRun(progress.timer_run)
  yield* connections.setInternal(id, { ...progress, timer_run: null, next_sync_at: null })
  yield* BusyTimes.use((busy) => busy.forgetAll(id))
  yield* connections.softDelete(before)
  if (before.direction === "both") yield* CalendarLeaving.start({ connection_id: id })
  else yield* connections.destroy(id)
  return before
})
