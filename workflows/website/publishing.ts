import { Clock, Effect, Option, Schema } from "effect"
import { now } from "#layers/kernel/sql"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Redirects } from "#layers/website/redirects"
import { Revisions } from "#layers/website/revisions"
import { SiteVersion } from "#layers/website/site-version"
import { ApprovedAt } from "#schemas/kernel/consent"
import { Conflict } from "#schemas/kernel/errors"
import { Timestamp } from "#schemas/kernel/time"
import type { DocumentKind, IdOf } from "#schemas/website/documents"
import type { Publication, Withdrawal } from "#schemas/website/publication"
import { durable } from "../durable.ts"
import { refuse } from "../payments/costs.ts"
import { plainPath } from "#schemas/website/address"
import { redirectsBy } from "#schemas/website/redirect"
import type { Document, RowOf } from "./documents.ts"
import { keepDraftFiles, keepNoFiles, keepShownFiles, requireDescribed } from "./files.ts"
import { locked, told } from "./revising.ts"

const Kind = Schema.Literals(["page", "post"])
const Action = Schema.Literals(["publish", "unpublish"])

/**
 * Publishes a page or a post at a time, or takes it off, if that is what it says of itself then: nothing is called off when somebody
 * schedules it anew. Pages are of both modes, so that real time counts.
 */
export const PublicationTimer = durable({
  name: "website.publication", version: 1, realTime: true,
  payload: { kind: Kind, id: Schema.Int, action: Action, at: Timestamp },
  success: Schema.Struct({ done: Schema.Boolean })
})

/** How far ahead something is scheduled at most. */
const MOST_YEARS = 5
const YEAR_MS = 366 * 86_400_000

const requireToCome = Effect.fnUntraced(function*(field: string, at: string) {
  const time = yield* Clock.currentTimeMillis
  if (Date.parse(at) <= time) {
    return yield* refuse(field, `it is in the past: it is ${new Date(time).toISOString()} now. Leave it out for at once`, at)
  }
  if (Date.parse(at) > time + MOST_YEARS * YEAR_MS) return yield* refuse(field, `it is more than ${MOST_YEARS} years ahead`, at)
})

const expect = <K extends DocumentKind>(kind: K, { id }: RowOf<K>, action: typeof Action.Type, at: string) =>
  PublicationTimer.start({ kind, id, action, at }, { key: `${kind} ${id} ${action} ${at}` })

/** Sends visitors of an address that was to the one that is; where none was, they are not sent away from the one that is. */
const led = (from: string | null, to: string | null) =>
  to === null || from === to ? Effect.void : Redirects.use((redirects) => from === null ? redirects.taken(to) : redirects.moved(from, to))

/** Goes on only if a revision can go public. */
const requireShowable = Effect.fnUntraced(function*<K extends DocumentKind>(kind: K, before: RowOf<K>, revision: number) {
  const content = Option.getOrUndefined(yield* Revisions.use((revisions) => revisions.content(kind, before.id as IdOf<K>, revision)))
  if (content === undefined) return yield* refuse("revision", `there is no such revision: the newest is ${before.revision}`, revision)
  yield* requireDescribed(content)
  return content
})

const shownEvents = { page: "page.published", post: "post.published" } as const
const hiddenEvents = { page: "page.unpublished", post: "post.unpublished" } as const

/** Makes a revision what visitors see. */
export const show = Effect.fnUntraced(function*<K extends DocumentKind, R>(
  { address, followed, kind, placed, update }: Document<K, R>, before: RowOf<K>, revision: number
) {
  const content = yield* requireShowable(kind, before, revision)
  const after = yield* update(before, {
    ...yield* placed(before, content),
    published_revision: revision, published_at: now, first_published_at: before.first_published_at ?? now, problem: null,
    ...before.publish_revision === revision && { publish_at: null, publish_revision: null }
  }, { events: [shownEvents[kind]] })
  yield* keepDraftFiles(kind, after)
  yield* keepShownFiles(kind, after.id, content)
  const moved = yield* followed(address(before), address(after))
  for (const one of [{ before, after }, ...moved]) yield* led(address(one.before), address(one.after))
  yield* (yield* SiteVersion).touch
  return after
})

/** Takes it off. */
export const hide = Effect.fnUntraced(function*<K extends DocumentKind, R>({ kind, nowhere, update }: Document<K, R>, before: RowOf<K>) {
  const after = yield* update(before, {
    ...nowhere, published_revision: null, published_at: null, publish_at: null, publish_revision: null, unpublish_at: null
  }, before.published_revision === null ? {} : { events: [hiddenEvents[kind]] })
  yield* keepDraftFiles(kind, after)
  yield* keepShownFiles(kind, after.id, null)
  if (before.published_revision !== null) yield* (yield* SiteVersion).touch
  return after
})

