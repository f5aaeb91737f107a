import type { BookableService } from "#schemas/calendar/visiting"
import { html, type Node } from "../../dashboard/html.ts"
import { written } from "../pay/frame.ts"
import { bookResponse, trail } from "./frame.ts"
import type { BookRequest } from "./request.ts"

/** How long it takes, in words. */
export const lasting = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...hours > 0 ? [`${hours} h`] : [], ...rest > 0 ? [`${rest} min`] : []].join(" ")
}

/** What it costs, if that is said. */
export const costs = (
  { formats }: Pick<BookRequest, "formats">, { capacity, currency, price }: Pick<BookableService, "capacity" | "currency" | "price">
): Node =>
  price === null ? null : price === 0 ? "free"
    : html`<span>${written(formats, formats.money({ amount: price, currency }))}${capacity > 1 && " a seat"}</span>`

const DASHES = /[^\p{L}\p{N}]+/gu

/** The part of the address that names a service: its id says which, its name is for people. */
export const nameOf = ({ id, name }: Pick<BookableService, "id" | "name">): string => {
  const words = name.normalize("NFKD").toLowerCase().replace(DASHES, " ").trim().split(" ").slice(0, 8).join("-").slice(0, 60)
  return words === "" ? String(id) : encodeURIComponent(`${id}-${words}`)
}

const MOST_NAMED = 3

/** Who does it, each in their own writing. */
const people = ({ staff }: BookableService): Node => staff.length > MOST_NAMED ? `with one of ${staff.length} people` : html`
  <span>with ${staff.map(({ name }, n) => [n > 0 && (n === staff.length - 1 ? " or " : ", "), html`<span dir="auto">${name}</span>`])}</span>`

/** Facts of a service in a line. */
export const facts = (request: Pick<BookRequest, "formats">, service: BookableService): Node => {
  const price = costs(request, service)
  return html`
    <p class="facts">
      <span>${lasting(service.duration_minutes)}</span>
      ${price !== null && html`<span>${price}</span>`}
      ${service.staff.length > 0 && html`<span>${people(service)}</span>`}
      ${service.capacity > 1 && html`<span>in a group of up to ${service.capacity}</span>`}
    </p>`
}

/** What can be booked. */
export const listPage = (request: BookRequest, services: ReadonlyArray<BookableService>, address: string) =>
  bookResponse(request, {
    title: "Book", headed: true,
    listed: { address, description: `Book an appointment with ${request.company.name}: ${services.map(({ name }) => name).join(", ")}` },
    content: html`
      <div>
        ${trail("Service", [])}
        <h1>What would you like to book?</h1>
        ${services.length === 0 ? html`<div class="quiet"><p class="lead">Nothing can be booked here yet.</p><p>Look in again some other time.</p></div>` : html`
        <ul class="services">
          ${services.map((service) => html`
            <li>
              <a class="service" href=${`${request.base}/${nameOf(service)}`}>
                <span class="title" dir="auto">${service.name}</span>
                <span class="go" aria-hidden="true">›</span>
              </a>
              ${facts(request, service)}
              ${service.description !== null && html`<p class="about" dir="auto">${service.description}</p>`}
            </li>`)}
        </ul>`}
      </div>`
  })
