import type { Block } from "#schemas/website/blocks"
import type { PictureName } from "./pictures.ts"

/** The pages of the site, by their paths. */
export const paths = [
  "/", "/about", "/services", "/services/websites", "/services/brand-and-print", "/services/photography", "/prices", "/work", "/questions",
    "/contact",
  "/goods", "/privacy"
] as const
export type Path = typeof paths[number]

/** The posts, by what stands behind /blog/ in their addresses. */
export const slugs = [
  "what-to-bring-to-a-first-meeting", "setting-type-by-hand-the-case", "photographing-bread", "setting-type-by-hand-the-press",
    "a-price-list-that-people-read",
  "opening-hours-first"
] as const
export type Slug = typeof slugs[number]

/** Where texts lead, once everything has its id. */
export interface To {
  readonly page: (path: Path) => { readonly page_id: number }
  readonly post: (slug: Slug) => { readonly post_id: number }
  readonly picture: (name: PictureName) => number
  /** The same in Markdown. */
  readonly link: (to: Path | Slug) => string
  readonly image: (name: PictureName, caption: string) => string
  readonly contactForm: number
  readonly service: (name: string) => number
  readonly product: (slug: string) => number
}

export type DemoBlock = (typeof Block)["Encoded"]

export interface DemoPage {
  readonly title: string
  readonly description: string
  readonly picture: PictureName
  readonly blocks: (to: To) => ReadonlyArray<DemoBlock>
}
