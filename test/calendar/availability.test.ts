import { describe, expect, test } from "vitest"
import { explain } from "#schemas/calendar/availability/explain"
import { choiceAt, openSlots } from "#schemas/calendar/availability/slots"
import type { Away, Bookable, Taken, Constraints } from "#schemas/calendar/availability/constraints"

const at = (text: string) => Date.parse(`${text}Z`)

const everyDay = (from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }))

interface Particular extends Partial<Omit<Constraints, "service">> {
  readonly service?: Partial<Bookable>
}

/** A person with the same hours every day, and a service of an hour. */
const constraintsOf = (time_zone: string, from: string, to: string, { service, ...rest }: Particular = {}): Constraints => ({
  time_zone, now: at("2000-01-01T00:00"), opening_hours: everyDay(from, to), staff: [{ id: 3, weekly: everyDay(from, to), exceptions: [] }],
  resources: [], closed: [], away: [], taken: [], sessions: [], booked_on: new Map(),
  service: {
    duration_minutes: 60, buffer_before_minutes: 0, buffer_after_minutes: 0, slot_interval_minutes: 60, notice_minutes: 0, horizon_days: 20_000,
    capacity: 1, daily_limit: null, ...service
  },
  ...rest
})

const starts = (world: Constraints, from: string, to: string) =>
  openSlots(world, { from: at(from), to: at(to) }).map(({ starts_at }) => new Date(starts_at).toISOString().slice(8, 16))

const taken = (from: string, to: string, on: Partial<Taken> = {}): Taken =>
  ({ kind: "appointment", id: 8, staff_id: 3, resource_id: null, span: { from: at(from), to: at(to) }, ...on })

const awayAt = (begin: string, end: string, more: Partial<Away> = {}): Away =>
  ({ id: 4, staff_id: 3, starts: begin, ends: end, rrule: null, except_dates: [], ...more })

