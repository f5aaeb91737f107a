import { Effect } from "effect"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { Posts } from "#layers/website/posts"
import { Revisions } from "#layers/website/revisions"
import type { Input } from "#schemas/kernel/catalog"
import { faultOfPostSlug } from "#schemas/website/paths"
import type { Post, PostContent } from "#schemas/website/post"
import type * as api from "#schemas/website/posts.api"
import { refuse } from "../payments/costs.ts"
import { postDocument, requireTranslation } from "./documents.ts"
import { keepDraftFiles } from "./files.ts"
import { previewOf } from "./preview.ts"
import { calledOff, deleted, publish, unpublish } from "./publishing.ts"
import { comparisonOf, draftOf, locked, lockedAnyhow, revisionsOf, sameContent, told } from "./revising.ts"

export const list_posts = (query: Input<typeof api.list_posts>) => Posts.use((posts) => posts.page(query))

export const get_post = ({ id }: Input<typeof api.get_post>) => Effect.flatMap(Posts.use((posts) => posts.get(id)), (post) => told("post", post))

const requireSound = Effect.fnUntraced(function*(before: Post | null, content: PostContent) {
  if (content.body !== null && content.blocks !== null) {
    return yield* refuse("blocks", "it says what it says in `body` or in `blocks`, not in both: send the other one as null", null)
  }
  const fault = faultOfPostSlug(content.slug)
  if (fault !== undefined) return yield* refuse("slug", fault, content.slug)
  yield* requireTranslation(postDocument, before, content)
})

/** What a post's row tells of its draft. */
const columnsOf = ({ locale, slug, tags, title, translation_of }: PostContent) => ({ locale, slug, tags, title, translation_of })

export const create_post = Effect.fnUntraced(function*({ note, ...asked }: Input<typeof api.create_post>) {
  const posts = yield* Posts
  yield* posts.hold
  const content: PostContent = { ...asked, slug: asked.slug ?? (yield* posts.freeSlug(asked.title)) }
  yield* requireSound(null, content)
  const post = yield* posts.create({ ...columnsOf(content), revision: 1 })
  yield* Revisions.use((revisions) => revisions.add("post", post, content, note ?? null))
  yield* keepDraftFiles("post", post)
  return yield* told("post", post)
})

/** Makes a content the draft of a post, as its newest revision. */
const revise = Effect.fnUntraced(function*(before: Post, content: PostContent, note: string | undefined, more: object) {
  yield* requireSound(before, content)
  const post = yield* Posts.use((posts) => posts.update(before, { ...columnsOf(content), revision: before.revision + 1, ...more }))
  yield* Revisions.use((revisions) => revisions.add("post", post, content, note ?? null))
  yield* keepDraftFiles("post", post)
  return yield* told("post", post)
})

export const update_post = Effect.fnUntraced(function*({ id, note, publish_at, unpublish_at, ...changes }: Input<typeof api.update_post>) {
  const before = yield* locked(postDocument, id)
  const draft = yield* draftOf("post", before)
  const content = { ...draft, ...changes }
  const off = calledOff<"post">(before, { ...publish_at !== undefined && { publish_at }, ...unpublish_at !== undefined && { unpublish_at } })
  if (!sameContent(draft, content)) return yield* revise(before, content, note, off)
  const post = yield* Posts.use((posts) => posts.update(before, off))
  yield* keepDraftFiles("post", post)
  return yield* told("post", post)
})

export const publish_post = ({ id, ...asked }: Input<typeof api.publish_post>) => publish(postDocument, id, asked)

export const unpublish_post = ({ id, ...asked }: Input<typeof api.unpublish_post>) => unpublish(postDocument, id, asked)

export const delete_post = Effect.fnUntraced(function*({ id, redirect_to }: Input<typeof api.delete_post>) {
  return yield* deleted(postDocument, yield* lockedAnyhow(postDocument, id), redirect_to)
})

export const list_post_revisions = ({ id, ...paging }: Input<typeof api.list_post_revisions>) => revisionsOf(postDocument, id, paging)

export const restore_post_revision = Effect.fnUntraced(function*({ id, rev }: Input<typeof api.restore_post_revision>) {
  const before = yield* locked(postDocument, id)
  const draft = yield* draftOf("post", before)
  const earlier = yield* getOrFail("revision")(Revisions.use((revisions) => revisions.content("post", id, rev)))
  const { slug, translation_of } = draft
  const content = { ...earlier, slug, translation_of, locale: translation_of === null ? earlier.locale : draft.locale }
  return sameContent(content, draft) ? yield* told("post", before) : yield* revise(before, content, `Restored from revision ${rev}`, {})
})

export const compare_post_revisions = ({ id, ...asked }: Input<typeof api.compare_post_revisions>) => comparisonOf(postDocument, id, asked)

export const preview_post = ({ id, revision }: Input<typeof api.preview_post>) => previewOf(postDocument, id, revision)
