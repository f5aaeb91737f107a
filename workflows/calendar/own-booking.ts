import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Option } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { type Appointment, AppointmentId } from "#schemas/calendar/appointment"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import { baseOf } from "../payments/addressed.ts"

/** The path of the pages on which customers see, move and cancel what they booked. */
export const BOOKING = "/booking"

const PURPOSE = "links to customers' own bookings"

/** What a link says; nobody else can say it. */
export interface OwnBookingToken {
  readonly company_id: CompanyId
  readonly mode: Mode
  readonly id: AppointmentId
}

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** What the address of a booking holds: the same as long as the booking is there. It is kept nowhere, and opens this one only. */
export const ownBookingToken = Effect.fnUntraced(function*({ id, livemode }: Pick<Appointment, "id" | "livemode">) {
  const { company_id } = yield* Caller
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  const said = `${company_id}-${livemode ? "live" : "test"}-${id}`
  return `${said}-${signed(key!, said).toString("base64url")}`
})

const shape = /^((\d{1,15})-(live|test)-(\d{1,15}))-([\w-]{43})$/u

/** What a link says, if it is one of ours. */
export const ownBookingTokenIn = Effect.fnUntraced(function*(token: string) {
  const [, said, company, mode, id, signature] = shape.exec(token) ?? []
  if (said === undefined) return undefined
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  if (!keys.some((key) => timingSafeEqual(signed(key, said), given))) return undefined
  return { company_id: CompanyId.make(Number(company)), mode: mode as Mode, id: AppointmentId.make(Number(id)) } satisfies OwnBookingToken
})

/** Where a customer sees, moves and cancels a booking: at the company's own host, where one is proved, or at the service's. */
export const ownBookingAddress = Effect.fnUntraced(function*(appointment: Pick<Appointment, "id" | "livemode">) {
  return `${yield* baseOf(BOOKING)}/${yield* ownBookingToken(appointment)}`
})

/** Whose company a link names; what it opens is for the programs to say. */
const byToken = ({ token = "" }: Readonly<Record<string, string | undefined>>) => Effect.map(ownBookingTokenIn(token), Option.fromUndefinedOr)
export const companiesOfBookings = { get_own_booking: byToken, move_own_booking: byToken, cancel_own_booking: byToken, accept_own_booking: byToken }
