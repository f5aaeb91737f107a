import { expect, test } from "vitest"
import { explain } from "#schemas/calendar/availability/explain"
import { choiceAt, openSlots } from "#schemas/calendar/availability/slots"
import type { Reason } from "#schemas/calendar/availability/constraints"
import { type Drawn, drawWorld, eras } from "./random-worlds.ts"
import { slowClock } from "./slow-clock.ts"
import { slowJudge, type Verdict } from "./slow-slots.ts"

const WORLDS = Number(process.env["WORLDS"] ?? 2_000)
const FIRST = Number(process.env["SEED"] ?? 1)
const DAY = 86_400_000

const factOf = ({ resource_id, rule, staff_id }: Reason) =>
  rule + (staff_id === undefined ? "" : ` staff ${staff_id}`) + (resource_id === undefined ? "" : ` resource ${resource_id}`)

/** How often each rule was told, and a session joined. */
const told = new Map<string, number>()

/** What is not as the slow evaluator has it at a start: nothing if all is well. */
const faultsAt = ({ asked, world }: Drawn, start: number, { facts, open, staff_ids }: Verdict): ReadonlyArray<string> => {
  const choice = choiceAt(world, start, asked)
  const reasons = explain(world, start, asked)
  const faults = reasons.filter((reason) => !facts.has(factOf(reason))).map((reason) => `not true: ${factOf(reason)}`)
  if ((choice !== null) !== open) faults.push(`choice is ${JSON.stringify(choice)}`)
  if ((reasons.length === 0) !== open) faults.push(`reasons are ${JSON.stringify(reasons)}`)
  for (const { rule } of reasons) told.set(rule, (told.get(rule) ?? 0) + 1)
  if (choice === null) return faults
  if (choice.session !== null) {
    told.set("session", (told.get("session") ?? 0) + 1)
    if (choice.session.starts_at !== start || choice.session.left < (asked.seats ?? 1)) faults.push("it is another session, or a full one")
    if (!choice.staff_ids.every((id) => staff_ids.includes(id))) faults.push("nobody can hold the session")
    return faults
  }
  const { resource_ids, resources } = choice
  if (`${choice.staff_ids}` !== `${staff_ids}`) faults.push(`staff ${choice.staff_ids} instead of ${staff_ids}`)
  if (new Set(resource_ids).size !== world.resources.length) faults.push(`resources ${resource_ids} of ${world.resources.length} groups`)
  const allFree = resource_ids.every((id, n) => resources[n]!.includes(id) && !facts.has(`resource resource ${id}`))
  if (!allFree) faults.push(`resources ${resource_ids} are not free`)
  return faults
}

test("open slots, choices and reasons are those of a slow, obvious evaluator in random worlds of all kinds of zones", () => {
  expect(new Set(eras.map(([zone]) => zone)).size).toBeGreaterThanOrEqual(12)
  let found = 0
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    const drawn = drawWorld(seed)
    const { around, asked, instants, span, world } = drawn
    const middle = Math.floor(Date.parse(around) / DAY)
    const { candidates, judge } = slowJudge(world, slowClock(world.time_zone, around), [middle - 4, middle + 4], asked)
    const which = `seed ${seed}, ${world.time_zone} around ${around}`

    const slots = openSlots(world, span, asked)
    const expected = candidates(span.from, span.to).flatMap((starts_at) => {
      const { open, seats, staff_ids } = judge(starts_at)
      return open ? [{ starts_at, ends_at: starts_at + world.service.duration_minutes * 60_000, staff_ids, seats }] : []
    })
    expect({ which, slots }).toEqual({ which, slots: expected })
    found += slots.length

    const some = slots.filter((_, n) => n % 17 === seed % 17).map((slot) => slot.starts_at)
    const faults = [...instants, ...some].flatMap((start) =>
      faultsAt(drawn, start, judge(start)).map((fault) => `${new Date(start).toISOString()}: ${fault}`)
    )
    expect({ which, faults }).toEqual({ which, faults: [] })
  }
  expect(found).toBeGreaterThan(WORLDS)
  expect([...told.keys()].toSorted()).toEqual([
    "appointment", "buffer", "busy_time", "capacity", "closed", "daily_limit", "grid", "horizon", "notice", "past", "resource", "session", "staff",
    "time_off", "working_hours"
  ])
})
