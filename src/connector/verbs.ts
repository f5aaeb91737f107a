import type { Schema } from "effect"
import { memoize } from "effect/Function"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import { decodedSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import { inputOf } from "#schemas/kernel/manifest"
import type { Caller } from "#schemas/kernel/tenancy"
import { forbidden } from "#schemas/kernel/admission"
import type { ObjectSchema, ToolAnnotations } from "../mcp/profile.ts"
import { brief } from "../tools/brief.ts"

/** A connection acts for a company; what people do before they sign in is left out, and what only visitors do. */
const isBeforeSignIn = ({ access, readOnly, visitors }: Operation) => access === "public" && (!readOnly || visitors.length > 0)

/** Every operation that can be called as a tool, as the catalogue has them. */
export const verbs: ReadonlyArray<Operation> = catalogOf(Api).filter((entry) => !isBeforeSignIn(entry))

export const takenBy: (entry: Operation) => ObjectSchema = memoize((entry) => inputOf(entry) as JsonSchema & ObjectSchema)

/** What stands for a file that a tool answers with; its text is the content of the answer. */
const file: ObjectSchema = {
  type: "object",
  properties: { type: { type: "string" }, name: { type: "string" }, bytes: { type: "integer" } },
  required: ["type", "name", "bytes"]
}

/** What a tool answers, in short; nothing where that is not an object. */
export const givenBy: (entry: Operation) => ObjectSchema | null = memoize((entry) => {
  if (entry.download !== undefined) return file
  const schema: Schema.Json = brief(decodedSchema([...entry.endpoint.success][0]! as Schema.Top), 1)
  return schema["type"] === "object" ? schema as JsonSchema & ObjectSchema : null
})

export const hintsOf = ({ destructive, idempotent, readOnly, summary }: Operation): ToolAnnotations => ({
  title: summary,
  readOnlyHint: readOnly,
  ...!readOnly && { destructiveHint: destructive },
  idempotentHint: idempotent,
  openWorldHint: false
})

const confirmed = " A person has to confirm it."

/** For a model that must choose. */
export const wordsOf = ({ description, requiresConsent, summary }: Operation): string =>
  `${summary}. ${description}${requiresConsent ? confirmed : ""}`

/** What stands between a caller and an operation; nothing where they may call it. */
export const lacking = (caller: Caller["Service"], entry: Operation) => forbidden(caller, entry)

/** What the list shows: the catalogue's choice, as far as the caller may call it. */
export const isOffered = (caller: Caller["Service"]) => (entry: Operation): boolean =>
  entry.curated && lacking(caller, entry) === undefined
