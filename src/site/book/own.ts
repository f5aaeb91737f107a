import type { AppointmentStatus } from "#schemas/calendar/status"
import type { MonthShown } from "#workflows/calendar/hosted/pages"
import type { BookingShown } from "#workflows/calendar/hosted/own-booking"
import { doneNotice, failure } from "../../dashboard/components/elements.ts"
import { hiddenField } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { markOf } from "../pay/form.ts"
import { type Shown, written } from "../pay/frame.ts"
import { bookingResponse } from "./frame.ts"
import { lasting } from "./list.ts"
import type { BookRequest } from "./request.ts"
import { addressWith, type Choosing, timesNode } from "./times.ts"

/** The page of somebody's booking that was asked for, or a form of it. */
export interface OwnRequest extends Pick<BookRequest, "form" | "formats" | "query" | "times" | "zone"> {
  readonly shown: BookingShown
  /** The address of the page. */
  readonly path: string
}

const states: Readonly<Record<AppointmentStatus, string>> = {
  requested: "You have asked for this time", booked: "You are booked", completed: "You were here", no_show: "This time has passed",
  canceled: "This booking is canceled", declined: "This time was declined"
}

/** What a page about a booking is headed with. */
const headingOf = ({ held_for, status }: BookingShown["booking"]) =>
  held_for === "offer" ? "A time is free for you" : held_for === "deposit" ? "Pay the deposit to be booked" : states[status]

const response = ({ shown: { company, livemode } }: OwnRequest, page: Shown & { readonly timed?: boolean }) =>
  bookingResponse(company, { ...page, mark: markOf(livemode, false) }, undefined)

const zoneName = ({ times }: OwnRequest) => times.zone.replaceAll("_", " ")

const facts = (request: OwnRequest): Node => {
  const { formats, shown: { booking }, times } = request
  const { answers, currency, notes, price, seats, service, staff, starts_at } = booking
  return html`
    <dl class="booked">
      <dt>What</dt><dd dir="auto">${service.name}</dd>
      <dt>When</dt><dd><strong>${written(formats, times.dayAndTime(starts_at))}</strong> <span class="faint">${zoneName(request)}</span></dd>
      <dt>How long</dt><dd>${lasting(service.duration_minutes)}</dd>
      ${staff !== null && html`<dt>With</dt><dd dir="auto">${staff.name}</dd>`}
      ${seats > 1 && html`<dt>Seats</dt><dd>${seats}</dd>`}
      ${price !== null && price > 0 && currency !== null && html`<dt>Price</dt><dd>${written(formats, formats.money({ amount: price, currency }))}</dd>`}
      ${answers.map(({ answer, label }) => html`<dt dir="auto">${label}</dt><dd dir="auto" class="note">${answer}</dd>`)}
      ${notes !== null && notes !== "" && html`<dt>Your note</dt><dd dir="auto" class="note">${notes}</dd>`}
    </dl>`
}

/** Whom to ask about what cannot be done here. */
export const reach = ({ shown: { booking: { company: { email, name, phone } } } }: OwnRequest): Node => html`
  <span>
    Ask <span dir="auto">${name}</span>${email !== null && html`<span>, <a href=${`mailto:${email}`}>${email}</a></span>`}
    ${phone !== null && html`<span>, <a href=${`tel:${phone}`}>${phone}</a></span>`}.
  </span>`

const changing = (request: OwnRequest): Node => {
  const { formats, path, shown: { booking }, times, zone } = request
  const { change_until, changeable, status } = booking
  if (changeable) {
    return html`
      <div>
        <p class="faint">You can move or cancel it here until ${written(formats, times.dayAndTime(change_until))}.</p>
        <p class="onward">
          <a class="button main" href=${addressWith({ path, kept: { zone } }, { do: "move" })}>Move it</a>
          <a class="button" href=${addressWith({ path, kept: { zone } }, { do: "cancel" })}>Cancel it</a>
        </p>
      </div>`
  }
  return (status === "booked" || status === "requested") && html`
    <p>It could be moved or canceled here until ${written(formats, times.dayAndTime(change_until))}. ${reach(request)}</p>`
}

