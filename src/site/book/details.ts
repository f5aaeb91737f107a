import type { BookableService } from "#schemas/calendar/visiting"
import type { Wanted } from "#workflows/calendar/hosted/pages"
import { field, type FieldErrors, hiddenField, NO_ERRORS, WHOLE } from "../../dashboard/components/form.ts"
import { failure } from "../../dashboard/components/elements.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { TRAP } from "../contact-form.ts"
import { written } from "../pay/frame.ts"
import { bookResponse, trail } from "./frame.ts"
import { costs, lasting } from "./list.ts"
import { chosenIn, pathOf } from "./service.ts"
import { addressWith } from "./times.ts"
import type { BookRequest } from "./request.ts"

/** A start that is about to be booked, and the form for it. */
export interface Asked {
  readonly service: BookableService
  readonly wanted: Wanted
  readonly starts_at: string
  /** This showing of the form. */
  readonly token: string
  readonly said: (name: string) => string
  readonly errors?: FieldErrors
  readonly status?: number
}

/** The field of a question. */
export const answerField = (place: number) => `answer_${place}`

const line = ({ errors = NO_ERRORS, said }: Asked, name: string, label: string, attributes: Readonly<Record<string, string | boolean>>): Node =>
  field({ name, label, errors, attributes: { value: said(name), ...attributes } })

const text = ({ errors = NO_ERRORS, said }: Asked, name: string, label: string, required = false): Node => html`
  <div class="field">
    <label for=${name}>${label}</label>
    <textarea id=${name} name=${name} rows="3" maxlength="2000" required=${required} aria-invalid=${errors.has(name) ? "true" : undefined}
      aria-describedby=${errors.has(name) ? `${name}-wrong` : undefined}>${said(name)}</textarea>
    ${errors.has(name) && html`<p class="wrong" id=${`${name}-wrong`}>${errors.get(name)}</p>`}
  </div>`

/** What goes along with each form of a booking. */
const carried = ({ zone }: BookRequest, { token, wanted }: Asked): Node => [
  hiddenField("token", token), hiddenField("seats", String(wanted.seats)),
  wanted.staff_id !== undefined && hiddenField("staff", String(wanted.staff_id)), zone !== undefined && hiddenField("zone", zone)
]

const before = (minutes: number): string =>
  minutes === 0 ? "it begins" : minutes % 1_440 === 0 ? minutes === 1_440 ? "a day before" : `${minutes / 1_440} days before`
    : minutes % 60 === 0 ? minutes === 60 ? "an hour before" : `${minutes / 60} hours before` : `${minutes} minutes before`

/** What is booked, beside the form. */
const summary = (request: BookRequest, asked: Asked): Node => {
  const { service, starts_at, wanted } = asked
  const { formats, times } = request
  const who = service.staff.find(({ id }) => id === wanted.staff_id)
  const price = costs(request, { ...service, capacity: 1, price: service.price === null ? null : service.price * wanted.seats })
  return html`
    <section aria-labelledby="sum" class="aside">
      <h2 id="sum" dir="auto">${service.name}</h2>
      <dl>
        <dt>When</dt><dd>${written(formats, times.dayAndTime(starts_at))} <span class="faint">${times.zone.replaceAll("_", " ")}</span></dd>
        <dt>How long</dt><dd>${lasting(service.duration_minutes)}</dd>
        ${who !== undefined && html`<dt>With</dt><dd dir="auto">${who.name}</dd>`}
        ${wanted.seats > 1 && html`<dt>Seats</dt><dd>${wanted.seats}</dd>`}
        ${price !== null && html`<dt>Price</dt><dd>${price}</dd>`}
      </dl>
      <p class="faint">You can move or cancel it yourself until ${before(service.cancellation_notice_minutes)}.</p>
      <p><a href=${addressWith({ path: pathOf(request, service), kept: chosenIn(request, wanted) }, {})}>Choose another time</a></p>
    </section>`
}

/** Asks who comes. */
export const detailsPage = (request: BookRequest, asked: Asked) => {
  const { errors = NO_ERRORS, service, starts_at, status = errors.size > 0 ? 422 : 200, wanted } = asked
  const path = pathOf(request, service)
  const asks = service.confirmation === "by_staff"
  return bookResponse(request, {
    title: `Your details · ${service.name}`, headed: true, status,
    content: html`
      <div>
        ${trail("Details", [request.base, addressWith({ path, kept: chosenIn(request, wanted) }, {})])}
        <h1>Your details</h1>
        ${errors.has(WHOLE) && failure(errors.get(WHOLE)!)}
        <div class="cart">
          <form method="post" action=${path} class="act">
            ${carried(request, asked)}${hiddenField("start", starts_at)}
            ${line(asked, "name", "Name", { autocomplete: "name", required: true, maxlength: "200" })}
            ${line(asked, "email", "E-mail address", {
              type: "text", inputmode: "email", required: true, autocomplete: "email", autocapitalize: "none", spellcheck: "false", maxlength: "254"
            })}
            ${line(asked, "phone", "Phone (if you like), with country prefix", { type: "tel", autocomplete: "tel", maxlength: "40" })}
            ${service.questions.map(({ label, required }, n) => text(asked, answerField(n), required ? label : `${label} (if you like)`, required))}
            ${text(asked, "notes", "Anything else that we should know (if you like)")}
            <div class="unseen" aria-hidden="true">
              <label for=${TRAP}>Leave this empty</label>
              <input id=${TRAP} name=${TRAP} tabindex="-1" autocomplete="off" />
            </div>
            <button type="submit" class="main">${asks ? "Ask for this time" : "Book this time"}</button>
            ${asks && html`<p class="faint">The time is held for you until ${request.company.name} confirms it.</p>`}
          </form>
          ${summary(request, asked)}
        </div>
      </div>`
  })
}

/** Somebody was quicker: what was written stays, and the nearest free starts are a press away. */
export const takenPage = (request: BookRequest, asked: Asked, free: ReadonlyArray<string>) => {
  const { formats, times } = request
  const { said, service } = asked
  const path = pathOf(request, service)
  const fields = ["name", "email", "phone", "notes", ...service.questions.map((_, n) => answerField(n))]
  return bookResponse(request, {
    title: "That time is taken", status: 409,
    content: html`
      <div class="narrow">
        ${failure("Somebody was quicker.", "Nothing was booked, and what you wrote is kept.")}
        ${free.length === 0 ? html`<p>Nothing is free around it.</p>` : html`
        <form method="post" action=${path} class="act">
          ${carried(request, asked)}${fields.map((name) => said(name) !== "" && hiddenField(name, said(name)))}
          <fieldset class="instead">
            <legend>Book one of these instead</legend>
            ${free.map((start) => html`<button type="submit" name="start" value=${start}>${written(formats, times.dayAndTime(start))}</button>`)}
          </fieldset>
          <p class="faint">Times in ${times.zone.replaceAll("_", " ")}.</p>
        </form>`}
        <p><a href=${addressWith({ path, kept: chosenIn(request, asked.wanted) }, {})}>See all times</a></p>
      </div>`
  })
}
