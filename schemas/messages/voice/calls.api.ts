import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Call, call, CallWithEvents, NewCall } from "./call.ts"

export const place_call = operation.create("place_call", "/voice/calls", NewCall, Call, {
  tierFloor: "builder",
  curated: true,
  summary: "Place a call",
  description: "Calls a number, once, whatever fails in between: either to `say` a text, or to connect it with `bridge_phone`, which rings first. It begins after " +
    "the answer; events and `get_call` tell what becomes of it. A text is not said to numbers that opted out, nor in their quiet hours: that is refused with 422. " +
    "A test key calls nobody: what the simulator makes of the number is told at once.",
  access: "messages:write"
})

export const list_calls = operation.list("list_calls", "/voice/calls", Call, {
  ...call.list,
  by: "-id",
  summary: "List calls",
  description: "Calls in both directions, newest first, and what became of them. `result=missed` lists those that nobody answered. Calls of live and of test keys are apart.",
  access: "messages:read"
})

export const get_call = operation.get("get_call", "/voice/calls/:id", CallWithEvents, {
  summary: "Get a call",
  description: "One call with all that happened in it, how long it was, and where its recordings can be heard.",
  noConditionalGet: true,
  access: "messages:read"
})

export const end_call = operation.transition("end_call", "/voice/calls/:id/end", Call, {
  errors: [Conflict],
  summary: "End a call",
  description: "Hangs up on both sides. One that is over stays as it is. The answer waits up to four seconds for the provider.",
  access: "messages:write",
  idempotent: true
})
