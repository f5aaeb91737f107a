import { Effect } from "effect"
import { Forms } from "#layers/website/forms"
import { type PublishedPost, Published } from "#layers/website/published"
import { formatsOf } from "#schemas/kernel/formats"
import { offeredIn } from "#schemas/shop/offer"
import type { Link } from "#schemas/website/blocks/link"
import type { Picture, Shown, ShownField, ShownForm, ShownPost, ShownProduct, ShownService } from "#schemas/website/blocks/shown"
import { type Block, blocksOf, linksOf, mediaOf, needsOf, textOf } from "#schemas/website/blocks"
import { type Form, type FormField, TRAP } from "#schemas/website/form"
import type { MediaId } from "#schemas/website/ids"
import { markdownText } from "#schemas/website/markdown"
import { formToken } from "../../calendar/hosted/form-token.ts"
import { servicesShown } from "../../calendar/hosted/pages.ts"
import { get_product, list_products } from "../../shop/products.ts"
import { aboutForm } from "../form-reading.ts"
import { fileOf, pictureOf, placesBy, type SiteShown } from "./site.ts"

type Of<Type extends Block["type"]> = Extract<Block, { readonly type: Type }>

/** What a post says, as blocks. */
export const postBlocks = ({ content }: Pick<PublishedPost, "content">): ReadonlyArray<Block> =>
  content.blocks ?? (content.body === null ? [] : [{ type: "text", text: content.body } as Block])

const WORDS_A_MINUTE = 220
/** Of writings without spaces. */
const SIGNS_A_MINUTE = 450

export const readingMinutes = (text: string): number => {
  const signs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  const words = text.replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu, " ").split(/\s+/u).filter((one) => one !== "").length
  return Math.max(1, Math.round(words / WORDS_A_MINUTE + signs / SIGNS_A_MINUTE))
}

const MOST_OF_EXCERPT = 200

/** The beginning of a text, up to a whole word. */
export const shortened = (text: string, most = MOST_OF_EXCERPT): string => {
  const plain = text.replace(/\s+/gu, " ").trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most).toWellFormed()
  const end = cut.lastIndexOf(" ")
  const words = end > most / 2 ? cut.slice(0, end) : cut
  let last = words.length
  while (last > 0 && " .,;:–-".includes(words[last - 1]!)) last--
  return `${words.slice(0, last)}…`
}

export const excerptOf = (post: Pick<PublishedPost, "content">): string =>
  post.content.excerpt === null ? shortened(textOf(postBlocks(post))) : markdownText(post.content.excerpt)

export const postPath = (slug: string) => `/blog/${slug}`

/** A post as lists show it. */
export const postShown = (base: string, picture: (id: MediaId) => Picture | undefined) => (post: PublishedPost): ShownPost => {
  const { content, posted_at, slug } = post
  return {
    title: content.title, href: `${base}${postPath(slug)}`, excerpt: excerptOf(post), published_at: posted_at,
    minutes: readingMinutes(textOf(postBlocks(post))), picture: content.cover_media_id === null ? undefined : picture(content.cover_media_id)
  }
}

const fields: Readonly<Record<FormField["type"], ShownField["type"]>> = {
  name: "text", email: "email", phone: "phone", text: "text", paragraph: "paragraph", number: "number", date: "date", choice: "choice", choices: "choices",
  consent: "consent"
}

/** What became of a form that was sent. */
export interface Sent {
  readonly form_id: number
  readonly done: string | undefined
  readonly said: ShownForm["said"]
  readonly wrong: ShownForm["wrong"]
  /** Of its showing. */
  readonly token: string
}

/** What goes along with a form; no field of a form is called so. */
export const PAGE_FIELD = "_page"
export const TOKEN_FIELD = "_token"

const NOTHING: Omit<Sent, "form_id" | "token"> = { done: undefined, said: new Map(), wrong: new Map() }

/** A form to be filled in, on the page at `path`, or again after it was sent. */
export const formShown = (base: string, path: string, sent: Sent | undefined) => Effect.fnUntraced(function*({ fields: asked, id }: Form) {
  const own = sent?.form_id === id ? sent : undefined
  return {
    action: `${base}/forms/${id}`,
    fields: asked.map(({ label, name, options, required, type }) => ({ name, label, type: fields[type], required, options })),
    hidden: [{ name: PAGE_FIELD, value: path }, { name: TOKEN_FIELD, value: own?.token ?? (yield* formToken(aboutForm({ id }))) }],
    trap: TRAP,
    ...own === undefined ? NOTHING : { done: own.done, said: own.said, wrong: own.wrong }
  } satisfies ShownForm
})

const slugged = (id: number, name: string) => {
  const words = name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ").slice(0, 8).join("-").slice(0, 60)
  return words === "" ? String(id) : encodeURIComponent(`${id}-${words}`)
}

const MOST_PRODUCTS = 24