describe("hours by the clock on the wall, with starts by hand", () => {
  test.each([
    ["Europe/Berlin loses an hour", "Europe/Berlin", "00:00", "06:00", "2026-03-28T23:00", "2026-03-29T12:00",
      ["28T23:00", "29T00:00", "29T01:00", "29T02:00", "29T03:00"]],
    ["Europe/Berlin has an hour twice", "Europe/Berlin", "00:00", "04:00", "2026-10-24T22:00", "2026-10-25T12:00",
      ["24T22:00", "24T23:00", "25T00:00", "25T01:00", "25T02:00"]],
    ["America/New_York in a night that is an hour shorter", "America/New_York", "22:00", "03:00", "2026-03-08T00:00", "2026-03-08T12:00",
      ["08T03:00", "08T04:00", "08T05:00", "08T06:00"]],
    ["America/New_York in a night that is an hour longer", "America/New_York", "22:00", "03:00", "2026-11-01T00:00", "2026-11-01T12:00",
      ["01T02:00", "01T03:00", "01T04:00", "01T05:00", "01T06:00", "01T07:00"]],
    ["America/Sao_Paulo has no midnight", "America/Sao_Paulo", "00:00", "03:00", "2018-11-04T00:00", "2018-11-04T12:00", ["04T03:00", "04T04:00"]],
    ["America/Sao_Paulo has the hour before midnight twice", "America/Sao_Paulo", "22:00", "24:00", "2018-02-18T00:00", "2018-02-18T12:00",
      ["18T00:00", "18T01:00", "18T02:00"]],
    ["Pacific/Apia skips 30 December", "Pacific/Apia", "09:00", "11:00", "2011-12-29T12:00", "2011-12-31T12:00",
      ["29T19:00", "29T20:00", "30T19:00", "30T20:00"]],
    ["Africa/Casablanca in the night before Ramadan", "Africa/Casablanca", "01:00", "04:00", "2026-02-15T00:00", "2026-02-15T12:00",
      ["15T00:00", "15T01:00", "15T02:00", "15T03:00"]],
    ["Asia/Tehran has no midnight", "Asia/Tehran", "00:00", "03:00", "2022-03-21T20:00", "2022-03-22T12:00", ["21T20:30", "21T21:30"]],
    ["Pacific/Chatham is 45 minutes off", "Pacific/Chatham", "02:00", "04:00", "2026-04-04T12:00", "2026-04-05T00:00",
      ["04T12:15", "04T13:15", "04T14:15"]],
    ["America/St_Johns goes back from 00:01", "America/St_Johns", "22:00", "24:00", "2006-10-28T12:00", "2006-10-29T12:00",
      ["29T00:30", "29T01:30", "29T02:30"]],
    ["Asia/Kathmandu", "Asia/Kathmandu", "09:00", "11:00", "2026-05-05T00:00", "2026-05-05T12:00", ["05T03:15", "05T04:15"]],
    ["Asia/Kolkata", "Asia/Kolkata", "09:00", "11:00", "2026-05-05T00:00", "2026-05-05T12:00", ["05T03:30", "05T04:30"]],
    ["UTC over midnight", "UTC", "23:00", "01:00", "2026-05-05T12:00", "2026-05-06T12:00", ["05T23:00", "06T00:00"]]
  ])("%s", (_, zone, opens, closes, from, to, expected) => {
    expect(starts(constraintsOf(zone, opens, closes), from, to)).toEqual(expected)
  })

  test("Australia/Lord_Howe changes by half an hour", () => {
    const world = constraintsOf("Australia/Lord_Howe", "01:00", "03:00", { service: { duration_minutes: 30, slot_interval_minutes: 30 } })
    expect(starts(world, "2026-04-04T12:00", "2026-04-05T06:00")).toEqual(["04T14:00", "04T14:30", "04T15:00", "04T15:30", "04T16:00"])
    expect(starts(world, "2026-10-03T12:00", "2026-10-04T06:00")).toEqual(["03T14:30", "03T15:00", "03T15:30"])
  })

  test("a notice that ends on the day of the change is so many minutes, not so many on the wall", () => {
    const world = constraintsOf("Europe/Berlin", "09:00", "15:00", { now: at("2026-03-28T10:00"), service: { notice_minutes: 1_440 } })
    expect(starts(world, "2026-03-28T00:00", "2026-03-30T00:00")).toEqual(["29T10:00", "29T11:00", "29T12:00"])
    expect(explain(world, at("2026-03-29T09:00"))).toEqual([{
      rule: "notice", until: at("2026-03-29T10:00"), message: "It has to be booked 1440 minutes before: the first start is at 2026-03-29 12:00."
    }])
  })

  test("time off that comes again stays at its time on the wall, but for the days that are left out", () => {
    const lunch = awayAt("2026-01-01T10:00", "2026-01-01T11:00", { rrule: "FREQ=WEEKLY;BYDAY=SA,SU,MO,TH", except_dates: ["2026-03-29"] })
    const world = constraintsOf("Europe/Berlin", "09:00", "12:00", { away: [lunch] })
    expect(starts(world, "2026-03-28T00:00", "2026-03-31T00:00")).toEqual([
      "28T08:00", "28T10:00", "29T07:00", "29T08:00", "29T09:00", "30T07:00", "30T09:00"
    ])
    expect(explain(world, at("2026-03-30T08:00"))).toEqual([{
      rule: "time_off", staff_id: 3, time_off_id: 4, from: at("2026-03-30T08:00"), until: at("2026-03-30T09:00"),
      message: "Staff member 3 is away from 2026-03-30 10:00 to 11:00 (time off 4)."
    }])
  })

  test("the hours of an evening end with the midnight of a holiday, and exceptions take the place of a date's hours", () => {
    const exceptions = [{ date: "2026-04-28", hours: [] }, { date: "2026-04-29", hours: [{ from: "08:00", to: "09:00" }] }]
    const staff = [{ id: 3, weekly: everyDay("22:00", "02:00"), exceptions }]
    const world = constraintsOf("Europe/Berlin", "22:00", "02:00", { staff, closed: [{ date: "2026-05-01", name: "Labour Day" }] })
    expect(starts(world, "2026-04-27T12:00", "2026-05-01T12:00")).toEqual([
      "27T20:00", "27T21:00", "27T22:00", "27T23:00", "29T06:00", "30T20:00", "30T21:00"
    ])
    const reasons = explain(world, at("2026-04-30T22:00"))
    expect(reasons.map(({ message, rule }) => [rule, message])).toEqual([["closed", "It is closed on 2026-05-01: Labour Day."]])
  })
})

