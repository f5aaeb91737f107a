import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"

type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Layer.Success<typeof TestServer>>

let turn = 0

/** At an address that no other has, and one of the two ways to say something. */
const ofItsOwn: Adjust = ({ payload = {}, ...call }) => {
  const { blocks, ...rest } = payload
  return Effect.succeed({ ...call, payload: { ...rest, ..."body" in rest ? {} : { blocks }, slug: `example-${turn++}` } })
}

/** Of something that visitors see. */
const shown = (kind: "pages" | "posts"): Adjust => (call, key) =>
  Effect.as(send(`/cms/${kind}/${call.params["id"]}/publish`, { key, method: "POST", ...json({}) }), call)

/** Shows the site of the key's company, with a start page. */
export const siteShown = Effect.fnUntraced(function*(key: Key) {
  yield* send("/cms/settings", { key, method: "PATCH", ...json({ published: true }) })
  const { json: { items: [first] } } = yield* send("/cms/pages?sort=path&limit=1", { key })
  if (first?.published_path === "/") return
  const id = first?.path === "/" ? first.id : (yield* send("/cms/pages", { key, method: "POST", ...json({ title: "Start", slug: "" }) })).json.id
  const { status, text } = yield* send(`/cms/pages/${id}/publish`, { key, method: "POST", ...json({}) })
  assert.strictEqual(status, 200, text)
})

/** What visitors need to be told to be shown the site, by operation. */
export const queriesOfSite = { get_public_page: { path: "/" } }

/** What visitors answer to a form, and the form. */
export const bodiesOfSite = { submit_form: { answers: { message: "A table for six" }, page: "/contact" } }
export const formOfSite = (key: Key) =>
  Effect.map(send("/cms/forms", {
    key, method: "POST", ...json({ name: "Ask us", fields: [{ name: "message", label: "Message", type: "paragraph", required: true }] })
  }), ({ json: { id } }) => id as number)

/** Of a site that is shown, by the key's company. */
const ofShownSite = (query: Call["query"]): Adjust => (call, key) => Effect.as(siteShown(key), { ...call, query })

/** Without records that the company does not have. */
const ofNoRecords: Adjust = ({ payload, ...call }) => Effect.succeed({
  ...call,
  payload: {
    ...payload, navigation: [{ label: "About us", page_id: null, url: "/about", children: [] }], footer: { text: "Juniper & Vale AS, Oslo", links: [] },
    logo_media_id: null, favicon_media_id: null
  }
})

/** Where an example of the website made field by field breaks a rule between records. */
export const callsOfWebsite: Readonly<Record<string, Adjust>> = {
  create_page: ofItsOwn,
  update_page: ofItsOwn,
  create_post: ofItsOwn,
  update_post: ofItsOwn,
  unpublish_page: shown("pages"),
  unpublish_post: shown("posts"),
  update_site_settings: ofNoRecords,
  update_seo: ({ payload, ...call }) => Effect.succeed({ ...call, payload: { ...payload, image_media_id: null } }),
  apply_site_template: (call) => Effect.succeed({ ...call, params: { id: "kb_salon_v1" } }),
  submit_form: (call) => Effect.succeed({ ...call, query: {}, payload: { answers: { example: "grace@navy.example" }, page: "/contact" } }),
  get_public_page: ofShownSite(queriesOfSite.get_public_page),
  get_public_posts: ofShownSite({}),
  get_sitemap: ofShownSite({})
}
