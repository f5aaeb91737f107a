import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { byCommandLine, byManifest, byReference, byTools, byTypedClient, type Call, word } from "../support/surfaces.ts"
import { TestServer } from "../support/test-server.ts"
import { booksAreSound, monday } from "./booking.ts"

/** What a company has before a customer comes: somebody, a room, and a service that takes both. */
const filled = Effect.fnUntraced(function*(call: Call, name: string) {
  const staff = yield* call("create_staff", { name })
  yield* call("set_working_hours", { id: staff.id, weekly: [{ weekday: 1, from: "09:00", to: "12:00" }] })
  const room = yield* call("create_resource", { name, kind: "room" })
  const service = yield* call("create_service", {
    name, duration_minutes: 60, slot_interval_minutes: 60, price: 9_000, staff_ids: [staff.id], resources: [{ any_of: [room.id] }]
  })
  return { room_id: room.id as number, service_id: service.id as number, staff_id: staff.id as number }
})

/** From an open slot to an appointment that was moved; the slot that it was moved from is open again. */
const booked = Effect.fnUntraced(function*(call: Call, name: string, { room_id, service_id, staff_id }: Effect.Success<ReturnType<typeof filled>>) {
  const day = monday(2)
  const open = Effect.map(call("get_availability", { service_id, from: day, to: day }), ({ slots }) => {
    assert.isAtMost(slots.length, 3)
    return slots.map(({ starts_at }: { starts_at: string }) => starts_at) as [string, string, string]
  })
  const [first, second, third] = yield* open
  const appointment = yield* call("create_appointment", {
    service_id, starts_at: first, contact: { name: "Grace Hopper", email: `${name}@customers.example` }, notes: "Brings a dog."
  })
  assert.deepInclude(appointment, { status: "booked", staff_id, resource_ids: [room_id], price: 9_000, starts_at: first })
  const { open: isOpen, reasons } = yield* call("explain_availability", { service_id, starts_at: first })
  assert.deepStrictEqual([isOpen, reasons.some(({ appointment_id }: { appointment_id: number }) => appointment_id === appointment.id)], [false, true])
  const moved = yield* call("reschedule_appointment", { id: appointment.id, starts_at: third })
  assert.deepInclude(moved, { id: appointment.id, status: "booked", starts_at: third, rescheduled_count: 1 })
  assert.deepStrictEqual(yield* open, [first, second])
  const { items } = yield* call("list_appointments", { service_id })
  assert.deepStrictEqual(items.map(({ id }: { id: number }) => id), [appointment.id])
  return appointment.id as number
})

const carries = Effect.fnUntraced(function*(call: Call) {
  const name = word()
  yield* booked(call, name, yield* filled(call, name))
  yield* booksAreSound
})

layer(TestServer, { excludeTestServices: true })("a customer's way to an appointment", (it) => {
  it.effect("by REST, as the reference describes it", () => carries(byReference))

  it.effect("by the company's manifest of tools", () => Effect.flatMap(byManifest, carries))

  it.effect("by the typed client", () => Effect.flatMap(byTypedClient, carries))

  it.effect("by the command line", () => Effect.flatMap(byCommandLine, carries), 90_000)

  it.effect("by an agent that has nothing but MCP: finds a slot, books it, and cancels it with a person's consent", () =>
    Effect.gen(function*() {
      const { asked, call } = yield* byTools("Assistant", ["calendar:read", "calendar:write"])
      const { tools } = yield* call("search_tools", { query: "find an open slot" })
      assert.include(tools.map(({ name }: { readonly name: string }) => name), "get_availability")
      const name = word()
      const made = yield* filled(call, name)
      const id = yield* booked(call, name, made)
      assert.lengthOf(asked, 0, "booking needs no consent: it can be canceled")

      const canceled = yield* call("cancel_appointment", { id, reason: "The customer is ill" })
      assert.lengthOf(asked, 1)
      assert.include(asked[0], `appointment ${id}`)
      assert.deepInclude(canceled, { id, status: "canceled", canceled_by: "company", cancellation_reason: "The customer is ill" })
      const { slots } = yield* call("get_availability", { service_id: made.service_id, from: monday(2), to: monday(2) })
      assert.lengthOf(slots, 3)
      yield* booksAreSound
    }))
})
