import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { PageId } from "./ids.ts"
import { NewPage, Page, page, PageChanges, PageWithContent } from "./page.ts"
import { leftBehind, Publication, Withdrawal } from "./publication.ts"
import { compared, Comparison, Preview, previewed, Revision, RevisionNumber } from "./revision.ts"

export const list_pages = operation.list("list_pages", "/pages", Page, {
  ...page.list,
  summary: "List pages",
  description: "The pages of the company's site, by path: which are published, which are scheduled, and which have changes that visitors do not see " +
    "yet (`revision` is not `published_revision`). Live and test keys share the site.",
  curated: true
})

export const get_page = operation.get("get_page", "/pages/:id", PageWithContent, {
  summary: "Get a page",
  description: "A page with its `draft`, the newest revision, and with what is `published`, side by side."
})

export const create_page = operation.create("create_page", "/pages", NewPage, PageWithContent, {
  errors: [Conflict],
  summary: "Add a page",
  description: "Adds a page of typed blocks as a draft. Visitors see it once it is published.",
  curated: true
})

export const update_page = operation.update("update_page", "/pages/:id", PageChanges, PageWithContent, {
  errors: [Conflict],
  summary: "Change a page",
  description: "Changes the fields that are sent and leaves the others. Each change is a new revision, which visitors see once it is published. " +
    "With `If-Match`, only if nobody changed it since: the refusal carries both versions. `publish_at` and `unpublish_at` as `null` call off what " +
    "is scheduled.",
  curated: true
})

export const publish_page = operation.transition("publish_page", "/pages/:id/publish", PageWithContent, {
  payload: Publication,
  errors: [Conflict],
  summary: "Publish a page",
  description: "Shows a revision of a page to visitors, at once or at a time to come. What is scheduled is that very revision: later changes do not go " +
    "out with it. Where its address changed, visitors of the old one are sent to the new one. Pictures need an alternative text, or have to be " +
    "marked as decorative.",
  idempotent: true,
  requiresConsent: true,
  undo: { by: "unpublish_page" },
  curated: true
})

export const unpublish_page = operation.transition("unpublish_page", "/pages/:id/unpublish", PageWithContent, {
  payload: Withdrawal,
  errors: [Conflict],
  summary: "Unpublish a page",
  description: "Takes a page off the site, at once or at a time to come. At once also calls off what is scheduled. The draft and all revisions stay.",
  idempotent: true,
  requiresConsent: true,
  undo: { by: "publish_page" }
})

export const delete_page = operation.remove("delete_page", "/pages/:id", PageWithContent, {
  query: leftBehind,
  errors: [Conflict],
  summary: "Delete a page",
  description: "Deletes a page with all its revisions. Visitors of its address are sent to `redirect_to`, or told that it is gone. One that has pages " +
    "below it is not deleted.",
  requiresConsent: true,
  undo: "nothing"
})

export const list_page_revisions = operation.list("list_page_revisions", "/pages/:id/revisions", Revision, {
  params: { id: PageId },
  summary: "List the revisions of a page",
  description: "Every state that the page went through, the newest first: by whom, when and why."
})

export const restore_page_revision = operation.transition("restore_page_revision", "/pages/:id/revisions/:rev/restore", PageWithContent, {
  params: { id: PageId, rev: RevisionNumber },
  errors: [Conflict],
  summary: "Restore a revision of a page",
  description: "Makes the draft say what it said in an earlier revision, as a new one; its address stays. What visitors see stays until it is " +
    "published.",
  idempotent: true
})

export const compare_page_revisions = operation.get("compare_page_revisions", "/pages/:id/revisions/compare", Comparison, {
  params: { id: PageId },
  query: compared,
  summary: "Compare revisions of a page",
  description: "Which fields and which blocks differ between two revisions: what is published and the draft, if nothing else is asked for."
})

export const preview_page = operation.get("preview_page", "/pages/:id/preview", Preview, {
  params: { id: PageId },
  query: previewed,
  summary: "Preview a page",
  description: "A signed address that shows the page as it would look, published or not, to whoever has it: for a day, and this page only."
})
