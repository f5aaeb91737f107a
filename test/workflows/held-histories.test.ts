import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { RunHistory } from "#schemas/workflows/history"
import type { Run } from "#schemas/workflows/run"
import { all } from "#workflows/durable-workflows"
import { replay } from "#workflows/workflows/replay/replay"
import { eventually } from "../support/eventually.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"
import { held, hold, isWriting, namesHeld } from "./held.ts"

/**
 * Runs of the service's own workflows, as programs of today led them: a program that would lead one of them otherwise needs a version of its own, since
 * there are unfinished runs of the old one. `UPDATE_GOLDEN=histories npx vitest run test/workflows` writes them anew, for a workflow that has a new version.
 */
const OWN = "own-"

/** One run of each workflow and end of it is held. */
const most = new Set<string>()

const keep = Effect.fnUntraced(function*(run: Run) {
  const name = `${OWN}${run.workflow}-${run.status}`
  if (most.has(name)) return
  most.add(name)
  const { json } = yield* send(`/workflows/runs/${run.id}/history`, { key: "acme" })
  hold(name, json as RunHistory)
})

if (isWriting) {
  layer(TestServer, { excludeTestServices: true })("runs of the service's own workflows", (it) => {
    it.effect("are written down", () => Effect.gen(function*() {
      const post = Effect.fnUntraced(function*(path: string, body: object, key: Key = "acme") {
        const answer = yield* send(path, { key, method: "POST", ...json(body) })
        assert.isBelow(answer.status, 500, answer.text)
        return answer.json as { readonly id: number; readonly consent?: { readonly id: number } }
      })
      const contact = yield* post("/crm/contacts", { first_name: "Ada", email: "ada@navy.example" })
      yield* post("/crm/tasks", { title: "Soon", due_at: new Date(Date.now() + 3_000).toISOString() })
      const later = yield* post("/crm/tasks", { title: "Later", due_at: "2036-11-21T09:30:00Z" })
      yield* post("/crm/tasks", { title: "Much later", due_at: "2036-11-21T09:30:00Z" })
      yield* post(`/crm/tasks/${later.id}/complete`, {})
      yield* send(`/crm/contacts/${contact.id}`, { key: "cautious", method: "DELETE" })
      yield* send("/crm/contacts/import", { key: "acme", method: "POST", body: "email,first_name\ngrace@navy.example,Grace", headers: { "content-type": "text/csv" } })
      const schedule = yield* post("/workflows/schedules", { name: "Links", workflow: "website.check_links", interval_seconds: 86_400 })
      yield* post(`/workflows/schedules/${schedule.id}/trigger`, {})
      const runs = yield* eventually(Effect.map(send("/workflows/runs?limit=200", { key: "acme" }), ({ json }) => (json as { readonly items: ReadonlyArray<Run> }).items), (runs) =>
        runs.every(({ status }) => status !== "running" && status !== "queued") && runs.some(({ status, workflow }) => workflow === "crm.task_due" && status === "completed"), 60_000)
      yield* Effect.forEach(runs, keep, { discard: true })
    }), 120_000)
  })
}

describe("the programs of this version", () => {
  const names = namesHeld(OWN)

  it("have histories to be held to", () => assert.isAbove(names.length, 3))

  it.effect.each(names)("lead %s as it was led", (name) =>
    Effect.map(replay(held(name), all), ({ differences }) => assert.deepStrictEqual(differences, [])))

  it.effect("would be told of by a history with a step that they do not have", () => Effect.gen(function*() {
    for (const name of names) {
      const history = held(name)
      const at = history.entries.findIndex(({ kind, status }) => ["step", "write", "timer"].includes(kind) && status === "completed")
      if (at < 0) continue
      const entries = history.entries.map((entry, n) => n === at ? { ...entry, name: "another" } : entry)
      const { differences } = yield* replay({ ...history, entries }, all)
      assert.isNotEmpty(differences, name)
    }
  }))
})
