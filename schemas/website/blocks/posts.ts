import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { wordsOf } from "../words.ts"
import { below, blockKind, headingNode, introduction, section } from "./block.ts"
import { drawn, pictureNode } from "./picture.ts"
import type { Shown, ShownPost } from "./shown.ts"

/** Posts as cards that lead to them; their titles are headings of this level. */
export const postsNode = (posts: ReadonlyArray<ShownPost>, shown: Pick<Shown, "formats" | "locale">, level: number) => html`
  <ul class="grid posts">
    ${posts.map(({ excerpt, href, minutes, picture, published_at, title }) => html`
      <li class="tile">
        ${picture !== undefined && html`<div class="picture">${pictureNode(picture, { sizes: drawn.third, named: true })}</div>`}
        <p class="muted"><time datetime=${published_at}>${shown.formats.day(published_at)}</time> · ${shown.formats.number(minutes)} ${wordsOf(shown.locale).read}</p>
        ${headingNode(level, html`<a href=${href}>${title}</a>`)}
        ${excerpt !== null && html`<p>${excerpt}</p>`}
      </li>`)}
  </ul>`

export const posts = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("posts"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    tag: Schema.optionalKey(line(50)),
    series: Schema.optionalKey(line(100)),
    limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 24 })), 3)
  }),
  needs: "posts",
  example: { type: "posts", heading: "From our journal", tag: "wood", limit: 3 },
  node: (block, shown, place) => {
    const posts = shown.posts(block).slice(0, block.limit)
    const level = below(place, block.heading)
    return section("posts", place, block.heading, [
      introduction(block.text, shown, level),
      posts.length === 0 ? html`<p class="muted">${wordsOf(shown.locale).nothing}</p>` : postsNode(posts, shown, level)
    ])
  }
})
