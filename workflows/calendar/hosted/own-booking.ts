import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { VisitorTokens } from "#layers/auth/visitor-tokens"
import { payloadHash } from "#layers/workflows/runs"
import { Caller } from "#schemas/kernel/tenancy"
import { ownBookingTokenIn } from "../own-booking.ts"
import { accept_own_booking, cancel_own_booking, get_own_booking, move_own_booking } from "../own-bookings.ts"
import { companyShown } from "./pages.ts"

/** Whose booking a link opens, as programs and receipts see them; nothing where it is none of ours, or `only` is another company. */
const holderOf = Effect.fnUntraced(function*(token: string, only: number | undefined) {
  const said = yield* ownBookingTokenIn(token)
  if (said === undefined || (only !== undefined && said.company_id !== only)) return undefined
  const id = (yield* VisitorTokens).pseudonym(said, `path ${JSON.stringify({ token })}`)
  return {
    ...anonymousCaller(said.company_id, NO_CREDENTIAL, said.mode), credential: "visitor",
    visitor: { way: "token", id, idempotencyScope: id, newToken: undefined }
  } satisfies Caller["Service"]
})

/** The booking that a link opens, and the company's; nothing where it opens none. */
export const bookingShown = Effect.fnUntraced(function*(token: string, only?: number) {
  const caller = yield* holderOf(token, only)
  if (caller === undefined) return undefined
  return yield* Effect.gen(function*() {
    const booking = Option.getOrUndefined(yield* Effect.option(get_own_booking({ token })))
    return booking === undefined ? undefined : { booking, caller, company: yield* companyShown, livemode: caller.mode === "live" }
  }).pipe(Effect.provideService(Caller, caller))
})
export type BookingShown = Exclude<Effect.Success<ReturnType<typeof bookingShown>>, undefined>

/** Does what an operation does, as whoever has the link, with its receipt. */
const act = ({ caller }: BookingShown, verb: string, payload: object) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Receipted.use((receipted) => receipted.write({ verb, payloadHash: payloadHash(payload) }, work)).pipe(Effect.provideService(Caller, caller))

export const bookingMoved = (shown: BookingShown, starts_at: string) => {
  const asked = { token: shown.booking.token, starts_at }
  return move_own_booking(asked).pipe(act(shown, "move_own_booking", asked))
}

export const offerTaken = (shown: BookingShown) => {
  const asked = { token: shown.booking.token }
  return accept_own_booking(asked).pipe(act(shown, "accept_own_booking", asked))
}

export const bookingCanceled = (shown: BookingShown) => {
  const asked = { token: shown.booking.token }
  return cancel_own_booking(asked).pipe(act(shown, "cancel_own_booking", asked))
}
