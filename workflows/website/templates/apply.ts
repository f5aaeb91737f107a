import { isDeepStrictEqual } from "node:util"
import { Effect, Schema } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { currentContent } from "#layers/content/content-store"
import { Designs } from "#layers/website/designs"
import { Pages } from "#layers/website/pages"
import { Posts } from "#layers/website/posts"
import { SiteSettingsOfCompany } from "#layers/website/site-settings"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { formatsOf } from "#schemas/kernel/formats"
import { Blocks } from "#schemas/website/blocks"
import { defaultDesign } from "#schemas/website/design"
import type { PageId } from "#schemas/website/ids"
import type * as api from "#schemas/website/site-templates.api"
import { list_services } from "../../calendar/services.ts"
import { list_products } from "../../shop/products.ts"
import { templatesOf } from "../../tools/template.ts"
import { update_design } from "../designs.ts"
import { create_page } from "../pages.ts"
import { create_post } from "../posts.ts"
import { update_site_settings } from "../site-settings.ts"
import { designOf } from "./designs.ts"
import { factsOf, filling } from "./facts.ts"
import { type Drafted, pagesOf, postOf, type Told } from "./pages.ts"

const MOST_SERVICES = 50
const NOTE = "Made from a template"
/** Pages that the foot of the site leads to, and the navigation does not. */
const inFooter = new Set(["privacy"])

export const list_site_templates = Effect.fnUntraced(function*() {
  const all = templatesOf(yield* currentContent)
  return {
    templates: [...all.values()].map(({ known: { industry, sector }, template_id }) =>
      ({ id: template_id, name: industry.name, sector: sector.name, about: industry.about }))
  }
})

const decode = Schema.decodeUnknownEffect(Blocks)

const made = Effect.fnUntraced(function*({ blocks, description, slug, title }: Drafted) {
  const page = yield* create_page({
    title, slug, parent_id: null, locale: null, translation_of: null, blocks: yield* Effect.orDie(decode(blocks)),
    seo: { description: description.slice(0, 300) }, note: NOTE
  })
  return { id: page.id, path: page.path, title }
})

const isFree = (slug: string) => Effect.map(Pages.use((pages) => pages.freeOf(`/${slug}`)), (suffix) => suffix === "")

/** A navigation over the pages that were made, where the site has none. */
const navigate = Effect.fnUntraced(function*(pages: ReadonlyArray<{ readonly id: PageId; readonly path: string; readonly title: string }>) {
  const { own } = yield* SiteSettingsOfCompany.use(({ get }) => get)
  if (own.navigation.length > 0) return false
  const links = pages.filter(({ path }) => path !== "/").map(({ id, path, title }) => ({ label: title.slice(0, 80), page_id: id, url: null, slug: path.slice(1) }))
  const entry = ({ label, page_id, url }: typeof links[number]) => ({ label, page_id, url })
  yield* update_site_settings({
    navigation: links.filter(({ slug }) => !inFooter.has(slug)).map((link) => ({ ...entry(link), children: [] })),
    ...own.footer.links.length === 0 && { footer: { ...own.footer, links: links.filter(({ slug }) => inFooter.has(slug)).map(entry) } }
  })
  return true
})

export const apply_site_template = Effect.fnUntraced(function*({ id }: Input<typeof api.apply_site_template>) {
  const template = templatesOf(yield* currentContent).get(id)
  if (template === undefined) return yield* new NotFound({ message: `There is no template ${id}: list_site_templates names them.` })
  const { known: { industry, sector }, sections } = template
  const settings = yield* CompanySettings.use(({ own }) => own)
  const { items: services } = yield* list_services({ limit: MOST_SERVICES, offset: 0, sort: "id", active: true })
  const { total } = yield* list_products({ limit: 1, offset: 0, sort: "id", state: "active" })
  const fill = filling(factsOf(settings, services.some(({ online }) => online)))
  const told: Told = { settings, services, sells: total > 0, about: industry.about, sections, formats: formatsOf(settings), fill }

  yield* SiteSettingsOfCompany.use(({ hold }) => hold)
  yield* Pages.use(({ hold }) => hold)
  const pages = []
  const kept: Array<string> = []
  for (const draft of pagesOf(told)) {
    if (yield* isFree(draft.slug)) pages.push(yield* made(draft))
    else kept.push(`/${draft.slug}`)
  }
  const { body, excerpt, slug, title } = postOf(told)
  const isNew = (yield* Posts.use((posts) => posts.freeSlug(slug))) === slug
  if (!isNew) kept.push(`/blog/${slug}`)
  const posts = isNew ? [yield* create_post({
    title, slug, excerpt, body, blocks: null, locale: null, translation_of: null, cover_media_id: null, authors: [], tags: [], series: null,
    posted_at: null, seo: {}, note: NOTE
  })] : []
  const design_set = isDeepStrictEqual(yield* Designs.use(({ get }) => get), defaultDesign)
  if (design_set) yield* update_design(designOf(sector.sector))
  return {
    template_id: id, pages, posts: posts.map(({ id, slug, title }) => ({ id, slug, title })), kept, navigation_set: yield* navigate(pages), design_set,
    missing: fill.missing()
  }
})
