import { Effect, Option } from "effect"
import { Published } from "#layers/website/published"
import { blocksOf } from "#schemas/website/blocks"
import { formNode } from "#schemas/website/blocks/form"
import type { Form } from "#schemas/website/form"
import { html, type Node } from "#schemas/kernel/markup"
import { wordsOf } from "#schemas/website/words"
import { missing, paged } from "../showing.ts"
import { pageDocument, postDocument } from "./documents.ts"
import type { Head } from "./head.ts"
import { framed } from "./layout.ts"
import { formShown, postBlocks, type Sent } from "./shown.ts"
import { type SiteShown, siteShown } from "./site.ts"
import { frameWords } from "./words.ts"

/** Where a form was sent from, within the site. */
const POST = /^\/blog\/([^/]+)$/u

const alone = (site: SiteShown, form: Form, content: Node) => {
  const { locale, name } = site.row
  const head: Head = {
    title: `${form.name} · ${name}`, description: undefined, canonical: undefined, listed: false, type: "website", image: undefined, languages: [], structured: []
  }
  return { html: framed(site, { head, locale, path: "", content }), changesByItself: false, origins: [] }
}

/** The form by itself. */
const formPage = Effect.fnUntraced(function*(site: SiteShown, form: Form, path: string, sent: Sent | undefined) {
  const shown = yield* formShown(site.base, path, sent)(form)
  return alone(site, form, html`
    <div class="block titled"><div class="inner"><h1 dir="auto">${form.name}</h1></div></div>
    <div class="block form"><div class="inner">${formNode(shown, wordsOf(site.row.locale), "form", form.button)}</div></div>`)
})

/** The page that it was sent from, if that shows the form. */
const pageWith = Effect.fnUntraced(function*(site: SiteShown, form: Form, path: string, sent: Sent) {
  const published = yield* Published
  const isOn = (blocks: Parameters<typeof blocksOf>[0]) => blocksOf(blocks, "form").some(({ form_id }) => form_id === form.id)
  const [, slug] = POST.exec(path) ?? []
  if (slug !== undefined) {
    const post = Option.getOrUndefined(yield* published.post(slug))
    return post !== undefined && isOn(postBlocks(post)) ? yield* postDocument(site, post, { sent }) : undefined
  }
  const page = Option.getOrUndefined(yield* published.page(path))
  return page !== undefined && isOn(page.content.blocks) ? yield* pageDocument(site, page, { sent }) : undefined
})

/** What is shown of a form; nothing while the company shows no site. */
const inSite = <E, R>(base: string, show: (site: SiteShown) => Effect.Effect<ReturnType<typeof paged>, E, R>) =>
  Effect.flatMap(siteShown(base), (site) => site === undefined ? Effect.undefined : show(site))

/** A form to be filled in. */
export const formToSend = (base: string, form: Form) => inSite(base, (site) =>
  Effect.map(formPage(site, form, `/forms/${form.id}`, undefined), (made) => paged(site, made)))

/** A form that was not taken, where it was, with what is wrong beside its fields. */
export const formAgain = (base: string, form: Form, path: string, sent: Sent, status: number) => inSite(base, (site) =>
  Effect.map(
    Effect.flatMap(pageWith(site, form, path, sent), (made) => made === undefined ? formPage(site, form, path, sent) : Effect.succeed(made)),
    (made) => paged(site, made, status)
  ))

/** Says thank you, and leads on. */
export const formDone = (base: string, form: Form) => inSite(base, (site) => Effect.succeed(paged(site, alone(site, form, html`
  <div class="block titled"><div class="inner">
    <h1 dir="auto">${form.name}</h1>
    <p class="lead" role="status" dir="auto">${form.after}</p>
    <p class="actions"><a class="button main" href=${base || "/"}>${frameWords(site.row.locale).start}</a></p>
  </div></div>`))))

/** There is no such form, or it is not to be sent any more. */
export const noForm = (base: string) => inSite(base, (site) => Effect.succeed(missing(site)))
