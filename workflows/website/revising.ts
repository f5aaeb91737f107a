import { Effect, Option } from "effect"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { Revisions } from "#layers/website/revisions"
import { etagOf, IfMatch } from "#schemas/kernel/headers"
import { PreconditionFailed } from "#schemas/kernel/errors"
import type { Paging } from "#schemas/kernel/paging"
import type { Facts } from "#schemas/kernel/events"
import { differencesOf } from "#schemas/website/differences"
import type { ContentOf, DocumentKind, IdOf } from "#schemas/website/documents"
import { signed } from "../signed.ts"
import type { Document, RowOf } from "./documents.ts"

/** A document with what it says. */
export const told = Effect.fnUntraced(function*<K extends DocumentKind>(kind: K, row: RowOf<K>) {
  const { draft, published } = yield* Revisions.use((revisions) => revisions.both(kind, row as RowOf<K> & { readonly id: IdOf<K> }))
  return { ...row, draft, published }
})

export const revisionsOf = Effect.fnUntraced(function*<K extends DocumentKind, R>({ get, kind }: Document<K, R>, id: IdOf<K>, paging: Paging) {
  const { published_revision } = yield* get(id)
  const { items, ...page } = yield* Revisions.use((revisions) => revisions.page(kind, id, paging))
  const rows = yield* signed(items)
  return { ...page, items: rows.map(({ id: _, ...row }) => ({ ...row, published: row.number === published_revision })) }
})

const facts = (content: unknown) => content as Facts

/** What differs between two revisions of a document: what is published and the draft, if nothing else is asked for. */
export const comparisonOf = Effect.fnUntraced(function*<K extends DocumentKind, R>(
  { get, kind }: Document<K, R>, id: IdOf<K>, asked: { readonly from?: number; readonly to?: number }
) {
  const revisions = yield* Revisions
  const { published_revision, revision } = yield* get(id)
  const to = asked.to ?? revision
  const shown = published_revision === null || published_revision === to ? Math.max(1, to - 1) : published_revision
  const numbers = [asked.from ?? shown, to]
  const found = yield* Effect.forEach(numbers, (number) => getOrFail(`revision (${number})`)(revisions.find(kind, id, number)))
  const [from, then] = yield* Effect.forEach(numbers, (number) => Effect.map(revisions.content(kind, id, number), Option.getOrThrow))
  const [a, b] = (yield* signed(found)).map(({ created_at, made_by, note, number }) => ({ number, made_by, note, created_at }))
  return { from: a!, to: b!, ...differencesOf(facts(from), facts(then)) }
})

/** Says what others made of a document since the version that `If-Match` names, with both versions. */
const withVersions = Effect.fnUntraced(function*<K extends DocumentKind, R>({ find, kind }: Document<K, R>, id: IdOf<K>, failure: PreconditionFailed) {
  const revisions = yield* Revisions
  const row = Option.getOrUndefined(yield* find(id))
  if (row === undefined) return failure
  const contentOf = (number: number) => Effect.map(revisions.content(kind, id, number), Option.getOrThrow)
  const content = facts(yield* contentOf(row.revision))
  const current = { etag: etagOf(row.version), revision: row.revision, content }
  const named = /"(\d{1,9})"/u.exec((yield* IfMatch) ?? "")?.[1]
  const earlier = named === undefined ? undefined : Option.getOrUndefined(yield* revisions.atVersion(kind, id, Number(named)))
  if (named === undefined || earlier === undefined || Number(named) > row.version) {
    return new PreconditionFailed({ message: failure.message, versions: { yours: null, current } })
  }
  const yours = { etag: etagOf(Number(named)), revision: earlier.number, content: facts(yield* contentOf(earlier.number)) }
  const [newest] = yield* signed(yield* Effect.map(revisions.find(kind, id, row.revision), Option.toArray))
  const { blocks, fields } = differencesOf(yours.content, content)
  const changed = [...fields.map(({ field }) => field), ...blocks.length > 0 ? ["blocks"] : []]
  const since = changed.length === 0 ? "What it says is the same."
    : `Revision ${row.revision} by ${newest?.made_by.label ?? "somebody else"} differs from revision ${earlier.number} in ${changed.join(", ")}.`
  return new PreconditionFailed({ message: `${failure.message} ${since}`, versions: { yours, current } })
})

/** The document, locked until the transaction ends; where `If-Match` names another version, the refusal carries both. */
export const locked = <K extends DocumentKind, R>(document: Document<K, R>, id: IdOf<K>) =>
  Effect.catchTag(document.lock(id), "PreconditionFailed", (failure) => Effect.flatMap(withVersions(document, id, failure), Effect.fail))

/** The same for what asks for no version. */
export const lockedAnyhow = <K extends DocumentKind, R>(document: Document<K, R>, id: IdOf<K>) =>
  Effect.catchTag(document.lock(id), "PreconditionFailed", Effect.die)

/** What a document's draft says. */
export const draftOf = <K extends DocumentKind>(kind: K, { id, revision }: RowOf<K>): Effect.Effect<ContentOf<K>, never, Revisions> =>
  Revisions.use((revisions) => Effect.map(revisions.content(kind, id as IdOf<K>, revision), Option.getOrThrow))

/** Keys of objects in one order: how a content is read from the database and how it was sent differ in nothing else. */
const ordered = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1))
    : value

export const sameContent = (a: unknown, b: unknown): boolean => JSON.stringify(a, ordered) === JSON.stringify(b, ordered)
