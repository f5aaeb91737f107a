import { Effect, Option, Schema } from "effect"
import { Consents } from "#layers/agents/consents"
import { AgentRuns, type NewStep } from "#layers/ai/agent-runs"
import type { Agents } from "#layers/ai/agents"
import { VerbCalls } from "#layers/ai/verb-calls"
import type { ApiKeys } from "#layers/auth/api-keys"
import type { ToolCall } from "#layers/providers/ai/provider"
import { ConsentId } from "#schemas/agents/consent"
import type { AgentRunId } from "#schemas/ai/ids"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { redacted } from "#schemas/kernel/redacted"
import type { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { step, waitUntil, write } from "../durable.ts"
import { authorityOf } from "./agent-authority.ts"
import { decision } from "./agent-decision.ts"

/** What receipts of a run's own steps name. */
export const VERB = "chat_with_agent"

/** Of what a verb answers, so much is kept and given to the model. */
const MOST_OF_ANSWER = 12_000

/** What every step of a run knows. */
export interface Begun {
  readonly id: AgentRunId
  readonly verbs: ReadonlyArray<string>
  readonly deadline_at: string
}

const Answer = Schema.Struct({ status: Schema.Int, text: Schema.String })
type Answer = typeof Answer.Type

const Called = Schema.Union([Schema.Struct({ ended: Schema.String }), Answer, Schema.Struct({ consent_id: ConsentId })])

/** Too many requests at this moment, or one of the same key under way. */
class CallLater extends Schema.TaggedError<CallLater>("CallLater")("CallLater", { status: Schema.Int, text: Schema.String }) {}

const refusal = (code: Code, message: string): Answer => ({ status: statusOf[code], text: JSON.stringify({ code, message }) })

const objectIn = (text: string) => {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the run refuses by itself: what its agent was not given before it began, whatever a model says. */
const refused = ({ verbs }: Begun, { input, name }: ToolCall): Answer | undefined => {
  if (!verbs.includes(name)) return refusal("forbidden", `${JSON.stringify(name)} is not among the verbs of this agent.`)
  return objectIn(input) === undefined ? refusal("bad_request", "The input of a call is one JSON object.") : undefined
}

/** Whether the run has read anything that others may have written, before the round in which it acts. */
const hasRead = Effect.fnUntraced(function*(id: AgentRunId, round: number, goesOn: boolean) {
  const steps = yield* AgentRuns.use(({ stepsOf }) => stepsOf(id))
  return goesOn || steps.some((one) => one.kind === "call" && one.round < round && one.status !== null && one.status < 300)
})

const laterCodes = new Set<unknown>(["rate_limit_exceeded", "unavailable", "idempotency_in_flight", "request_timeout"])

/** Calls a verb in the name of whoever asked the agent. Called again under the same key, a write is done once. */
const called = Effect.fnUntraced(function*(id: AgentRunId, round: number, key: string, { input, name }: ToolCall) {
  const authority = yield* authorityOf(id)
  if ("ended" in authority) return authority
  const { about, caller, run } = authority
  const confirms = about.confirms === "writes" || about.confirms === "after_reading" && (yield* hasRead(id, round, run.previous_run_id !== null))
  const services = yield* Effect.context<AgentRuns | Agents | ApiKeys | Caller>()
  const again = Effect.map(authorityOf(id), (now) => "ended" in now ? undefined : { ...now.caller, agent_run: { id, confirms } })
  const { body, status } = yield* VerbCalls.use((calls) => calls.call({
    verb: name, input: objectIn(input)!, caller: { ...caller, agent_run: { id, confirms } },
    again: Effect.provideContext(again, services), key: `agent_run_${id}/${key}`,
    requestId: `run_${run.workflow_run_id}`, agent: run.agent, human: about.human ?? undefined, session: `agent_run_${id}`
  }))
  const answer = objectIn(body)
  const consent = answer?.["consent"]
  if (answer?.["code"] === "confirmation_required" && isJsonObject(consent)) return { consent_id: consent["id"] as ConsentId }
  const text = body.slice(0, MOST_OF_ANSWER).toWellFormed()
  return laterCodes.has(answer?.["code"]) ? yield* new CallLater({ status, text }) : { status, text }
})

const retries = { attempts: 12, first: "1 second", most: "1 minute" } as const

/** Writes down what came of a call. */
const keep = Effect.fnUntraced(function*({ id }: Begun, step: NewStep) {
  const runs = yield* AgentRuns
  const before = yield* Effect.orDie(runs.get(id, { lock: true }))
  yield* runs.addStep(id, step)
  if (before.status === "waiting_for_consent") yield* Effect.orDie(runs.update(before, { status: "working", awaits: null }))
})

const Wait = Schema.Union([Schema.Struct({ until: Timestamp }), Schema.Struct({ approved: Schema.Boolean, reason: Schema.NullOr(Schema.String) })])

/** Begins to wait for a person, unless they have decided already. Whoever decides at this moment waits for this, or this for them. */
const wait = Effect.fnUntraced(function*({ id }: Begun, consent_id: ConsentId, awaits: string, step: NewStep) {
  const consents = yield* Consents
  const runs = yield* AgentRuns
  const before = yield* Effect.orDie(runs.get(id, { lock: true }))
  const consent = Option.getOrThrow(yield* consents.find(consent_id, { lock: true }))
  if (before.ended_at === null) {
    if (before.consent_id !== consent_id) yield* runs.addStep(id, { ...step, kind: "wait", text: consent.summary, consent_id })
    yield* Effect.orDie(runs.update(before, { status: "waiting_for_consent", consent_id, awaits }))
  }
  if (consent.state === "approved" || consent.state === "rejected") return { approved: consent.state === "approved", reason: consent.reason }
  return { until: consent.expires_at }
})

const sooner = (a: string, b: string) => Date.parse(a) < Date.parse(b) ? a : b

/** Does what a thought asked for: calls the verb, waits for a person as often as that takes. Answers with why the run ends, if it does. */
export const act = Effect.fnUntraced(function*(begun: Begun, round: number, number: number, call: ToolCall) {
  const name = `${round}.${number}`
  const about = { round, call_id: call.id, verb: call.name, input: redacted(objectIn(call.input) ?? { input: call.input }) }
  const done = (answer: Answer, consent_id: ConsentId | null = null) =>
    write(`called ${name}`, { verb: VERB }, keep(begun, { ...about, kind: "call", ...answer, consent_id }))

  const no = refused(begun, call)
  if (no !== undefined) return void (yield* done(no))
  for (let turn = 0;; turn++) {
    const at = `${name}/${turn}`
    const answer: typeof Called.Type = yield* step(`call ${at}`, { success: Called, error: CallLater, retries }, called(begun.id, round, name, call)).pipe(
      Effect.catch(({ status, text }) => Effect.succeed({ status, text }))
    )
    if ("ended" in answer) return answer.ended
    if (!("consent_id" in answer)) return void (yield* done(answer))
    const { consent_id } = answer
    const waiting = yield* write(`wait ${at}`, { verb: VERB, success: Wait }, wait(begun, consent_id, `decided ${at}`, { ...about, kind: "wait", text: "" }))
    /* Its time may be over without a decision: then it is asked for again, as long as the run may last. */
    const decided = "until" in waiting
      ? yield* waitUntil(decision(`decided ${at}`), sooner(waiting.until, begun.deadline_at))
      : Option.some(waiting)
    if (Option.isSome(decided) && !decided.value.approved) {
      const { reason } = decided.value
      return void (yield* done(refusal("forbidden", `A person rejected this call${reason === null ? "" : `: ${reason}`}. Do not ask for it again.`), consent_id))
    }
  }
})
