import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { PostId } from "./ids.ts"
import { NewPost, Post, post, PostChanges, PostWithContent } from "./post.ts"
import { leftBehind, Publication, Withdrawal } from "./publication.ts"
import { compared, Comparison, Preview, previewed, Revision, RevisionNumber } from "./revision.ts"

export const list_posts = operation.list("list_posts", "/posts", Post, {
  ...post.list,
  by: "-created_at",
  summary: "List posts",
  description: "The posts of the company's blog, the newest first: which are published, which are scheduled, and which have changes that visitors do not see " +
    "yet (`revision` is not `published_revision`). Live and test keys share the blog.",
  curated: true
})

export const get_post = operation.get("get_post", "/posts/:id", PostWithContent, {
  summary: "Get a post",
  description: "A post with its `draft`, the newest revision, and with what is `published`, side by side."
})

export const create_post = operation.create("create_post", "/posts", NewPost, PostWithContent, {
  errors: [Conflict],
  summary: "Add a post",
  description: "Adds a post of Markdown, or of typed blocks, as a draft. Visitors see it once it is published.",
  curated: true
})

export const update_post = operation.update("update_post", "/posts/:id", PostChanges, PostWithContent, {
  errors: [Conflict],
  summary: "Change a post",
  description: "Changes the fields that are sent and leaves the others. Each change is a new revision, which visitors see once it is published. " +
    "With `If-Match`, only if nobody changed it since: the refusal carries both versions. `publish_at` and `unpublish_at` as `null` call off what " +
    "is scheduled."
})

export const publish_post = operation.transition("publish_post", "/posts/:id/publish", PostWithContent, {
  payload: Publication,
  errors: [Conflict],
  summary: "Publish a post",
  description: "Shows a revision of a post to visitors, at once or at a time to come. What is scheduled is that very revision: later changes do not go " +
    "out with it. Where its address changed, visitors of the old one are sent to the new one. Pictures need an alternative text, or have to be " +
    "marked as decorative.",
  idempotent: true,
  requiresConsent: true,
  undo: { by: "unpublish_post" }
})

export const unpublish_post = operation.transition("unpublish_post", "/posts/:id/unpublish", PostWithContent, {
  payload: Withdrawal,
  errors: [Conflict],
  summary: "Unpublish a post",
  description: "Takes a post off the site, at once or at a time to come. At once also calls off what is scheduled. The draft and all revisions stay.",
  idempotent: true,
  requiresConsent: true,
  undo: { by: "publish_post" }
})

export const delete_post = operation.remove("delete_post", "/posts/:id", PostWithContent, {
  query: leftBehind,
  errors: [Conflict],
  summary: "Delete a post",
  description: "Deletes a post with all its revisions. Visitors of its address are sent to `redirect_to`, or told that it is gone.",
  requiresConsent: true,
  undo: "nothing"
})

export const list_post_revisions = operation.list("list_post_revisions", "/posts/:id/revisions", Revision, {
  params: { id: PostId },
  summary: "List the revisions of a post",
  description: "Every state that the post went through, the newest first: by whom, when and why."
})

export const restore_post_revision = operation.transition("restore_post_revision", "/posts/:id/revisions/:rev/restore", PostWithContent, {
  params: { id: PostId, rev: RevisionNumber },
  errors: [Conflict],
  summary: "Restore a revision of a post",
  description: "Makes the draft say what it said in an earlier revision, as a new one; its address stays. What visitors see stays until it is " +
    "published.",
  idempotent: true
})

export const compare_post_revisions = operation.get("compare_post_revisions", "/posts/:id/revisions/compare", Comparison, {
  params: { id: PostId },
  query: compared,
  summary: "Compare revisions of a post",
  description: "Which fields and which blocks differ between two revisions: what is published and the draft, if nothing else is asked for."
})

export const preview_post = operation.get("preview_post", "/posts/:id/preview", Preview, {
  params: { id: PostId },
  query: previewed,
  summary: "Preview a post",
  description: "A signed address that shows the post as it would look, published or not, to whoever has it: for a day, and this post only."
})
