import { Schema } from "effect"
import { type Block, Blocks, mediaOf } from "#schemas/website/blocks"
import type { MediaId } from "#schemas/website/ids"
import { markdownTargets } from "#schemas/website/markdown"
import { PageContent } from "#schemas/website/page"
import { PostContent } from "#schemas/website/post"
import { posts } from "./posts.ts"
import { pages } from "./site.ts"
import { type Path, paths, type Slug, slugs, type To } from "./to.ts"

interface Ids {
  readonly pages: ReadonlyMap<Path, number>
  readonly posts: ReadonlyMap<Slug, number>
  readonly media: ReadonlyMap<string, number>
  readonly services: ReadonlyMap<string, number>
  readonly products: ReadonlyMap<string, number>
  readonly contactForm: number
}

const known = <K>(of: ReadonlyMap<K, number>, key: K) => {
  const id = of.get(key)
  if (id === undefined) throw new Error(`the demo company has no ${String(key)}`)
  return id
}

const isPath = (to: Path | Slug): to is Path => to.startsWith("/")

export const toOf = (ids: Ids): To => ({
  page: (path) => ({ page_id: known(ids.pages, path) }),
  post: (slug) => ({ post_id: known(ids.posts, slug) }),
  picture: (name) => known(ids.media, name),
  link: (to) => isPath(to) ? `page:${known(ids.pages, to)}` : `post:${known(ids.posts, to)}`,
  image: (name, caption) => `![${caption}](media:${known(ids.media, name)})`,
  contactForm: ids.contactForm,
  service: (name) => known(ids.services, name),
  product: (slug) => known(ids.products, slug)
})

/** The path of the page above; null of those below none. */
export const above = (path: Path): Path | null => {
  const end = path.lastIndexOf("/")
  return end > 0 ? path.slice(0, end) as Path : null
}

const used = (blocks: ReadonlyArray<Block>, ...others: ReadonlyArray<number>) => [...new Set<number>([...mediaOf(blocks), ...others])]

const pageContent = Schema.decodeUnknownSync(PageContent)
const postContent = Schema.decodeUnknownSync(PostContent)
const blocksOf = Schema.decodeUnknownSync(Blocks)

/** What each page says, and which pictures it shows. */
export const writtenPages = (to: To) => paths.map((path) => {
  const { description, picture, title, ...page } = pages[path]
  const parent = above(path)
  const blocks = blocksOf(page.blocks(to))
  const image_media_id = to.picture(picture)
  const content = pageContent({
    title, slug: path.slice(path.lastIndexOf("/") + 1), parent_id: parent === null ? null : to.page(parent).page_id, locale: null,
    translation_of: null, blocks, seo: { description, image_media_id }
  })
  return { path, title, content, media: used(blocks, image_media_id) }
})

export const writtenPosts = (to: To) => slugs.map((slug) => {
  const { age, authors, cover, excerpt, series, tags, title, ...post } = posts[slug]
  const body = post.body(to)
  const cover_media_id = to.picture(cover)
  const content = postContent({
    title, slug, locale: null, translation_of: null, excerpt, body, blocks: null, cover_media_id, authors, tags, series, posted_at: null,
    seo: { description: excerpt, image_media_id: cover_media_id }
  })
  return { slug, title, age, tags, content, media: [...new Set<MediaId | number>([cover_media_id, ...markdownTargets(body).media])] }
})
