import type { PageId, PostId } from "./ids.ts"
import type { PageContent } from "./page.ts"
import type { PostContent } from "./post.ts"

/** What of each kind of document is called by, and says. */
export interface Documents {
  readonly page: { readonly id: PageId; readonly content: PageContent }
  readonly post: { readonly id: PostId; readonly content: PostContent }
}

/** What has revisions. */
export type DocumentKind = keyof Documents
export type ContentOf<K extends DocumentKind> = Documents[K]["content"]
export type IdOf<K extends DocumentKind> = Documents[K]["id"]
