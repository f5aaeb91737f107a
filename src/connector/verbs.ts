import { memoize } from "effect/Function"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { inputOf } from "#schemas/kernel/manifest"
import type { Caller } from "#schemas/kernel/tenancy"
import { forbidden } from "#schemas/kernel/admission"
import type { ObjectSchema, ToolAnnotations } from "../mcp/profile.ts"
import { begun, short } from "./short.ts"

/** A connection acts for a company; what people do before they sign in is left out, and what only visitors do. */
const isBeforeSignIn = ({ access, readOnly, visitors }: Operation) => access === "public" && (!readOnly || visitors.length > 0)

/** Every operation that can be called as a tool, as the catalogue has them. */
export const verbs: ReadonlyArray<Operation> = catalogOf(Api).filter((entry) => !isBeforeSignIn(entry))

export const takenBy: (entry: Operation) => ObjectSchema = memoize((entry) => inputOf(entry) as JsonSchema & ObjectSchema)

export const takenInShort: (entry: Operation) => ObjectSchema = memoize((entry) => short(takenBy(entry)))

export const hintsOf = ({ destructive, idempotent, readOnly }: Operation): ToolAnnotations => ({
  readOnlyHint: readOnly,
  ...!readOnly && { destructiveHint: destructive, idempotentHint: idempotent },
  openWorldHint: false
})

const confirmed = " A person has to confirm it."

/** Headers of REST, which a call of a tool does not have: what stands in `_meta` instead is told once. */
const ofHeaders = /`(?:Accept|Idempotency-Key|If-Match|Last-Event-ID)`/u

const withoutHeaders = (text: string): string => text.split(/(?<=\.) (?=\S)/u).filter((sentence) => !ofHeaders.test(sentence)).join(" ")

/** For a model that must choose. */
export const wordsOf = ({ description, requiresConsent, summary }: Operation): string =>
  `${summary}. ${withoutHeaders(description)}${requiresConsent ? confirmed : ""}`

/** The same in short, beside the name and the title that say some of it. */
export const begunOf = ({ description, requiresConsent }: Operation): string =>
  `${begun(withoutHeaders(description))}${requiresConsent ? confirmed : ""}`

/** What stands between a caller and an operation; nothing where they may call it. */
export const lacking = (caller: Caller["Service"], entry: Operation) => forbidden(caller, entry)

/** What the list shows: the catalogue's choice, as far as the caller may call it. */
export const isOffered = (caller: Caller["Service"]) => (entry: Operation): boolean =>
  entry.curated && lacking(caller, entry) === undefined