describe("starts", () => {
  const day = ["2026-05-05T00:00", "2026-05-06T00:00"] as const

  test("are counted from the hours of a date, over those that touch, and buffers may lie outside of them", () => {
    const weekly = [{ weekday: 2, from: "09:00", to: "10:30" }, { weekday: 2, from: "10:30", to: "12:00" }]
    const world = constraintsOf("UTC", "09:00", "10:30", {
      staff: [{ id: 3, weekly, exceptions: [] }], service: { slot_interval_minutes: 40, buffer_before_minutes: 30, buffer_after_minutes: 30 }
    })
    expect(starts(world, ...day)).toEqual(["05T09:00", "05T09:40", "05T10:20", "05T11:00"])
    expect(explain(world, at("2026-05-05T09:30")).map(({ message }) => message)).toEqual([
      "Starts are every 40 minutes from 2026-05-05 09:00: the one before is at 2026-05-05 09:00."
    ])
    expect(explain(world, at("2026-05-05T11:40")).map(({ message }) => message)).toEqual([
      "Staff member 3 works until 2026-05-05 12:00, and it would end at 2026-05-05 12:40."
    ])
  })

  test("are the same around the clock, whatever span is asked for", () => {
    const world = constraintsOf("Europe/Berlin", "00:00", "24:00", { service: { slot_interval_minutes: 50, duration_minutes: 90 } })
    const whole = starts(world, "2026-03-27T00:00", "2026-04-01T00:00")
    expect(starts(world, "2026-03-29T07:00", "2026-03-31T00:00")).toEqual(whole.filter((one) => one >= "29T07:00" && one < "31T00:00"))
    expect(whole).toContain("28T22:20")
  })

  test("leave room for claims and for the buffers on both sides", () => {
    const world = constraintsOf("UTC", "09:00", "15:00", { taken: [taken("2026-05-05T11:00", "2026-05-05T12:00")], service: { buffer_before_minutes: 15 } })
    expect(starts(world, ...day)).toEqual(["05T09:00", "05T10:00", "05T13:00", "05T14:00"])
    expect(explain(world, at("2026-05-05T11:00"))).toEqual([{
      rule: "appointment", staff_id: 3, appointment_id: 8, from: at("2026-05-05T11:00"), until: at("2026-05-05T12:00"),
      message: "Staff member 3 is taken by appointment 8 from 2026-05-05 11:00 to 12:00."
    }])
    expect(explain(world, at("2026-05-05T12:00"))).toMatchObject([{ rule: "buffer", appointment_id: 8 }])
  })

  test("need one of each group of resources, none of them twice", () => {
    const resources = [{ any_of: [1, 2] }, { any_of: [1] }]
    const claim = taken("2026-05-05T10:00", "2026-05-05T11:00", { staff_id: null, resource_id: 2 })
    const world = constraintsOf("UTC", "09:00", "12:00", { staff: null, resources, taken: [claim] })
    expect(starts(world, ...day)).toEqual(["05T09:00", "05T11:00"])
    expect(choiceAt(world, at("2026-05-05T09:00"))).toEqual({ staff_ids: [], resources: [[1, 2], [1]], resource_ids: [2, 1], session: null })
    expect(choiceAt(world, at("2026-05-05T10:00"))).toBeNull()
    expect(explain(world, at("2026-05-05T10:00"))).toMatchObject([{ rule: "resource", resource_id: 2, appointment_id: 8 }])
  })

  test("of sessions have the seats that are left, and a full day has none", () => {
    const session = { starts_at: at("2026-05-05T10:00"), staff_id: 3, resource_ids: [], left: 2 }
    const claim = taken("2026-05-05T10:00", "2026-05-05T11:00")
    const world = constraintsOf("UTC", "09:00", "12:00", { sessions: [session], taken: [claim], service: { capacity: 5 } })
    expect(openSlots(world, { from: at(day[0]), to: at(day[1]) }).map(({ seats }) => seats)).toEqual([5, 2, 5])
    expect(choiceAt(world, session.starts_at, { seats: 2 })?.session).toBe(session)
    expect(explain(world, session.starts_at, { seats: 3 }).map(({ rule }) => rule)).toEqual(["capacity", "appointment"])
    const full = { ...world, service: { ...world.service, daily_limit: 4 }, booked_on: new Map([["2026-05-05", 4]]) }
    expect(starts(full, ...day)).toEqual([])
    expect(explain(full, session.starts_at).map(({ message }) => message)).toEqual(["2026-05-05 is full: 4 appointments of the service a day."])
  })
})
