import { Context, Schema } from "effect"
import type { Operation } from "./catalog.ts"
import { redacted } from "./redacted.ts"

export const consentStates = ["proposed", "previewed", "approved", "executed", "rejected", "expired"] as const

/** A step of the consent ladder. The first three can still go on; the last three are the end. */
export const ConsentStep = Schema.Literals(consentStates).annotate({
  description: "`proposed`, `previewed` and `approved` can still go on; `executed`, `rejected` and `expired` are the end."
})
export type ConsentStep = typeof ConsentStep.Type

/** Where a person agrees to a call. */
export const ApprovalPlace = Schema.Literals(["page", "client_or_page"]).annotate({
  description: "`page`: signed in, on `page_url` or by `approve_url` with the person's own access token; so it is for what cannot be undone, and for all where the company wants that. " +
    "`client_or_page`: also in the AI client that asks its user."
})

/** How what a call does is taken back. */
export const UndoOf = Schema.NullOr(
  Schema.Struct({
    by: Schema.String.annotate({ description: "The operation that does it.", examples: ["restore_contact"] }),
    days: Schema.optionalKey(Schema.Int.annotate({ description: "For how many days; without end where it is left out.", examples: [30] }))
  }).annotate({ identifier: "Undo" })
).annotate({ description: "How it is taken back; `null` where it cannot be." })
export type UndoOf = typeof UndoOf.Type

export const SharesRecords = Schema.Boolean.annotate({
  description: "Live and test keys share the records that it changes: asked for with a test key too, it changes the real ones."
})

/** What people are told of how an operation is taken back, and of whose records it changes. */
export const aboutOf = (meaning: Pick<Operation, "sharesRecords" | "undo"> | undefined): { readonly undo: UndoOf; readonly shared: boolean } => ({
  undo: meaning?.undo === undefined || meaning.undo === "nothing" ? null : meaning.undo,
  shared: meaning?.sharesRecords === true
})

export const undoText = (undo: UndoOf): string =>
  undo === null ? "This cannot be undone."
  : undo.days === undefined ? `This can be undone (${undo.by}).`
  : `This can be ${undo.by.startsWith("restore_") ? "restored" : "undone"} for ${undo.days} days (${undo.by}).`

export const CHANGES_REAL_RECORDS = "It was asked for with a test key, and changes your real records: live and test keys share them."

/** For whoever is asked in test mode themselves. */
export const REAL_IN_TEST_MODE = "You are in test mode, but this changes your real records: live and test mode share them."

/** How long a proposal waits for a person. */
export const PROPOSAL_HOURS = 24

/** How long an approval waits for the call. */
export const CONFIRMATION_MINUTES = 15

/** The header that a confirmed call carries, as Node spells it. */
export const CONFIRMATION_HEADER = "x-service-confirmation"

/** When a person agreed to the call in progress; nothing where nobody was asked. What is newer was not seen by them. */
export const ApprovedAt = Context.Reference<string | undefined>("kernel/ApprovedAt", { defaultValue: () => undefined })

const shape = /^cfm_[A-Za-z0-9_-]{43}$/

/** A confirmation from 32 random bytes. */
export const makeConfirmation = (bytes: Uint8Array): string => `cfm_${Buffer.from(bytes).toString("base64url")}`

export const isConfirmationShaped = (text: string): boolean => shape.test(text)

const MOST_CHARACTERS = 300
const MOST_OF_A_VALUE = 60

const cut = (text: string, most: number) => text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text

const told = (value: Schema.Json): string =>
  cut(
    typeof value === "string"
      ? `“${value}”`
      : Array.isArray(value) && value.every((one) => typeof one !== "object")
      ? value.join(", ")
      : JSON.stringify(value),
    MOST_OF_A_VALUE
  )

type Facts = { readonly [field: string]: Schema.Json }

/** A record as people know it: a contact, and the name of the person. */
export interface NamedRecord {
  readonly noun: string
  readonly name: string
  /** What else tells people which it is, or what it is about. */
  readonly facts?: Facts
}

/** Names of records that fields name, by field and id. */
type Names = { readonly [field: string]: { readonly [id: string]: string } }

/** A field by which one record, or several, are named, with their names in place of ids; as it was sent where one is not known. */
const named = (field: string, value: Schema.Json, names: Names): string | undefined => {
  const known = names[field.replace(/_ids$/u, "_id")]
  const all = (Array.isArray(value) ? value : [value]).map((id) => known?.[String(id)])
  if (known === undefined || all.length === 0 || all.some((name) => name === undefined)) return undefined
  return `${field.replace(/_id$/u, "").replace(/_ids$/u, "s").replaceAll("_", " ")} ${all.map((name) => cut(name!.replace(/\s+/gu, " "), MOST_OF_A_VALUE)).join(", ")}`
}

/**
 * What a call would do, in words for a person: the operation, with the record that its path names, and what else was sent with
 * it, short of what may be secret, with the names of records in place of their ids. `said` has values as people read them, by field.
 */
export const summaryOf = (
  { summary }: Pick<Operation, "summary">, { id, ...input }: Facts, record?: NamedRecord, names: Names = {}, said: { readonly [field: string]: string } = {}
): string => {
  const sent = record === undefined ? id === undefined ? input : { id, ...input } : { ...record.facts, ...input }
  const fields = Object.entries(redacted(sent)).filter(([, value]) => value !== null)
    .map(([name, value]) => named(name, value, names) ?? `${name.replaceAll("_", " ")} ${said[name] ?? told(value)}`)
  const name = record && cut(record.name.replace(/\s+/gu, " "), MOST_OF_A_VALUE)
  /* What has no name of its own is called by its kind and number already. */
  const called = record && (name!.startsWith(`${record.noun} `) ? name! : `${record.noun} ${name}`)
  const article = record && new RegExp(`\\ban? ${record.noun}\\b`)
  const [head, all] = called === undefined || article === undefined ? [summary, fields]
    : article.test(summary) ? [summary.replace(article, () => called), fields] : [summary, [called, ...fields]]
  return cut(all.length === 0 ? head : `${head}: ${all.join("; ")}`, MOST_CHARACTERS)
}
