import { Effect, Option } from "effect"
import { now } from "#layers/kernel/sql"
import type { Written } from "#layers/kernel/repository"
import { Pages } from "#layers/website/pages"
import { Posts } from "#layers/website/posts"
import type { Conflict, NotFound, PreconditionFailed, ValidationError } from "#schemas/kernel/errors"
import type { ContentOf, DocumentKind, IdOf } from "#schemas/website/documents"
import type { Page } from "#schemas/website/page"
import { HOME, pathOf } from "#schemas/website/paths"
import type { Post } from "#schemas/website/post"
import { refuse } from "../payments/costs.ts"

interface Rows {
  readonly page: Page
  readonly post: Post
}
export type RowOf<K extends DocumentKind> = Rows[K]

type Changes = Readonly<Record<string, unknown>>

interface Moved<K extends DocumentKind> {
  readonly before: RowOf<K>
  readonly after: RowOf<K>
}

/** What pages and posts are to the programs that revise and publish both. */
export interface Document<K extends DocumentKind, R> {
  readonly kind: K
  readonly find: (id: IdOf<K>) => Effect.Effect<Option.Option<RowOf<K>>, never, R>
  readonly get: (id: IdOf<K>) => Effect.Effect<RowOf<K>, NotFound, R>
  /** Locked, before anything else is. */
  readonly lock: (id: IdOf<K>) => Effect.Effect<RowOf<K>, NotFound | PreconditionFailed, R>
  readonly update: (before: RowOf<K>, changes: Changes, written?: Written) => Effect.Effect<RowOf<K>, Conflict, R>
  readonly remove: (id: IdOf<K>) => Effect.Effect<void, never, R>
  /** One that is said to be its translation. */
  readonly translationOf: (id: IdOf<K>) => Effect.Effect<Option.Option<RowOf<K>>, never, R>
  /** Where visitors see it. */
  readonly address: (row: RowOf<K>) => string | null
  /** Where visitors are to see a revision of it, as columns. */
  readonly placed: (before: RowOf<K>, content: ContentOf<K>) => Effect.Effect<Changes, Conflict | ValidationError, R>
  /** The same columns of one that nobody is to see. */
  readonly nowhere: Changes
  /** What follows from another address for others: pairs of what they were and are. */
  readonly followed: (from: string | null, to: string | null) => Effect.Effect<ReadonlyArray<Moved<K>>, Conflict, R>
}

export const pageDocument: Document<"page", Pages> = {
  kind: "page",
  find: (id) => Pages.use((pages) => pages.find(id)),
  get: (id) => Pages.use((pages) => pages.get(id)),
  lock: (id) => Pages.use((pages) => Effect.andThen(pages.hold, pages.lockForUpdate(id))),
  update: (before, changes, written) => Pages.use((pages) => pages.update(before, changes, written)),
  remove: (id) => Pages.use((pages) => pages.remove(id)),
  translationOf: (id) => Pages.use((pages) => pages.translationOf(id)),
  address: ({ published_path }) => published_path,
  placed: Effect.fnUntraced(function*(_, { parent_id, slug }) {
    if (parent_id === null) return { published_path: pathOf(null, slug) }
    const parent = Option.getOrUndefined(yield* Pages.use((pages) => pages.find(parent_id)))
    if (parent === undefined) return yield* refuse("parent_id", "the page that this revision stands below was deleted: publish another revision", parent_id)
    return { published_path: pathOf(parent.published_path ?? parent.path, slug) }
  }),
  nowhere: { published_path: null },
  followed: (from, to) =>
    from === null || to === null || from === to || from === HOME ? Effect.succeed([]) : Pages.use((pages) => pages.moveBelow("published_path", from, to))
}

export const postDocument: Document<"post", Posts> = {
  kind: "post",
  find: (id) => Posts.use((posts) => posts.find(id)),
  get: (id) => Posts.use((posts) => posts.get(id)),
  lock: (id) => Posts.use((posts) => Effect.andThen(posts.hold, posts.lockForUpdate(id))),
  update: (before, changes, written) => Posts.use((posts) => posts.update(before, changes, written)),
  remove: (id) => Posts.use((posts) => posts.remove(id)),
  translationOf: (id) => Posts.use((posts) => posts.translationOf(id)),
  address: ({ published_slug }) => published_slug === null ? null : `/blog/${published_slug}`,
  placed: (before, { posted_at, slug }) => Effect.succeed({ published_slug: slug, posted_at: posted_at ?? before.first_published_at ?? now }),
  nowhere: { published_slug: null, posted_at: null },
  followed: () => Effect.succeed([])
}

/** Goes on only if what says that it is a translation can be one. */
export const requireTranslation = Effect.fnUntraced(function*<K extends DocumentKind, R>(
  { find, kind, translationOf }: Document<K, R>, before: RowOf<K> | null, content: Pick<ContentOf<K>, "locale" | "translation_of">
) {
  const of = content.translation_of as IdOf<K> | null
  if (of === null) return
  if (before !== null && before.id === of) return yield* refuse("translation_of", `a ${kind} is no translation of itself`, of)
  const original = Option.getOrUndefined(yield* find(of))
  if (original === undefined) return yield* refuse("translation_of", `there is no such ${kind}`, of)
  if (original.translation_of !== null) {
    return yield* refuse("translation_of", `${kind} ${of} is a translation itself: name the one that it translates, ${original.translation_of}`, of)
  }
  if (content.locale === null) return yield* refuse("locale", "say the language that it is translated into", null)
  if (before === null) return
  const other = Option.getOrUndefined(yield* translationOf(before.id as IdOf<K>))
  if (other === undefined) return
  return yield* refuse("translation_of", `${kind} ${other.id} is a translation of this one: only one of both can be the original`, of)
})