/** What a booking that is only requested waits for. */
const waiting = ({ formats, path, shown: { booking }, times }: OwnRequest): Node => {
  const { company: { name }, deposit, held_for, held_until, status } = booking
  const until = held_until !== null && written(formats, times.dayAndTime(held_until))
  if (held_for === "offer") {
    return html`
      <form method="post" action=${path} class="act">
        <p class="notice">You waited for this time. It is held for you until ${until}; then it is offered to the next.</p>
        ${hiddenField("do", "accept")}
        <button type="submit" class="main">Take it</button>
      </form>`
  }
  if (held_for === "deposit") {
    return deposit === null ? html`<p class="notice">The time is held for you until ${until}.</p>` : html`
      <div>
        <p class="notice">The time is held for you until ${until}. With a deposit of ${written(formats, formats.money(deposit))} it is yours.</p>
        <p class="onward"><a class="button main" href=${deposit.url}>Pay the deposit</a></p>
      </div>`
  }
  return status === "requested" && html`
    <p class="notice">The time is held for you until <span dir="auto">${name}</span> confirms or declines it.</p>`
}

/** A booking, as whoever has its link sees it. */
export const ownPage = (request: OwnRequest) => {
  const { query, shown: { booking } } = request
  return response(request, {
    title: headingOf(booking),
    content: html`
      <div class="narrow">
        ${doneNotice(query, {
          booked: "Done. Keep the address of this page: here you see, move and cancel your booking.",
          accepted: "The time is yours.", moved: "Your booking was moved.", canceled: "Your booking was canceled."
        })}
        ${waiting(request)}
        ${facts(request)}
        ${changing(request)}
      </div>`
  })
}

/** Asks whether it is really to be called off. */
export const cancelPage = (request: OwnRequest) => {
  const { path } = request
  return response(request, {
    title: "Cancel your booking?",
    content: html`
      <div class="narrow">
        ${facts(request)}
        <form method="post" action=${path} class="act">
          ${hiddenField("do", "cancel")}
          <button type="submit" class="main risky">Cancel the booking</button>
          <a class="button" href=${path}>Keep it</a>
        </form>
      </div>`
  })
}

/** Another time for it, to be chosen. */
export const movePage = (request: OwnRequest, month: MonthShown, now: string, told?: { readonly problem: Node; readonly status: number }) => {
  const { formats, path, shown: { booking, company }, times, zone } = request
  const choosing: Choosing = { formats, times, path, kept: { do: "move", zone }, weekStart: company.week_start, seats: false }
  return response(request, {
    title: "Choose another time", ...told !== undefined && { status: told.status },
    content: html`
      <div>
        <p>
          <span dir="auto">${booking.service.name}</span>, now on <strong>${written(formats, times.dayAndTime(booking.starts_at))}</strong>.${" "}
          <a href=${path}>Keep it there</a>
        </p>
        ${told?.problem}
        ${timesNode(choosing, month, now)}
      </div>`
  })
}

/** Shows the old and the new time before it is moved. */
export const confirmPage = (request: OwnRequest, starts_at: string) => {
  const { formats, path, shown: { booking }, times, zone } = request
  return response(request, {
    title: "Move your booking?",
    content: html`
      <div class="narrow">
        <dl class="booked">
          <dt>What</dt><dd dir="auto">${booking.service.name}</dd>
          <dt>From</dt><dd><s>${written(formats, times.dayAndTime(booking.starts_at))}</s></dd>
          <dt>To</dt><dd><strong>${written(formats, times.dayAndTime(starts_at))}</strong> <span class="faint">${zoneName(request)}</span></dd>
        </dl>
        <form method="post" action=${path} class="act">
          ${hiddenField("do", "move")}${hiddenField("start", starts_at)}${zone !== undefined && hiddenField("zone", zone)}
          <button type="submit" class="main">Move it</button>
          <a class="button" href=${addressWith({ path, kept: { do: "move", zone } }, {})}>Choose another time</a>
        </form>
      </div>`
  })
}

/** What could not be done, and what can be. */
export const undonePage = (request: OwnRequest, why: Node, free: ReadonlyArray<string> = []) => {
  const { formats, path, times, zone } = request
  return response(request, {
    title: "That could not be done", status: 409,
    content: html`
      <div class="narrow">
        ${failure("Your booking is as it was.", why)}
        ${free.length > 0 && html`
          <form method="post" action=${path} class="act">
            ${hiddenField("do", "move")}${zone !== undefined && hiddenField("zone", zone)}
            <fieldset class="instead">
              <legend>Move it to one of these instead</legend>
              ${free.map((start) => html`<button type="submit" name="start" value=${start}>${written(formats, times.dayAndTime(start))}</button>`)}
            </fieldset>
            <p class="faint">Times in ${zoneName(request)}.</p>
          </form>`}
        <p><a href=${path}>Back to your booking</a></p>
      </div>`
  })
}
