import { randomUUID } from "node:crypto"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, type Option, type Redacted } from "effect"
import { HttpClient } from "effect/http"
import type { Appointment } from "#schemas/calendar/appointment"
import type { Availability } from "#schemas/calendar/availability.api"
import { CommandFailure } from "./command-failure.ts"
import { type Check, conclude, everyPage, expected, failed, type Refusal, sayer, testKeyOf } from "./proof.ts"
import { type Answer, type Call, callerOf } from "./service-client.ts"

interface Input {
  readonly url: ReadonlyArray<string>
  readonly key: Option.Option<Redacted.Redacted>
  readonly attempts: number
  readonly json: boolean
}

interface Made {
  readonly id: number
}

const MINUTE = 60_000
const DAY = 86_400_000
const BUFFER_MINUTES = 10
const SEATS = 5
const MOVERS = 20
const SERIES = 20
/** Starts of which nobody has anything yet: one to book, one to move to, one for the group, and those that are moved from. */
const STARTS = 3 + MOVERS

const isTaken = ({ status }: Answer) => status === 200 || status === 201

/** It was refused as it should be: with other starts that are free. */
const namesOthers = (starts_at: string) => ({ body, status }: Answer) => {
  const { details = [] } = body as Refusal
  const taken = new Date(starts_at).toISOString()
  return status === 409 && details.length > 0 && details.every(({ error, field }) => field === "starts_at" && !error.includes(taken))
}

/** Somebody, a room, and two services that take both: one for a customer at a time, one for a group. */
const makeServices = Effect.fnUntraced(function*(call: Call, mark: string) {
  const make = (what: string, path: string, body: object) =>
    Effect.flatMap(call("POST", path, body, { "idempotency-key": `proof ${mark} ${what}` }), expected<Made>(what, 201))
  const staff = yield* make("The staff member", "/calendar/staff", { name: `Proof ${mark}` })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }))
  yield* Effect.flatMap(call("PUT", `/calendar/staff/${staff.id}/hours`, { weekly }), expected("The working hours", 200))
  const room = yield* make("The room", "/calendar/resources", { name: `Proof ${mark}`, kind: "room" })
  const service = {
    duration_minutes: 30, buffer_after_minutes: BUFFER_MINUTES, slot_interval_minutes: 60, staff_ids: [staff.id], resources: [{ any_of: [room.id] }],
    notice_minutes: 0, reminder_minutes: [], online: false
  }
  const single = yield* make("The service", "/calendar/services", { ...service, name: `Proof ${mark}` })
  const group = yield* make("The group", "/calendar/services", { ...service, name: `Proof ${mark}, as a group`, capacity: SEATS })
  return { staff, room, single, group }
})

/** Nobody can book them any more. */
const retire = ({ group, room, single, staff }: Effect.Success<ReturnType<typeof makeServices>>, call: Call) =>
  Effect.forEach([`/services/${single.id}`, `/services/${group.id}`, `/staff/${staff.id}`, `/resources/${room.id}`],
    (path) => call("PATCH", `/calendar${path}`, { active: false }))

const openSlots = (call: Call, service_id: number) => {
  const from = Date.now() + DAY
  const span = new URLSearchParams({ service_id: `${service_id}`, from: new Date(from).toISOString(), to: new Date(from + 14 * DAY).toISOString() })
  return call("GET", `/calendar/availability?${span}`).pipe(
    Effect.flatMap(expected<Availability>("The availability", 200)), Effect.map(({ slots }) => slots))
}

/** The first two that are a week apart by the company's clock. */
const weekApart = (slots: Availability["slots"]) => {
  const byTime = new Map(slots.map(({ local_time, starts_at }) => [local_time.slice(0, 16), starts_at]))
  for (const { local_time, starts_at } of slots) {
    const later = byTime.get(new Date(Date.parse(`${local_time.slice(0, 16)}Z`) + 7 * DAY).toISOString().slice(0, 16))
    if (later !== undefined) return [starts_at, later] as const
  }
  return undefined
}

const heldOf = (call: Call, service_id: number) => everyPage<Appointment>(call, `/calendar/appointments?service_id=${service_id}&status=booked`)

/** How many begin before what came before, and its buffer, has ended. What shares a start is a group, whose seats are counted apart. */
const overlapsOf = (held: ReadonlyArray<Appointment>) => {
  const sessions = [...new Map(held.map((one) => [one.starts_at, one])).values()]
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return sessions.filter(({ starts_at }, n) => n > 0 && Date.parse(starts_at) < Date.parse(sessions[n - 1]!.ends_at) + BUFFER_MINUTES * MINUTE).length
}

