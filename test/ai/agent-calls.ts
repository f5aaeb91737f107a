import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../support/eventually.ts"
import { json, type Key, send } from "../support/test-server.ts"

let turn = 0

/** An agent that may call these verbs. */
export const agentWith = (verbs: ReadonlyArray<string>, more: object = {}, key: Key = "acme") =>
  Effect.map(
    send("/chat/agents", { key, method: "POST", ...json({ name: `agent_${turn++}`, instructions: "Help.", verbs, ...more }) }),
    ({ json: made, status, text }) => {
      assert.strictEqual(status, 201, text)
      return made.id as number
    }
  )

export const ask = (agent: number, message: string, key: Key = "acme", more: object = {}) =>
  send(`/chat/agents/${agent}/message`, { key, method: "POST", ...json({ message, ...more }) })

export const runOf = (agent: number, run: number, key: Key = "acme") => Effect.map(send(`/chat/agents/${agent}/runs/${run}`, { key }), ({ json }) => json)

/** A run from when it is like that. */
export const runWhen = (agent: number, run: number, key: Key, ...statuses: ReadonlyArray<string>) =>
  eventually(runOf(agent, run, key), ({ status }) => statuses.includes(status))

export const ended = ["completed", "stopped", "failed", "canceled"] as const
