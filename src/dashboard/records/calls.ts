import { Effect, Result } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { etagOf } from "#schemas/kernel/headers"
import { isJsonObject } from "#schemas/kernel/json"
import { contentOf, nameIn } from "../../connector/call.ts"
import { requestOf } from "../../connector/request.ts"
import { ActingRequests } from "../../http/in-process-client.ts"
import type { File } from "../handler.ts"
import type { Json } from "./fields.ts"
import type { Row } from "./values.ts"

/** The largest file that a page hands over, in bytes. */
const MOST_BYTES = 16_777_216

/** What a form says of its call besides the input. */
interface Call {
  /** The version of the record that whoever fills in the form has seen. */
  readonly version?: string | undefined
  /** The same for a form that is sent again. */
  readonly once?: string | undefined
}

/** The answer of an operation, as JSON or as a file. */
export type Answer = { readonly value: Json } | File

/** What a person may answer at once is known by these. */
const tags: Readonly<Record<string, string>> = { confirmation_required: "ConfirmationRequired", step_up_required: "StepUpRequired" }

/** Calls an operation in the name of whoever is signed in; fails with what the API says no with. */
export const callOf = Effect.fnUntraced(function*(entry: Operation, args: { readonly [name: string]: Json }, { once, version }: Call = {}) {
  const send = yield* ActingRequests
  const asked = requestOf(entry, args, {})
  if (Result.isFailure(asked)) return yield* Effect.fail(asked.failure)
  const response = yield* send(asked.success.request, {
    ...once !== undefined && entry.acceptsIdempotencyKey && { "idempotency-key": `dashboard-${once}` },
    ...version !== undefined && entry.acceptsIfMatch && { "if-match": etagOf(Number(version)) }
  })
  const type = response.headers["content-type"] ?? ""
  if (response.status >= 400) {
    const said = (yield* Effect.orDie(response.json)) as { readonly code: string }
    return yield* Effect.fail({ ...said, _tag: tags[said.code] })
  }
  if (entry.download === undefined) {
    const text = yield* Effect.orDie(response.text)
    return { value: text === "" ? null : JSON.parse(text) as Json } satisfies Answer
  }
  const file = yield* contentOf(response, MOST_BYTES)
  if (file === undefined) return yield* Effect.fail({ code: "payload_too_large", message: "The file is larger than a page hands over: narrow it with filters, or fetch it with the API." })
  return { file, type, name: nameIn(response.headers["content-disposition"]) } satisfies Answer
})

/** A page of a list. */
export interface ListPage {
  readonly items: ReadonlyArray<Row>
  readonly next_cursor: string | null
  readonly total: number
}

export const NO_ROWS: ListPage = { items: [], next_cursor: null, total: 0 }

/** The same of an operation that answers with JSON. */
export const jsonOf = (...call: Parameters<typeof callOf>) => Effect.map(callOf(...call), (answer): Json => "value" in answer ? answer.value : null)

/** The same of a list. */
export const pageOfList = (...call: Parameters<typeof callOf>) =>
  Effect.map(jsonOf(...call), (value): ListPage => {
    const { items, next_cursor, total } = isJsonObject(value) ? value : {}
    return {
      items: Array.isArray(items) ? items.filter(isJsonObject) : [],
      next_cursor: typeof next_cursor === "string" ? next_cursor : null,
      total: typeof total === "number" ? total : 0
    }
  })
