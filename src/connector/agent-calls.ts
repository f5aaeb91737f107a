import { Effect, Layer, Result } from "effect"
import { HttpClientRequest, HttpServerRequest } from "effect/http"
import { VerbCalls } from "#layers/ai/verb-calls"
import type { AuthResult } from "#layers/auth/api-keys"
import { statusOf } from "#schemas/kernel/errors"
import { operations } from "#schemas/operations"
import { IN_PROCESS_ORIGIN, InProcessRequests } from "../http/in-process-client.ts"
import { CurrentRequest, RequestContext } from "../http/request-context.ts"
import { requestOf } from "./request.ts"

const ended: AuthResult = { _tag: "Refused", reason: "The credential in whose name the agent works has ended." }

/** Runs of agents call the API within the process, by the way of every other request. */
export const AgentCalls = Layer.effectDiscard(Effect.gen(function*() {
  const send = yield* InProcessRequests
  const calls = yield* VerbCalls
  /* Nothing of the run's own services reaches the request: it is one of its own. */
  const services = yield* Effect.context<never>()
  const source = HttpServerRequest.fromClientRequest(HttpClientRequest.get(IN_PROCESS_ORIGIN))

  yield* calls.bind(({ again, agent, caller, human, input, key, requestId, session, verb }) => {
    const asked = requestOf(operations.get(verb)!, input, {})
    if (Result.isFailure(asked)) return Effect.succeed({ status: statusOf[asked.failure.code], body: JSON.stringify(asked.failure) })
    const readmit = Effect.map(again, (now): AuthResult =>
      now === undefined ? ended : { _tag: "Admitted", caller: now, until: Infinity, origins: [] })
    return send({
      request: asked.success.request, caller, once: key, readmit,
      headers: {
        accept: "application/json", "x-service-agent": agent, "x-service-agent-mode": "run", "x-service-human-initiator": human, "x-service-session": session
      }
    }).pipe(
      Effect.flatMap((response) => Effect.map(Effect.orDie(response.text), (body) => ({ status: response.status, body }))),
      Effect.provideService(CurrentRequest, new RequestContext(requestId, "")),
      Effect.provideService(HttpServerRequest.HttpServerRequest, source),
      Effect.updateContext(() => services)
    )
  })
})).pipe(Layer.provide(InProcessRequests.layer))
