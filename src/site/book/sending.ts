import { Effect, Schema } from "effect"
import { CurrentRequester } from "#layers/auth/anonymous"
import { type BookableService, NewBooking } from "#schemas/calendar/visiting"
import { holdsCardNumber } from "#schemas/kernel/card-number"
import type { Conflict } from "#schemas/kernel/errors"
import { NOT_FREE } from "#workflows/calendar/not-free"
import { booked, type Wanted } from "#workflows/calendar/hosted/pages"
import { BOOKING } from "#workflows/calendar/own-booking"
import { type FieldErrors, WHOLE } from "../../dashboard/components/form.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { networkOf } from "../../http/client-address.ts"
import { decoderOf } from "../../http/input-errors.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { TRAP } from "../contact-form.ts"
import { doubtText, guarded } from "../form-guard.ts"
import { harmless } from "../pay/asked.ts"
import { answerField, type Asked, detailsPage, takenPage } from "./details.ts"
import { refusal } from "./frame.ts"
import type { BookRequest } from "./request.ts"

/** People come back to a form sooner. */
const MOST_MS = 3_600_000

const faultsOf = decoderOf(NewBooking)
const decode = Schema.decodeUnknownEffect(NewBooking)

const messages: Readonly<Record<string, string>> = {
  name: "Write a name, in up to 200 letters.",
  email: "This is not an e-mail address: one looks like ana@example.com.",
  phone: "Write the number with its country prefix, like +1 202 555 0123.",
  notes: "That is too long, or holds what cannot be kept."
}

interface Chosen {
  readonly service: BookableService
  readonly wanted: Wanted
  readonly starts_at: string
}

/** What a form says, or what is wrong with it. */
const read = ({ form, zone }: BookRequest, { service, starts_at, wanted }: Chosen) => {
  const said = (name: string) => (form.get(name) ?? "").trim()
  const errors = new Map<string, string>()
  const answers = service.questions.flatMap(({ label }, n) => said(answerField(n)) === "" ? [] : [{ label, answer: said(answerField(n)) }])
  const body = {
    service_id: service.id, starts_at, seats: wanted.seats, name: said("name"), email: said("email"), answers,
    ...wanted.staff_id !== undefined && { staff_id: wanted.staff_id }, ...said("phone") !== "" && { phone: said("phone") },
    ...said("notes") !== "" && { notes: said("notes") }, ...zone !== undefined && { time_zone: zone }
  }
  for (const { field } of faultsOf(body)) {
    const [, place] = /^answers\[(\d+)\]/u.exec(field) ?? []
    if (place === undefined) errors.set(field in messages ? field : WHOLE, messages[field] ?? "The form does not fit. Choose a time once more.")
    else errors.set(answerField(service.questions.findIndex(({ label }) => label === answers[Number(place)]!.label)), "That is too long, or holds what cannot be kept.")
  }
  for (const [n, { required }] of service.questions.entries()) {
    if (required && said(answerField(n)) === "") errors.set(answerField(n), "Please answer this.")
  }
  for (const name of ["name", "email", "phone", "notes", ...service.questions.map((_, n) => answerField(n))]) {
    if (holdsCardNumber(said(name))) errors.set(name, "Write no number of a card here.")
  }
  return { said: (name: string) => harmless(said(name)), errors, body }
}

/** The nearest free starts that a conflict about a start names; nothing of any other conflict. */
export const startsIn = ({ details = [], message }: Conflict): ReadonlyArray<string> | undefined =>
  details.length === 0 && !message.startsWith(NOT_FREE) ? undefined : details.flatMap(({ error }) => {
    const [start = ""] = error.split(" ")
    return Number.isNaN(Date.parse(start)) ? [] : [start]
  })

/** Books what a form says, unless a program filled it in, or it was filled in before. */
export const sent = Effect.fnUntraced(function*(request: BookRequest, chosen: Chosen) {
  const { form } = request
  const about = `service ${chosen.service.id}`
  const { body, errors, said } = read(request, chosen)
  const { doubt, showing, token } = yield* guarded({ about, token: form.get("token") ?? "", trap: form.get(TRAP), most: MOST_MS })
  const asked: Asked = { ...chosen, token, said }
  const again = (wrong: FieldErrors, status = 422) => detailsPage(request, { ...asked, errors: wrong, status })
  if (errors.size > 0 && (doubt === undefined || doubt === "quick")) return again(errors)
  if (doubt !== undefined) return again(new Map([[WHOLE, doubtText(doubt, "Nothing was booked")]]))
  const { address } = yield* CurrentRequest
  const done = yield* Effect.flatMap(Effect.orDie(decode(body)), (asked) => booked(showing, asked)).pipe(
    Effect.provideService(CurrentRequester, { address, network: networkOf(address), userAgent: undefined }),
    Effect.catchTags({
      Conflict: (conflict) => {
        const free = startsIn(conflict)
        return Effect.succeed(free === undefined ? again(new Map([[WHOLE, conflict.message]]), 409) : takenPage(request, asked, free))
      },
      NotFound: () => Effect.succeed(refusal(request, { status: 409, title: "This cannot be booked any more", why: "It is not offered any more. Nothing was booked." })),
      RateLimitExceeded: () => Effect.succeed(again(new Map([[WHOLE, "There were too many bookings from your network within an hour. Try again later."]]), 429)),
      ValidationError: ({ message }) => Effect.succeed(again(new Map([[WHOLE, message]]))),
      IdempotencyInFlight: () => Effect.succeed(again(new Map([[WHOLE, "It is still being booked. Wait a moment, and send it again."]]), 409))
    })
  )
  return typeof done === "string" ? redirectResponse({ to: `${BOOKING}/${done}?done=booked` }) : done
})