export const proveDoubleBooking = (input: Input) =>
  Effect.gen(function*() {
    const key = yield* testKeyOf(input.key, "take up your people's time")
    const http = yield* HttpClient.HttpClient
    const calls = input.url.map((url) => callerOf(http, { url, key }))
    const [call] = calls as [Call, ...ReadonlyArray<Call>]
    const say = sayer(input.json)
    const mark = randomUUID().slice(0, 8)

    const made = yield* makeServices(call, mark)
    const { group, single } = made
    const slots = yield* openSlots(call, single.id)
    const starts = slots.slice(0, STARTS).map(({ starts_at }) => starts_at)
    const weekly = weekApart(slots.slice(STARTS))
    if (weekly === undefined) {
      return yield* new CommandFailure({
        message: `Only ${slots.length} starts are open within two weeks: is everybody away, or every day a holiday?`
      })
    }
    const [slot, target, together, ...places] = starts as [string, string, string, ...ReadonlyArray<string>]

    /* Attempts take turns among the processes, and all begin before the first has been answered. */
    const at = (n: number) => calls[n % calls.length]!
    const send = (path: string, body: object, what: string, n: number) =>
      at(n)("POST", `/calendar${path}`, body, { "idempotency-key": `proof ${mark} ${what} ${n}` })
    const customer = (what: string, n: number) => ({ name: `Proof ${n}`, email: `proof-${mark}-${what}-${n}@customers.example` })
    const book = (service_id: number, starts_at: string, what: string, n: number) =>
      send("/appointments", { service_id, starts_at, contact: customer(what, n) }, what, n)
    const all = <A, E>(n: number, attempt: (n: number) => Effect.Effect<A, E>) =>
      Effect.forEach(Array.from({ length: n }, (_, n) => n), attempt, { concurrency: "unbounded" })
    const answered = Effect.fnUntraced(function*(what: string, answers: ReadonlyArray<Answer>) {
      const odd = answers.find((answer) => !isTaken(answer) && answer.status !== 409)
      if (odd !== undefined) return yield* failed(what, odd)
      return answers.filter(isTaken).map(({ body }) => body as Appointment)
    })

    const where = calls.length === 1 ? "one address" : `${calls.length} addresses`
    yield* say(`One person, one room; ${input.attempts} customers want ${slot}, at ${where} ...`)
    const begun = performance.now()
    const single_answers = yield* all(input.attempts, (n) => book(single.id, slot, "single", n))
    const seconds = (performance.now() - begun) / 1_000
    const booked = yield* answered("A booking", single_answers)
    const told = single_answers.filter(namesOthers(slot)).length

    const movers = yield* Effect.forEach(places, (starts_at, n) =>
      Effect.flatMap(book(single.id, starts_at, "mover", n), expected<Appointment>("An appointment to move", 201)), { concurrency: 4 })
    const rivals = Math.ceil(input.attempts / 5)
    const moving = yield* all(MOVERS + rivals, (n) => n % 2 === 0 && n / 2 < MOVERS
      ? send(`/appointments/${movers[n / 2]!.id}/reschedule`, { starts_at: target }, "move", n / 2)
      : book(single.id, target, "rival", n))
    const arrived = yield* answered("A move", moving)

    const repeating = yield* all(SERIES + rivals, (n) => n % 2 === 0 && n / 2 < SERIES
      ? send("/series", { service_id: single.id, starts_at: weekly[0], count: 2, contact: customer("series", n) }, "series", n / 2)
      : book(single.id, weekly[1], "week", n))
    const repeated = (yield* answered("A series", repeating)).length
    const seriesWon = repeating.findIndex(isTaken)

    const group_answers = yield* all(rivals, (n) => book(group.id, together, "group", n))
    const seated = yield* answered("A booking of the group", group_answers)

    const held = yield* heldOf(call, single.id)
    const seats = yield* heldOf(call, group.id)
    const open = new Set((yield* openSlots(call, single.id)).map(({ starts_at }) => starts_at))
    const startOf = new Map(held.map(({ id, starts_at }) => [id, starts_at]))
    const winner = movers.find(({ id }) => id === arrived[0]?.id)
    const stayed = movers.filter(({ id, starts_at }) => startOf.get(id) === starts_at).length
    const taken = [slot, target, together, ...places].filter((starts_at) => starts_at !== winner?.starts_at)
    const weeks = weekly.map((start) => held.filter(({ starts_at }) => starts_at === start).length)
    const isSeries = seriesWon % 2 === 0 && seriesWon / 2 < SERIES
    const fit = Math.min(SEATS, rivals)
    const overlaps = overlapsOf([...held, ...seats])
    const checks: ReadonlyArray<Check> = [
      [`1 of ${input.attempts} has the slot`, booked.length === 1 && held.filter(({ starts_at }) => starts_at === slot).length === 1, booked.length],
      ["all others were told the nearest free ones", told === input.attempts - 1, told],
      [`1 of ${MOVERS} that move and ${moving.length - MOVERS} that book has another`,
        arrived.length === 1 && held.filter(({ starts_at }) => starts_at === target).length === 1, arrived.length],
      ["those that could not move are where they were", stayed === MOVERS - (winner === undefined ? 0 : 1), stayed],
      ["what was moved from is free again", winner === undefined || open.has(winner.starts_at), winner === undefined ? 0 : 1],
      [`1 of ${SERIES} series and ${repeating.length - SERIES} that book one of their starts has it, a series with all of its starts`,
        repeated === 1 && weeks[1] === 1 && weeks[0] === (isSeries ? 1 : 0), repeated],
      [`${fit} of ${rivals} have a seat of a group of ${SEATS}`, seated.length === fit && seats.length === fit, seated.length],
      ["nobody and no room is taken twice, buffers included", overlaps === 0, overlaps],
      ["what is taken is not offered", taken.every((starts_at) => !open.has(starts_at)), taken.filter((starts_at) => open.has(starts_at)).length]
    ]
    yield* retire(made, call)
    yield* conclude(input.json, { attempts: input.attempts, addresses: calls.length, seconds },
      `${input.attempts} attempts at the same time, answered in ${seconds.toFixed(2)} s: ${booked.length} has it, all others were refused.`,
      checks)
  }).pipe(Effect.provide(NodeHttpClient.layerUndici))
