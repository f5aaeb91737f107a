import { assert, describe, it } from "@effect/vitest"
import type { Claimed } from "#layers/webhooks/queue"
import { FIRST, EndpointScheduler, MOST, MOST_OF_COMPANY, MOST_OF_SPEED } from "#workflows/webhooks/endpoint-scheduler"

let last = 0
const claimed = (company_id: number, webhook_id: number) =>
  ({ company_id, webhook_id, id: ++last, due_at: "2026-11-21T09:30:00.000Z" }) as Claimed

/** Endpoints that have as much due as anybody asks for. */
const feed = (scheduler: EndpointScheduler, most = 512, endpoints = 128) => {
  const wanted = scheduler.wanted(most, endpoints)
  scheduler.claimed(wanted, wanted.flatMap(({ company_id, room, webhook_id }) =>
    Array.from({ length: room }, () => claimed(company_id, webhook_id))))
  return wanted
}

const started = (scheduler: EndpointScheduler) => {
  const all: Array<Claimed> = []
  for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) all.push(next)
  return all
}

describe("turns", () => {
  it("a new endpoint gets few at a time, more as it answers, fewer as it fails", () => {
    const scheduler = new EndpointScheduler()
    scheduler.hear({ company_id: 1, webhook_id: 1 })
    feed(scheduler)
    let inFlight = started(scheduler)
    assert.lengthOf(inFlight, FIRST)
    for (let n = 0; n < 60; n++) {
      for (const one of inFlight) scheduler.finished(one, true, 5)
      feed(scheduler)
      inFlight = started(scheduler)
    }
    assert.lengthOf(inFlight, MOST)
    for (const one of inFlight.slice(0, 5)) scheduler.finished(one, false, 5)
    for (const one of inFlight.slice(5)) scheduler.finished(one, false, 5)
    assert.lengthOf(started(scheduler), 1)
  })

  it("endpoints take turns, also within one claim", () => {
    const scheduler = new EndpointScheduler()
    for (let hook = 1; hook <= 100; hook++) scheduler.hear({ company_id: 1, webhook_id: hook })
    scheduler.hear({ company_id: 2, webhook_id: 101 })
    const wanted = feed(scheduler)
    assert.lengthOf(wanted, 101)
    assert.isTrue(wanted.some(({ company_id }) => company_id === 2))
    const first = started(scheduler).slice(0, 101)
    assert.strictEqual(new Set(first.map(({ webhook_id }) => webhook_id)).size, 101)
  })

  it("a company with many endpoints leaves room for others", () => {
    const scheduler = new EndpointScheduler()
    for (let hook = 1; hook <= 100; hook++) scheduler.hear({ company_id: 1, webhook_id: hook })
    feed(scheduler)
    const inFlight = started(scheduler)
    assert.lengthOf(inFlight, MOST_OF_COMPANY)
    scheduler.hear({ company_id: 2, webhook_id: 101 })
    feed(scheduler)
    assert.lengthOf(started(scheduler).filter(({ company_id }) => company_id === 2), FIRST)
    scheduler.finished(inFlight[0]!, true, 5)
    assert.lengthOf(started(scheduler), 1)
  })

  it("slow ones wait among themselves", () => {
    const scheduler = new EndpointScheduler()
    for (let round = 0; round < 4; round++) {
      for (let hook = 1; hook <= 400; hook++) scheduler.hear({ company_id: hook, webhook_id: hook })
      feed(scheduler, 4_000, 1_000)
      for (const one of started(scheduler)) scheduler.finished(one, false, 15_000)
    }
    for (let hook = 1; hook <= 400; hook++) scheduler.hear({ company_id: hook, webhook_id: hook })
    feed(scheduler, 4_000, 1_000)
    const slow = started(scheduler)
    assert.isAtMost(slow.length, 2 * MOST_OF_SPEED)
    scheduler.hear({ company_id: 999, webhook_id: 999 })
    feed(scheduler)
    assert.deepStrictEqual([...new Set(started(scheduler).map(({ webhook_id }) => webhook_id))], [999])
  })

  it("what was not sent can be taken back, and nothing is lost of what is left", () => {
    const scheduler = new EndpointScheduler()
    scheduler.hear({ company_id: 1, webhook_id: 1 })
    const [{ room }] = feed(scheduler) as [any]
    const inFlight = started(scheduler)
    assert.lengthOf(scheduler.drain(), room - inFlight.length)
    assert.strictEqual(scheduler.busy, inFlight.length)
    for (const one of inFlight) scheduler.finished(one, true, 1)
    assert.strictEqual(scheduler.busy, 0)
  })
})
