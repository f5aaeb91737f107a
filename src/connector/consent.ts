import { Effect, Option, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { ConsentId, type ConsentPreview } from "#schemas/agents/consent"
import type { Operation } from "#schemas/kernel/catalog"
import type { ConsentState } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { operations } from "#schemas/operations"
import { type Caller, scopesOf } from "#schemas/kernel/tenancy"
import { Site } from "#layers/kernel/installation/site"
import { mayApprove } from "#workflows/agents/approver"
import { paths } from "../dashboard/paths.ts"
import { IN_PROCESS_ORIGIN } from "../http/in-process-client.ts"
import { InputRequired, type JsonObject, type McpCall } from "../mcp/profile.ts"
import { Connection } from "./connection.ts"
import { isCode, refused, saidIn } from "./refusal.ts"
import { questionOf } from "./words.ts"

type Call = McpCall["Service"]

/** Under which the question and its answer travel. */
const QUESTION = "confirm"

/** What a person said to the question, and about which call. */
export interface Decided {
  readonly id: ConsentId
  readonly decision: "yes" | "no" | "unanswered"
}

/** What is kept between the question and the answer, which no client can have altered: `opens` where it was asked to open the page. */
const keptIn = Schema.decodeUnknownOption(Schema.Struct({ consent: ConsentId, opens: Schema.optionalKey(Schema.Literal(true)) }))

/** Whether the client can put a form before its user. */
const canAsk = ({ capabilities: { elicitation } }: Call): boolean =>
  isJsonObject(elicitation) && (elicitation["form"] !== undefined || elicitation["url"] === undefined)

/** Whether the client can have its user open a page, which says nothing of what they do there. */
const canOpen = ({ capabilities: { elicitation } }: Call): boolean => isJsonObject(elicitation) && elicitation["url"] !== undefined

/** What a person decided between the last request and this; nothing where they were not asked, or by a client that cannot ask. */
export const decisionIn = (call: Call): Decided | undefined => {
  const { responses, state } = call
  const kept = Option.getOrUndefined(keptIn(state))
  const answer = responses[QUESTION]
  if (kept === undefined || answer === undefined || !(kept.opens === true ? canOpen(call) : canAsk(call))) return undefined
  const { consent: id, opens } = kept
  const { action, content } = answer
  if (action === "accept" && opens === true) return { id, decision: "unanswered" }
  if (action === "accept") return { id, decision: isJsonObject(content) && content["approve"] === true ? "yes" : "no" }
  return { id, decision: action === "decline" ? "no" : "unanswered" }
}

/** The difference that the call would make, seen by the person behind the connection, whatever it was granted itself. */
const previewed = Effect.fnUntraced(function*(caller: Caller["Service"], id: number, session: string | undefined) {
  const { send } = yield* Connection
  const person = { ...caller, scopes: caller.person === undefined ? caller.scopes : scopesOf(caller.person.role) }
  const path = operations.get("preview_consent")!.path.replace(":id", String(id))
  const response = yield* send({ request: HttpClientRequest.get(IN_PROCESS_ORIGIN + path), caller: person, headers: { "x-service-session": session } })
  const body: unknown = JSON.parse(yield* Effect.orDie(response.text))
  return response.status === 200 ? { preview: body as ConsentPreview } : { no: saidIn(body) }
})

const form: JsonObject = {
  type: "object",
  properties: {
    approve: { type: "boolean", title: "Do it", description: "Approves this one call. Nothing is done otherwise.", default: false }
  },
  required: ["approve"]
}

const repeated = "then make the very same call again within 15 minutes of the approval."

/** What an agent does where its user is not asked. */
const hintOf = (caller: Caller["Service"], asked: boolean, page: string) => {
  const who = mayApprove(caller) ? "the person" : "an owner or admin of the company"
  return `${asked ? "Nobody has approved it yet. " : ""}Ask ${who} to open ${page} (consent.page_url) and approve, ${repeated}`
}

/** What a client is asked to put before its user, as far as it can: a form that they agree in, or else that they open the page. */
const askedOf = (call: Call, preview: ConsentPreview, { approve_on, id }: ConsentState, page: string, message: string) => {
  if (approve_on === "client_or_page" && preview.money.length === 0 && canAsk(call)) {
    return new InputRequired({ [QUESTION]: { method: "elicitation/create", params: { message, requestedSchema: form } } }, { consent: id })
  }
  if (!canOpen(call)) return undefined
  return new InputRequired({ [QUESTION]: { method: "elicitation/create", params: { mode: "url", message, url: page } } }, { consent: id, opens: true })
}

/**
 * A call that a person has to agree to. Where the client can ask the person who made the connection, and they may approve, they
 * are asked, or shown the page where they decide; else the agent is told where that is.
 */
export const waitingFor = Effect.fnUntraced(function*(
  entry: Operation,
  caller: Caller["Service"],
  call: Call,
  { consent, message, session, wasAsked }: {
    readonly consent: ConsentState
    readonly message: string
    readonly session: string | undefined
    readonly wasAsked: boolean
  }
) {
  const { no, preview } = { no: undefined, preview: undefined, ...yield* previewed(caller, consent.id, session) }
  const would = preview?.refusal
  if (would !== undefined && would !== null && isCode(would.code)) return yield* refused({ code: would.code, message: would.message }, entry)
  const page_url = `${yield* (yield* Site).origin}${paths.consents}/${consent.id}`
  if (preview !== undefined && !wasAsked && mayApprove(caller)) {
    const client = caller.agent ?? call.client?.name ?? "A connected client"
    const message = questionOf(preview, { client, isTest: caller.mode === "test", page_url, shared: consent.shared, undo: consent.undo })
    const asked = askedOf(call, preview, consent, page_url, message)
    if (asked !== undefined) return asked
  }
  return yield* refused({ code: "confirmation_required", message }, entry, {
    hint: hintOf(caller, wasAsked, page_url),
    consent: {
      ...consent,
      page_url,
      ...preview !== undefined && { preview: preview as unknown as Schema.Json },
      ...no !== undefined && { preview: { refusal: { code: no.code, message: no.message } } }
    }
  })
})
