import { expect, test } from "vitest"
import { explain } from "#schemas/calendar/availability/explain"
import { choiceAt, openSlots } from "#schemas/calendar/availability/slots"
import type { Reason } from "#schemas/calendar/availability/world"
import { drawWorld, eras } from "./random-worlds.ts"
import { slowClock } from "./slow-clock.ts"
import { slowJudge } from "./slow-slots.ts"

const WORLDS = Number(process.env["WORLDS"] ?? 2_000)
const FIRST = Number(process.env["SEED"] ?? 1)
const DAY = 86_400_000

const factOf = ({ resource_id, rule, staff_id }: Reason) =>
  rule + (staff_id === undefined ? "" : ` staff ${staff_id}`) + (resource_id === undefined ? "" : ` resource ${resource_id}`)

test("open slots, choices and reasons are those of a slow, obvious evaluator in random worlds of all kinds of zones", () => {
  expect(new Set(eras.map(([zone]) => zone)).size).toBeGreaterThanOrEqual(12)
  const found = { slots: 0, reasons: new Map<string, number>(), sessions: 0 }
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    const { around, asked, instants, span, world } = drawWorld(seed)
    const middle = Math.floor(Date.parse(around) / DAY)
    const { candidates, judge } = slowJudge(world, slowClock(world.time_zone, around), [middle - 4, middle + 4], asked)
    const which = `seed ${seed}, ${world.time_zone} around ${around}`

    const slots = openSlots(world, span, asked)
    const expected = candidates(span.from, span.to).flatMap((starts_at) => {
      const { open, seats, staff_ids } = judge(starts_at)
      return open ? [{ starts_at, ends_at: starts_at + world.service.duration_minutes * 60_000, staff_ids, seats }] : []
    })
    expect(slots, which).toEqual(expected)
    found.slots += slots.length

    const some = slots.filter((_, n) => n % 17 === seed % 17).map((slot) => slot.starts_at)
    for (const start of [...instants, ...some]) {
      const at = `${which}, ${new Date(start).toISOString()}`
      const { facts, open, staff_ids } = judge(start)
      const choice = choiceAt(world, start, asked)
      const reasons = explain(world, start, asked)
      expect([choice !== null, reasons.length === 0], at).toEqual([open, open])
      for (const reason of reasons) {
        expect(facts, at).toContain(factOf(reason))
        found.reasons.set(reason.rule, (found.reasons.get(reason.rule) ?? 0) + 1)
      }
      if (choice === null) continue
      if (choice.session === null) {
        expect(choice.staff_ids, at).toEqual(staff_ids)
        expect(choice.resource_ids.length, at).toBe(world.resources.length)
        expect(new Set(choice.resource_ids).size, at).toBe(world.resources.length)
        choice.resource_ids.forEach((id, n) => {
          expect(choice.resources[n], at).toContain(id)
          expect(facts.has(`resource resource ${id}`), at).toBe(false)
        })
      } else {
        found.sessions++
        expect([choice.session.starts_at, choice.session.left >= (asked.seats ?? 1)], at).toEqual([start, true])
        expect(staff_ids, at).toEqual(expect.arrayContaining([...choice.staff_ids]))
      }
    }
  }
  expect(found.slots).toBeGreaterThan(WORLDS)
  expect(found.sessions).toBeGreaterThan(WORLDS / 50)
  expect([...found.reasons.keys()].toSorted()).toEqual([
    "appointment", "buffer", "busy_time", "capacity", "closed", "daily_limit", "grid", "horizon", "notice", "past", "resource", "staff", "time_off",
    "working_hours"
  ])
}, 60_000)
