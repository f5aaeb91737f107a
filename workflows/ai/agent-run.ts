import { Effect, Schema } from "effect"
import { AgentRuns } from "#layers/ai/agent-runs"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { now } from "#layers/kernel/sql"
import { Runs } from "#layers/workflows/runs"
import { AgentRunId } from "#schemas/ai/ids"
import { Timestamp } from "#schemas/kernel/time"
import { CurrentRun } from "../current-run.ts"
import { durable, step, withCompensation, write } from "../durable.ts"
import { act, type Begun, VERB } from "./agent-acting.ts"
import { ModelAway, think, Thought } from "./agent-thinking.ts"

/** What an agent does about a message. */
export const AgentWork = durable({
  name: "ai.agent_run", version: 1, payload: { agent_run_id: AgentRunId }, concurrency: { perCompany: 8, total: 64 }
})

const Facts = Schema.Struct({
  agent: Schema.String, human: Schema.NullOr(Schema.String), verbs: Schema.Array(Schema.String), most_steps: Schema.Int, deadline_at: Timestamp
})

/** What does not change while a run lasts. */
const begun = Effect.fnUntraced(function*(id: AgentRunId) {
  const runs = yield* AgentRuns
  const { agent, deadline_at, verbs } = yield* Effect.orDie(runs.get(id))
  const { human, most_steps } = yield* runs.internal(id)
  return { agent, human, verbs, most_steps, deadline_at }
})

/** The run broke, or somebody ended it. */
const undone = Effect.fnUntraced(function*(id: AgentRunId) {
  const run = yield* CurrentRun
  const found = yield* Runs.use((runs) => runs.find(run.id))
  const isCanceled = found._tag === "Some" && found.value.cancel_requested_at !== null
  yield* AgentRuns.use(({ end }) => end(id, isCanceled ? { status: "canceled" } : { status: "failed", reason: "Something went wrong on our side." }))
})

type Made = Exclude<typeof Thought.Type, { readonly ended: string }>

/** Keeps a thought; one that asks for no call is the answer. */
const thought = Effect.fnUntraced(function*(id: AgentRunId, round: number, { calls, model, provider, simulated, text, tokens }: Made) {
  const runs = yield* AgentRuns
  const before = yield* Effect.orDie(runs.get(id, { lock: true }))
  if (before.ended_at !== null) return
  yield* runs.addStep(id, { round, kind: "thought", text, calls, tokens })
  const taken = { steps: round, tokens: before.tokens + tokens, provider, model, simulated }
  yield* Effect.orDie(runs.update(before, { ...taken, ...calls.length === 0 && { status: "completed", answer: text, ended_at: now } }))
})

const ended = (id: AgentRunId, status: "failed" | "stopped", reason: string) =>
  write("end", { verb: VERB }, AgentRuns.use(({ end }) => end(id, { status, reason })))

/** Thinks and acts until the model asks for nothing more, or a limit is reached. */
const work = Effect.fnUntraced(function*({ most_steps, ...about }: Begun & { readonly most_steps: number }) {
  const { id } = about
  for (let round = 1; round <= most_steps; round++) {
    const made = yield* step(`think ${round}`, {
      success: Thought, error: ModelAway, retries: { attempts: 4, first: "2 seconds", factor: 4 }
    }, think(id)).pipe(Effect.catch(({ message }) => Effect.succeed({ failed: message })))
    if ("failed" in made) return yield* ended(id, "failed", made.failed)
    if ("ended" in made) return yield* ended(id, "stopped", made.ended)
    yield* write(`thought ${round}`, { verb: VERB }, thought(id, round, made))
    if (made.calls.length === 0) return
    for (const [number, call] of made.calls.entries()) {
      const why = yield* act(about, round, number, call)
      if (why !== undefined) return yield* ended(id, "stopped", why)
    }
  }
  yield* ended(id, "stopped", `It asked the model ${most_steps} times, which is the most for a run.`)
})

export const AgentWorkProgram = AgentWork.program(Effect.fnUntraced(function*({ agent_run_id: id }) {
  const { agent, human, ...facts } = yield* step("begin", { success: Facts }, begun(id)).pipe(
    withCompensation(() => write("undone", { verb: VERB }, undone(id)))
  )
  yield* work({ id, ...facts }).pipe(
    Effect.provideService(CurrentAttribution, { agent, human: human ?? undefined, mode: "run", session: `agent_run_${id}` })
  )
}))
