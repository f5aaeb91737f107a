import { assert, describe, it } from "@effect/vitest"
import type { Claimed } from "#layers/webhooks/queue"
import { FIRST, Lines, MOST, MOST_OF_COMPANY, MOST_OF_LANE } from "#workflows/webhooks/lines"

let last = 0
const claimed = (company_id: number, webhook_id: number) =>
  ({ company_id, webhook_id, id: ++last, due_at: "2026-11-21T09:30:00.000Z" }) as Claimed

/** Endpoints that have as much due as anybody asks for. */
const feed = (lines: Lines, most = 512, endpoints = 128) => {
  const wanted = lines.wanted(most, endpoints)
  lines.claimed(wanted, wanted.flatMap(({ company_id, room, webhook_id }) =>
    Array.from({ length: room }, () => claimed(company_id, webhook_id))))
  return wanted
}

const started = (lines: Lines) => {
  const all: Array<Claimed> = []
  for (let next = lines.next(); next !== undefined; next = lines.next()) all.push(next)
  return all
}

describe("turns", () => {
  it("a new endpoint gets few at a time, more as it answers, fewer as it fails", () => {
    const lines = new Lines()
    lines.hear({ company_id: 1, webhook_id: 1 })
    feed(lines)
    let flying = started(lines)
    assert.lengthOf(flying, FIRST)
    for (let n = 0; n < 60; n++) {
      for (const one of flying) lines.finished(one, true, 5)
      feed(lines)
      flying = started(lines)
    }
    assert.lengthOf(flying, MOST)
    for (const one of flying.slice(0, 5)) lines.finished(one, false, 5)
    for (const one of flying.slice(5)) lines.finished(one, false, 5)
    assert.lengthOf(started(lines), 1)
  })

  it("endpoints take turns, also within one claim", () => {
    const lines = new Lines()
    for (let hook = 1; hook <= 100; hook++) lines.hear({ company_id: 1, webhook_id: hook })
    lines.hear({ company_id: 2, webhook_id: 101 })
    const wanted = feed(lines)
    assert.lengthOf(wanted, 101)
    assert.isTrue(wanted.some(({ company_id }) => company_id === 2))
    const first = started(lines).slice(0, 101)
    assert.strictEqual(new Set(first.map(({ webhook_id }) => webhook_id)).size, 101)
  })

  it("a company with many endpoints leaves room for others", () => {
    const lines = new Lines()
    for (let hook = 1; hook <= 100; hook++) lines.hear({ company_id: 1, webhook_id: hook })
    feed(lines)
    const flying = started(lines)
    assert.lengthOf(flying, MOST_OF_COMPANY)
    lines.hear({ company_id: 2, webhook_id: 101 })
    feed(lines)
    assert.lengthOf(started(lines).filter(({ company_id }) => company_id === 2), FIRST)
    lines.finished(flying[0]!, true, 5)
    assert.lengthOf(started(lines), 1)
  })

  it("slow ones wait among themselves", () => {
    const lines = new Lines()
    for (let round = 0; round < 4; round++) {
      for (let hook = 1; hook <= 400; hook++) lines.hear({ company_id: hook, webhook_id: hook })
      feed(lines, 4_000, 1_000)
      for (const one of started(lines)) lines.finished(one, false, 15_000)
    }
    for (let hook = 1; hook <= 400; hook++) lines.hear({ company_id: hook, webhook_id: hook })
    feed(lines, 4_000, 1_000)
    const slow = started(lines)
    assert.isAtMost(slow.length, 2 * MOST_OF_LANE)
    lines.hear({ company_id: 999, webhook_id: 999 })
    feed(lines)
    assert.deepStrictEqual([...new Set(started(lines).map(({ webhook_id }) => webhook_id))], [999])
  })

  it("what was not sent can be taken back, and nothing is lost of what is left", () => {
    const lines = new Lines()
    lines.hear({ company_id: 1, webhook_id: 1 })
    const [{ room }] = feed(lines) as [any]
    const flying = started(lines)
    assert.lengthOf(lines.drain(), room - flying.length)
    assert.strictEqual(lines.busy, flying.length)
    for (const one of flying) lines.finished(one, true, 1)
    assert.strictEqual(lines.busy, 0)
  })
})
