import { Effect, Option } from "effect"
import { MediaFiles } from "#layers/website/media"
import { MediaUses } from "#layers/website/media-uses"
import { Revisions } from "#layers/website/revisions"
import { ValidationError } from "#schemas/kernel/errors"
import type { ContentOf, DocumentKind, IdOf } from "#schemas/website/documents"
import { filesOf, unsaidPlaces } from "#schemas/website/pictures"
import type { RowOf } from "./documents.ts"

/** Keeps the files of a draft, and of the revision that is scheduled, from being deleted. */
export const keepDraftFiles = Effect.fnUntraced(function*<K extends DocumentKind>(kind: K, { id, publish_revision, revision }: RowOf<K>) {
  const revisions = yield* Revisions
  const numbers = [revision, ...publish_revision === null || publish_revision === revision ? [] : [publish_revision]]
  const contents = yield* Effect.forEach(numbers, (number) => revisions.content(kind, id as IdOf<K>, number))
  const files = contents.flatMap((content) => [...filesOf(Option.getOrThrow(content))])
  yield* MediaUses.use((uses) => uses.set(kind, id, "draft", files))
})

/** Keeps the files that visitors see from being deleted; those of a document that they do not see are not kept. */
export const keepShownFiles = (kind: DocumentKind, id: number, content: ContentOf<DocumentKind> | null) =>
  MediaUses.use((uses) => uses.set(kind, id, "published", content === null ? [] : filesOf(content)))

/** Of a document that is deleted. */
export const keepNoFiles = (kind: DocumentKind, id: number) =>
  Effect.orDie(MediaUses.use((uses) => Effect.forEach(["draft", "published"] as const, (place) => uses.set(kind, id, place, []), { discard: true })))

/** Goes on only if those who do not see the pictures of a content are told what they show. */
export const requireDescribed = Effect.fnUntraced(function*(content: ContentOf<DocumentKind>) {
  const places = unsaidPlaces(content)
  if (places.length === 0) return
  const undescribed = yield* MediaFiles.use((files) => files.undescribed(places.map(({ media_id }) => media_id)))
  const missing = new Map(undescribed.map(({ id, name }) => [id, name]))
  const details = places.filter(({ media_id }) => missing.has(media_id)).map(({ media_id, where }) => ({
    field: where, received: media_id,
    error: `${missing.get(media_id)} needs an alternative text: write it here or with the file, or mark the file as decorative`
  }))
  if (details.length === 0) return
  return yield* new ValidationError({
    message: `It is not published before its pictures say what they show: ${details.map(({ error, field }) => `${field}: ${error}`).join("; ")}`, details
  })
})
