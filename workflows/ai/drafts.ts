import { Effect } from "effect"
import { SmsTemplates } from "#layers/messages/sms/templates"
import type { ContentKind, Draft } from "#schemas/ai/content"
import { forbidden } from "#schemas/kernel/admission"
import { operationMetaOf } from "#schemas/kernel/operation"
import { Caller } from "#schemas/kernel/tenancy"
import { create_sms_template as templates } from "#schemas/messages/sms/templates.api"
import { MOST_OF_TEXT } from "#schemas/messages/sms/text"
import type { ProductId } from "#schemas/shop/ids"
import { update_product as products } from "#schemas/shop/products.api"
import { create_page as pages } from "#schemas/website/pages.api"
import { create_post as posts } from "#schemas/website/posts.api"
import { create_sms_template } from "../messages/sms/templates.ts"
import { get_product, update_product } from "../shop/products.ts"
import { create_page } from "../website/pages.ts"
import { create_post } from "../website/posts.ts"

export interface Written {
  readonly kind: ContentKind
  readonly title: string | null
  readonly body: string
  readonly language: string
  readonly about: string
  readonly product_id?: ProductId
  /** Of the revision: who wrote it, and of what. */
  readonly note: string
}

interface Kept {
  readonly draft: Draft | null
  readonly not_saved: string | null
}

const nowhere = (not_saved: string): Kept => ({ draft: null, not_saved })
const kept = (object: Draft["object"], id: Draft["id"]): Kept => ({ draft: { object, id }, not_saved: null })

const MOST_OF_NAME = 90

/** A name that no other template has. */
const freeName = Effect.fnUntraced(function*(about: string) {
  const name = about.slice(0, MOST_OF_NAME).trim()
  const taken = (wanted: string) => SmsTemplates.use((all) => Effect.map(all.page({ name: wanted, limit: 1, offset: 0, sort: "id" }), ({ total }) => total > 0))
  for (let n = 1;; n++) {
    const wanted = n === 1 ? name : `${name} ${n}`
    if (!(yield* taken(wanted))) return wanted
  }
})

const page = ({ body, language, note, title }: Written) =>
  Effect.map(create_page({ title: title!, blocks: [{ type: "text", text: body }], parent_id: null, locale: language, translation_of: null, seo: {}, note }), ({ id }) => kept("page", id))

const post = ({ body, language, note, title }: Written) =>
  Effect.map(create_post({
    title: title!, body, blocks: null, locale: language, translation_of: null, excerpt: null, cover_media_id: null, authors: [], tags: [], series: null, posted_at: null, seo: {}, note
  }), ({ id }) => kept("post", id))

const described = Effect.fnUntraced(function*({ body, product_id }: Written) {
  if (product_id === undefined) return nowhere("Name the product that it is about, `product_id`: the text of one that is a draft is kept.")
  const { state } = yield* get_product({ id: product_id })
  if (state !== "draft") return nowhere("The product is no draft, and customers would see the text at once: `update_product` takes it once somebody has read it.")
  /* Nobody names a version here. */
  yield* Effect.catchTag(update_product({ id: product_id, description: body }), "PreconditionFailed", (error) => Effect.die(error))
  return kept("product", product_id)
})

/** Braces would be taken for variables. */
const text = Effect.fnUntraced(function*({ about, body }: Written) {
  const made = yield* create_sms_template({ name: yield* freeName(about), text: body.replaceAll(/\{\{|\}\}/gu, "").slice(0, MOST_OF_TEXT) })
  return kept("sms_template", made.id)
})

/** Where each kind is kept, and what a caller needs to keep it there by itself. */
const places = {
  page: { keep: page, needs: operationMetaOf(pages, "cms") },
  blog_post: { keep: post, needs: operationMetaOf(posts, "cms") },
  product_text: { keep: described, needs: operationMetaOf(products, "shop") },
  sms: { keep: text, needs: operationMetaOf(templates, "messages") }
}

/** Keeps what was written as a draft in its category, as far as the caller may write there. Nobody but the company sees it. */
export const keepDraft = Effect.fnUntraced(function*(written: Written) {
  const { kind } = written
  if (kind === "email" || kind === "ad") return nowhere(`There is no place for drafts of ${kind === "ad" ? "ads" : "e-mails"}.`)
  const { keep, needs } = places[kind]
  const denied = forbidden(yield* Caller, needs)
  return denied === undefined ? yield* keep(written) : nowhere(denied.message)
})