/** Products by the block that asks for them. */
const productsFor = Effect.fnUntraced(function*({ base, row: { currency } }: SiteShown, blocks: ReadonlyArray<Of<"products">>) {
  const found = yield* Effect.forEach(blocks, (block) =>
    block.product_ids === undefined
      ? Effect.map(Effect.orDie(list_products({
        limit: Math.min(block.limit, MOST_PRODUCTS), offset: 0, sort: "-id", state: "active", ...block.collection_id !== undefined && { collection_id: block.collection_id }
      })), ({ items }) => items)
      : Effect.map(Effect.forEach(block.product_ids, (id) => Effect.option(get_product({ id })), { concurrency: 4 }),
        (products) => products.flatMap((one) => one._tag === "Some" && one.value.state === "active" ? [one.value] : [])))
  return blocks.map((block, n) => [block, found[n]!.map(offeredIn(currency)).map(({ availability, price, product, varies }): ShownProduct => {
    const [image] = product.media
    return {
      title: product.title, href: `${base}/shop/products/${product.slug}`, varies, available: availability !== "sold_out" && availability !== "no_price",
      price: price === undefined ? null : { amount: price.amount, currency: price.currency },
      picture: image === undefined ? undefined
        : { src: image.url, width: undefined, height: undefined, alt: image.alt ?? product.title, focal: { x: 50, y: 50 }, sources: [] }
    }
  })] as const)
})

/** From where pictures of products come, which may be anywhere. */
const originsOf = (products: Effect.Success<ReturnType<typeof productsFor>>): ReadonlyArray<string> =>
  [...new Set(products.flatMap(([, shown]) => shown).flatMap(({ picture }) => URL.parse(picture?.src ?? "")?.origin ?? []))]

const servicesFor = ({ base }: SiteShown) => Effect.map(servicesShown, (services) =>
  services.map((one): ShownService & { readonly id: number } => ({
    id: one.id, name: one.name, description: one.description, minutes: one.duration_minutes, href: `${base}/book/${slugged(one.id, one.name)}`,
    price: one.price === null ? null : { amount: one.price, currency: one.currency }
  })))

interface Asked {
  readonly blocks: ReadonlyArray<Block>
  readonly locale: string
  /** Of the page that they stand on. */
  readonly path: string
  /** Shown besides what stands in blocks. */
  readonly media?: ReadonlyArray<MediaId>
  readonly posts?: ReadonlyArray<PublishedPost>
  readonly sent?: Sent
}

const coversOf = (posts: ReadonlyArray<PublishedPost>) => posts.flatMap(({ content }) => content.cover_media_id ?? [])

/** What blocks need to know while they are shown, and whether it may change without a publication. */
export const shownFor = Effect.fnUntraced(function*(site: SiteShown, { blocks, locale, media: more = [], path, posts: listed = [], sent }: Asked) {
  const published = yield* Published
  const { base, row } = site
  const needs = needsOf(blocks)
  const links = linksOf(blocks)
  const lists = blocksOf(blocks, "posts")
  const [places, services, products, forms, posts] = yield* Effect.all([
    links.length === 0 ? Effect.succeed([]) : published.places({
      pages: links.flatMap((link) => "page_id" in link ? link.page_id : []), posts: links.flatMap((link) => "post_id" in link ? link.post_id : [])
    }),
    needs.has("services") ? servicesFor(site) : Effect.succeed([]),
    productsFor(site, blocksOf(blocks, "products")),
    needs.has("forms") ? Forms.use(({ shown }) => shown(blocksOf(blocks, "form").map(({ form_id }) => form_id))) : Effect.succeed([]),
    Effect.forEach(lists, ({ limit, series, tag }) =>
      published.posts({ limit, ...tag !== undefined && { tag }, ...series !== undefined && { series }, locale: { wanted: locale, otherwise: row.locale } }))
  ], { concurrency: 5 })
  const ids = new Set([...mediaOf(blocks), ...more, ...coversOf(listed), ...coversOf(posts.flat())])
  const media = new Map((ids.size === 0 ? [] : yield* published.media([...ids])).map((one) => [one.id, one]))
  const placed = placesBy(places)
  const shownForms = new Map(yield* Effect.forEach(forms, (one) => Effect.map(formShown(base, path, sent)(one), (shown) => [one.id, shown] as const)))
  const picture = (id: MediaId) => {
    const found = media.get(id)
    return found && pictureOf(base, found)
  }
  const formats = formatsOf({ locale, time_zone: row.time_zone })
  const within = (path: string | undefined) => path === undefined ? undefined : path === "/" ? base || "/" : `${base}${path}`
  const shown: Shown = {
    base, locale, formats, direction: formats.direction,
    href: (link: Link) => "page_id" in link ? within(placed("page", link.page_id)) : "post_id" in link ? within(placed("post", link.post_id))
      : link.url.startsWith("/") ? within(link.url) : link.url,
    picture,
    file: (id) => {
      const found = media.get(id)
      return found && fileOf(base, found)
    },
    services: ({ service_ids }) => services.filter(({ id }) => service_ids === undefined || service_ids.some((one) => one === id)),
    products: (block) => products.find(([one]) => one === block)?.[1] ?? [],
    posts: (block) => (posts[lists.findIndex((one) => one === block)] ?? []).map(postShown(base, picture)),
    form: (id) => shownForms.get(id)
  }
  return { shown, media, changesByItself: needs.has("services") || needs.has("products"), origins: originsOf(products), places: placed }
})
export type ShownFor = Effect.Success<ReturnType<typeof shownFor>>
