import { Effect } from "effect"
import { HttpClientRequest, HttpServerRequest } from "effect/http"
import { VisitedCompanies } from "#layers/company/visited"
import { Caller } from "#schemas/kernel/tenancy"
import { IN_PROCESS_ORIGIN, InProcessRequests } from "../../http/in-process-client.ts"

/** Where the chat's operations for visitors are. */
export const API = "/api/v1/chat/public"

interface Call {
  /** Below the chat's address. */
  readonly path: "" | `/${string}`
  /** JSON; a read without it. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** Calls an operation of the chat as the visitor of the page, through the same gates as with a publishable key. */
export const asVisitor = Effect.fnUntraced(function*({ body, headers = {}, path }: Call) {
  const caller = yield* Caller
  const { company_id, mode, visitor } = caller
  const companies = yield* VisitedCompanies
  const send = yield* InProcessRequests
  const { headers: { "accept-language": language } } = yield* HttpServerRequest.HttpServerRequest
  const address = `${IN_PROCESS_ORIGIN}${API}${path}`
  return yield* send({
    request: body === undefined ? HttpClientRequest.get(address) : HttpClientRequest.bodyText(HttpClientRequest.post(address), body, "application/json"),
    caller,
    headers: { "accept-language": language, ...headers },
    readmit: Effect.map(companies.byId({ company_id, mode }), (answer) =>
      answer._tag === "Refused" ? answer : { ...answer, caller: { ...answer.caller, visitor: visitor! } })
  })
})

/** Why it was refused, in words. */
export interface Refused {
  readonly status: number
  readonly message: string
}

/** The same for pages: what it answered, or why it was refused. */
export const askedAsVisitor = Effect.fnUntraced(function*<A>(call: Call) {
  const response = yield* asVisitor(call)
  const said = yield* Effect.orDie(response.json)
  return response.status < 300
    ? { done: said as A, refused: undefined }
    : { done: undefined, refused: { status: response.status, message: (said as { readonly message: string }).message } satisfies Refused }
})
