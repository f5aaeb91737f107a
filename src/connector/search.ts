import { Effect, Schema } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { decodedSchema, inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import type { Caller } from "#schemas/kernel/tenancy"
import { Site } from "#layers/kernel/installation/site"
import { decoderOf, REQUIRED } from "../http/input-errors.ts"
import type { McpTool, ObjectSchema } from "../mcp/profile.ts"
import { Connection } from "./connection.ts"
import { findTools, isNamed } from "./finding.ts"
import { refused } from "./refusal.ts"
import { hintsOf, lacking, takenBy, takenInShort, verbs, wordsOf } from "./verbs.ts"

const MOST_FOUND = 20

const Input = Schema.Struct({
  query: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
    description: "What is to be done, in a few words, or the name of a tool.",
    examples: ["remove a customer"]
  }),
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_FOUND })).annotate({ description: "How many to show; 5 without it.", examples: [5] })
  )
})

const Found = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  description: Schema.String,
  inputSchema: Schema.Any,
  annotations: Schema.Any,
  category: Schema.String,
  scope: Schema.String.annotate({ description: "What a connection needs: a scope, `any`, `session` (a signed-in person) or `public`." }),
  tierFloor: Schema.String,
  requiresConsent: Schema.Boolean,
  allowed: Schema.Boolean.annotate({ description: "Whether this connection can call it." }),
  why_not: Schema.optionalKey(Schema.String)
})

const Output = Schema.Struct({
  total: Schema.Int.annotate({ description: "How many tools there are." }),
  count: Schema.Int.annotate({ description: "How many of them are shown here." }),
  hint: Schema.optionalKey(Schema.String.annotate({ description: "What to do where nothing was found." })),
  tools: Schema.Array(Found)
})

/** All that it takes where it is the one that is asked for, in short beside others. */
const shown = (caller: Caller["Service"], query: string) => (entry: Operation): typeof Found.Type => {
  const no = lacking(caller, entry)
  return {
    name: entry.name,
    title: entry.summary,
    description: wordsOf(entry),
    inputSchema: isNamed(entry, query) ? takenBy(entry) : takenInShort(entry),
    annotations: hintsOf(entry),
    category: entry.category,
    scope: entry.access,
    tierFloor: entry.tierFloor,
    requiresConsent: entry.requiresConsent,
    allowed: no === undefined,
    ...no !== undefined && { why_not: no.message }
  }
}

const explain = decoderOf(Input)

const nothing = `No tool has these words. Try others, or one of the areas: ${[...new Set(verbs.map(({ category }) => category))].join(", ")}. ` +
  "What is not found in other words either cannot be done here."

/** Finds any tool that there is, listed or not. */
export const searchTools: McpTool<Connection | Site> = {
  name: "search_tools",
  title: "Search tools",
  description: "Finds tools by words or by name, also those that the list does not show: everything found can be called by its name. " +
    "Answers with what each takes (in full for a tool whose name is asked for), what it needs, and whether this connection may call it.",
  inputSchema: inputSchema(Input) as JsonSchema & ObjectSchema,
  outputSchema: decodedSchema(Output) as JsonSchema & ObjectSchema,
  annotations: { title: "Search tools", readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  call: Effect.fnUntraced(function*(args) {
    const details = explain(args)
    if (details.length > 0) {
      const missing = details.some(({ error }) => error === REQUIRED)
      return yield* refused({ code: missing ? "bad_request" : "validation_error", message: "These arguments are missing or not valid.", details })
    }
    const caller = yield* (yield* Connection).caller
    if (caller === undefined) return yield* refused({ code: "unauthorized", message: "This connection was ended." })
    const { limit = 5, query } = args as typeof Input.Type
    const tools = findTools(query, limit).map(shown(caller, query))
    return { structured: { total: verbs.length, count: tools.length, ...tools.length === 0 && { hint: nothing }, tools } }
  })
}
