import { Effect, Schema } from "effect"
import type { DocumentKind, IdOf } from "#schemas/website/documents"
import { sleepUntil, write } from "../durable.ts"
import { type Document, pageDocument, postDocument } from "./documents.ts"
import { hide, PublicationTimer, show } from "./publishing.ts"

/** What was scheduled. */
interface Scheduled {
  readonly id: number
  readonly action: "publish" | "unpublish"
  readonly at: string
}

const Done = Schema.Struct({ done: Schema.Boolean })

/** Why it could not go public. */
const Hindered = Schema.TaggedStruct("Hindered", { message: Schema.String })

/** Does what was scheduled for a time, if it still is. One that was deleted needs nothing. */
const due = <K extends DocumentKind, R>(document: Document<K, R>, { action, at, id }: Scheduled) =>
  Effect.gen(function*() {
    const before = yield* document.lock(id as IdOf<K>)
    if (action === "publish" && before.publish_at === at) yield* show(document, before, before.publish_revision!)
    else if (action === "unpublish" && before.unpublish_at === at) yield* hide(document, before)
    else return { done: false }
    return { done: true }
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed({ done: false })),
    Effect.mapError(({ message }) => Hindered.make({ message }))
  )

/** Says what was in the way, where the company looks. */
const tell = <K extends DocumentKind, R>(document: Document<K, R>, { at, id }: Scheduled, problem: string) =>
  Effect.gen(function*() {
    const before = yield* document.lock(id as IdOf<K>)
    if (before.publish_at === at) yield* document.update(before, { publish_at: null, publish_revision: null, problem })
  }).pipe(Effect.catch(() => Effect.void))

const performed = Effect.fnUntraced(function*<K extends DocumentKind, R>(document: Document<K, R>, scheduled: Scheduled) {
  const verb = `${scheduled.action}_${document.kind}`
  return yield* Effect.catch(
    write("do", { verb, success: Done, error: Hindered }, due(document, scheduled)),
    ({ message }) => Effect.as(write("tell", { verb }, tell(document, scheduled, message)), { done: false })
  )
})

export const PublicationTimerProgram = PublicationTimer.program(Effect.fnUntraced(function*({ kind, ...scheduled }) {
  yield* sleepUntil("due", scheduled.at)
  return yield* kind === "page" ? performed(pageDocument, scheduled) : performed(postDocument, scheduled)
}))
