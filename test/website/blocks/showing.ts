import { HtmlValidate } from "html-validate"
import { type Block, blocksNode, hasTitle, kinds } from "#schemas/website/blocks"
import { hrefOf } from "#schemas/website/blocks/link"
import type { Picture, Shown, ShownForm } from "#schemas/website/blocks/shown"
import { defaultDesign, designStyles, siteStyles } from "#schemas/website/design"
import { formatsOf } from "#schemas/kernel/formats"
import { html, type Node, printed } from "#schemas/kernel/markup"

/** One of each kind with every field that it can have, as it is sent. */
export const complete: { readonly [K in keyof typeof kinds]: (typeof kinds)[K]["example"] } = (() => {
  const link = { url: "/contact" }
  const actions = [{ label: "Book a visit", link }, { label: "Read on", link: { page_id: 7 } }, { label: "The post", link: { post_id: 7 } }]
  const opening = { heading: "A heading", text: "Some *words*." }
  return {
    hero: { type: "hero", eyebrow: "Interiors", title: "Rooms that last", text: "We **plan**.", media_id: 42, layout: "beside", actions },
    text: { type: "text", ...opening },
    image: { type: "image", media_id: 42, alt: "A kitchen", caption: "In oak", width: "wide", link },
    gallery: { type: "gallery", heading: "Our work", images: [{ media_id: 42, caption: "Oak" }, { media_id: 43 }] },
    columns: { type: "columns", heading: "Workshop", columns: [
      { blocks: [{ type: "text", ...opening }, { type: "form", form_id: 42, ...opening, label: "Go" }, { type: "image", media_id: 42, alt: "x", caption: "y" }] },
      { blocks: [
        { type: "map", heading: "Where", address: "12 Harbour Lane", note: "Near", service: "google" }, { type: "buttons", ...opening, actions, look: "plain" },
        { type: "questions", heading: "Asked", items: [{ question: "Why?", answer: "Because." }] }
      ] }
    ] },
    features: { type: "features", ...opening, items: [{ title: "Kitchens", text: "Of oak.", media_id: 42, action: actions[0]! }, { title: "Light" }] },
    prices: { type: "prices", ...opening, items: [
      { name: "Visit", price: "$ 90", unit: "an hour", note: "First", points: ["A sketch", "Tea"], action: actions[1]!, recommended: true }
    ] },
    testimonials: { type: "testimonials", heading: "Said", items: [{ quote: "They listened.", name: "Grace", role: "Homeowner", media_id: 42 }] },
    questions: { type: "questions", heading: "Asked", items: [{ question: "How long?", answer: "Six *weeks*." }] },
    form: { type: "form", form_id: 42, ...opening, label: "Go" },
    map: { type: "map", heading: "Where", address: "12 Harbour Lane\nWhitby", note: "Near the station", service: "openstreetmap" },
    booking: { type: "booking", ...opening, service_ids: [42] },
    products: { type: "products", ...opening, product_ids: [42], collection_id: 42, limit: 8 },
    posts: { type: "posts", ...opening, tag: "wood", series: "Wood", limit: 3 },
    embed: { type: "embed", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", title: "A film", media_id: 42 },
    buttons: { type: "buttons", ...opening, actions, look: "banner" },
    html: { type: "html", html: "<h1>One</h1><p>Made <em>by hand</em>. <img src=\"media:42\"> <a href=\"page:7\">About</a></p>" },
    divider: { type: "divider" }
  }
})()

const picture: Picture = {
  src: "/media/hash/kitchen.jpg", width: 1600, height: 1200, alt: "A kitchen in oak", focal: { x: 33, y: 100 },
  sources: ["avif", "webp"].map((format) => ({
    type: `image/${format}`, sizes: [480, 960, 1600].map((width) => ({ src: `/media/hash/${width}.${format}`, width }))
  }))
}

/** A form with a field of each type; texts that others chose say `word`. */
export const formWith = (word: string): ShownForm => ({
  action: "/forms/42", hidden: [{ name: "token", value: word }], trap: "website", done: undefined,
  fields: ([
    "name", "email", "phone", "text", "paragraph", "number", "date", "consent", "choices", "choice"
  ] as const).map((type) => ({ name: `the_${type}`, type, label: `A ${type} ${word}`, required: type === "email", options: type.startsWith("choice") ? [word, "Other"] : [] })),
  said: new Map([["the_text", [word]], ["the_choices", [word]]]), wrong: new Map([["the_email", `No address: ${word}`]])
})

/** A company whose texts say `word`. */
export const shownWith = (word: string): Shown => ({
  base: "/s/juniper", locale: "en-GB", direction: "ltr", formats: formatsOf({ locale: "en-GB", time_zone: "Europe/Oslo" }),
  href: (link) => "url" in link ? hrefOf("/s/juniper", link.url) : "page_id" in link ? "/s/juniper/about" : "/s/juniper/blog/oak",
  picture: (id) => Number(id) === 404 ? undefined : { ...picture, alt: `${picture.alt} ${word}` },
  file: () => ({ href: "/s/juniper/media/hash/list.pdf", name: word, type: "application/pdf", bytes: 1_000 }),
  services: () => [{ name: `Visit ${word}`, description: word, minutes: 60, price: { amount: 9_000, currency: "EUR" }, href: "/s/juniper/book/1" }],
  products: () => [true, false].map((available) => ({
    title: `Mug ${word}`, href: "/s/juniper/shop/products/mug", picture, price: { amount: 2_400, currency: "EUR" }, varies: available, available
  })),
  posts: () => [{ title: `Oak ${word}`, href: "/s/juniper/blog/oak", excerpt: word, published_at: "2026-03-01T08:00:00Z", minutes: 4, picture }],
  form: () => formWith(word)
})

export const styles = designStyles(defaultDesign) + siteStyles

/** A page of these blocks. */
export const pageOf = (blocks: ReadonlyArray<Block>, word = "", more: Node = null): string => printed(html`
  <html lang="en-GB" dir="ltr">
    <head>
      <meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>A page</title><link rel="icon" href="data:," />
      <style dangerouslySetInnerHTML=${{ __html: styles }}></style>
    </head>
    <body><main>${!hasTitle(blocks) && html`<h1>A page</h1>`}${blocksNode(blocks, shownWith(word))}${more}</main></body>
  </html>`)

const validator = new HtmlValidate({ extends: ["html-validate:standard", "html-validate:a11y"] })

/** What is wrong with a page, by the standard and for those who do not see it, and where. */
export const markupFaults = (text: string): ReadonlyArray<string> => validator.validateStringSync(text).results.flatMap(({ messages }) =>
  messages.map(({ message, offset, ruleId }) => `${ruleId}: ${message}: ${text.slice(Math.max(0, offset - 80), offset + 120)}`))
