import type { BookableService } from "#schemas/calendar/visiting"
import type { MonthShown, Wanted } from "#workflows/calendar/hosted/pages"
import { field, hiddenField, select } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { bookResponse, trail } from "./frame.ts"
import { facts, nameOf } from "./list.ts"
import { type Choosing, timesNode } from "./times.ts"
import type { BookRequest } from "./request.ts"

export const pathOf = ({ base }: BookRequest, service: BookableService) => `${base}/${nameOf(service)}`

/** What was chosen so far, as the query of the pages says it. */
export const chosenIn = ({ zone }: BookRequest, { seats, staff_id }: Wanted) =>
  ({ zone, staff: staff_id === undefined ? undefined : String(staff_id), seats: seats === 1 ? undefined : String(seats) })

/** With whom, and for how many. */
const narrowing = (request: BookRequest, service: BookableService, wanted: Wanted): Node => {
  const { capacity, staff } = service
  if (staff.length < 2 && capacity === 1) return null
  const { zone } = request
  return html`
    <form method="get" action=${pathOf(request, service)} class="narrowing">
      ${zone !== undefined && hiddenField("zone", zone)}
      ${staff.length > 1 && select({
        name: "staff", label: "With", chosen: wanted.staff_id === undefined ? "" : String(wanted.staff_id),
        options: [["", "whoever is free"], ...staff.map(({ id, name }) => [String(id), name] as const)]
      })}
      ${capacity > 1 && field({
        name: "seats", label: "Seats", attributes: { type: "number", inputmode: "numeric", min: "1", max: String(capacity), value: String(wanted.seats), required: true }
      })}
      <button type="submit">Show times</button>
    </form>`
}

interface Shown {
  readonly service: BookableService
  readonly wanted: Wanted
  readonly month: MonthShown
  readonly now: string
  readonly address: string
}

/** When a service can be booked. */
export const servicePage = (request: BookRequest, { address, month, now, service, wanted }: Shown, told?: { readonly problem: Node; readonly status: number }) => {
  const { company, formats, times } = request
  const choosing: Choosing = {
    formats, times, path: pathOf(request, service), kept: chosenIn(request, wanted), weekStart: company.week_start, seats: service.capacity > 1
  }
  return bookResponse(request, {
    title: service.name, headed: true, timed: told === undefined, ...told !== undefined && { status: told.status },
    listed: { address: `${address}/${nameOf(service)}`, description: service.description ?? `Book ${service.name} with ${company.name}` },
    content: html`
      <div>
        ${trail("Time", [request.base])}
        <h1 dir="auto">${service.name}</h1>
        ${facts(request, service)}
        ${told?.problem}
        ${service.description !== null && html`<p class="about" dir="auto">${service.description}</p>`}
        ${narrowing(request, service, wanted)}
        ${timesNode(choosing, month, now)}
      </div>`
  })
}
