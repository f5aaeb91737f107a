import { Context } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Answers a request from memory, without the router; false where it leaves that to the application. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** Who is asked before the application. Provided by the listener; without one nobody is. */
export const EarlyAnswers = Context.Reference<{ answer: EarlyAnswer | undefined }>("src/http/EarlyAnswers", {
  defaultValue: () => ({ answer: undefined })
})