/** Goes on only if whoever agreed to the call has seen the newest revision. */
const requireSeen = Effect.fnUntraced(function*<K extends DocumentKind>(kind: K, { id, revision }: RowOf<K>) {
  const approved = yield* ApprovedAt
  if (approved === undefined) return
  const newest = Option.getOrThrow(yield* Revisions.use((revisions) => revisions.find(kind, id, revision)))
  if (Date.parse(newest.created_at) <= Date.parse(approved)) return
  return yield* new Conflict({
    message: `Revision ${revision} was made after a person agreed, who has not seen it: name the \`revision\` that they saw, or make the call without ` +
      "the confirmation to ask again."
  })
})

export const publish = Effect.fnUntraced(function*<K extends DocumentKind, R>(
  document: Document<K, R>, id: IdOf<K>, { publish_at, revision: asked }: Publication
) {
  const { kind } = document
  const before = yield* locked(document, id)
  const revision = asked ?? before.revision
  if (asked === undefined) yield* requireSeen(kind, before)
  if (publish_at === undefined) {
    const isShown = before.published_revision === revision && before.publish_revision !== revision
    return yield* told(kind, isShown ? before : yield* show(document, before, revision))
  }
  if (before.publish_at === publish_at && before.publish_revision === revision) return yield* told(kind, before)
  yield* requireToCome("publish_at", publish_at)
  if (before.unpublish_at !== null && Date.parse(before.unpublish_at) <= Date.parse(publish_at)) {
    return yield* refuse(
      "publish_at", `it is taken off at ${before.unpublish_at}: publish it before, or call that off with \`unpublish_at\` as null`, publish_at
    )
  }
  yield* requireShowable(kind, before, revision)
  const after = yield* document.update(before, { publish_at, publish_revision: revision, problem: null })
  yield* keepDraftFiles(kind, after)
  yield* expect(kind, after, "publish", publish_at)
  return yield* told(kind, after)
})

export const unpublish = Effect.fnUntraced(function*<K extends DocumentKind, R>(document: Document<K, R>, id: IdOf<K>, { unpublish_at }: Withdrawal) {
  const { kind } = document
  const before = yield* locked(document, id)
  const isNowhere = before.published_revision === null && before.publish_at === null
  if (unpublish_at === undefined) return yield* told(kind, isNowhere ? before : yield* hide(document, before))
  if (before.unpublish_at === unpublish_at) return yield* told(kind, before)
  yield* requireToCome("unpublish_at", unpublish_at)
  if (isNowhere) return yield* new Conflict({ message: `This ${kind} is not published, and it is not scheduled to be: there is nothing to take off.` })
  if (before.publish_at !== null && Date.parse(unpublish_at) <= Date.parse(before.publish_at)) {
    return yield* refuse("unpublish_at", `it goes public at ${before.publish_at}: take it off after that`, unpublish_at)
  }
  const after = yield* document.update(before, { unpublish_at })
  yield* expect(kind, after, "unpublish", unpublish_at)
  return yield* told(kind, after)
})

/** What the changes of a document call off. */
export const calledOff = <K extends DocumentKind>(before: RowOf<K>, asked: { readonly publish_at?: null; readonly unpublish_at?: null }) => {
  const publication = asked.publish_at === null && before.publish_at !== null
  const isNowhere = before.published_revision === null && (before.publish_at === null || publication)
  return {
    ...publication && { publish_at: null, publish_revision: null },
    ...before.unpublish_at !== null && (asked.unpublish_at === null || isNowhere) && { unpublish_at: null }
  }
}

/** Where visitors of something deleted are sent; fails where they would be sent on from there, or back. */
const targetOf = Effect.fnUntraced(function*(from: string, asked: string | undefined) {
  if (asked === undefined) return null
  if (!asked.startsWith("/")) return asked
  const to = plainPath(asked)
  if (to === from) return yield* refuse("redirect_to", "it leads to itself: name another address", asked)
  const next = redirectsBy(yield* Redirects.use(({ all }) => all))(to)
  if (next === undefined || next.to === from) return to
  const on = next.to === null ? "told that it is gone" : `sent on to ${next.to}`
  return yield* refuse("redirect_to", `visitors of it are ${on}: name where they are to get`, asked)
})

/** Deletes a document with its revisions, and leaves a redirect or word that it is gone. */
export const deleted = Effect.fnUntraced(function*<K extends DocumentKind, R>(
  { address, kind, remove }: Document<K, R>, before: RowOf<K>, redirect_to: string | undefined
) {
  const answer = yield* told(kind, before)
  const from = address(before)
  const to = from === null ? null : yield* targetOf(from, redirect_to)
  yield* Revisions.use((revisions) => revisions.remove(kind, before.id))
  yield* remove(before.id as IdOf<K>)
  yield* recordChange({
    object: kind, id: before.id, before: before as never, after: null, ...from !== null && { events: [hiddenEvents[kind]] }
  })
  yield* keepNoFiles(kind, before.id)
  if (from !== null) {
    yield* Redirects.use((redirects) => redirects.moved(from, to))
    yield* (yield* SiteVersion).touch
  }
  return answer
})
