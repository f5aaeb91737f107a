import { Schema } from "effect"
import { html } from "#schemas/kernel/markup"
import { line, Text } from "#schemas/kernel/text"
import { MediaId } from "../ids.ts"
import { wordsOf } from "../words.ts"
import { blockKind, section } from "./block.ts"
import { drawn, pictureNode } from "./picture.ts"

interface Host {
  readonly name: string
  readonly plays: boolean
}

const video = (name: string): Host => ({ name, plays: true })

/** Whose pages can be shown: nothing is asked of them before the visitor goes there. */
const hosts: Readonly<Record<string, Host>> = {
  "www.youtube-nocookie.com": video("YouTube"), "www.youtube.com": video("YouTube"), "youtu.be": video("YouTube"),
  "vimeo.com": video("Vimeo"), "player.vimeo.com": video("Vimeo"),
  "www.openstreetmap.org": { name: "OpenStreetMap", plays: false },
  "open.spotify.com": { name: "Spotify", plays: false }, "soundcloud.com": { name: "SoundCloud", plays: false },
  "www.instagram.com": { name: "Instagram", plays: false }
}

const hostOf = (text: string): Host | undefined => {
  const url = URL.parse(text)
  return url === null || url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "" || /[\p{Cc}\s\\]/u.test(text)
    ? undefined : Object.hasOwn(hosts, url.hostname) ? hosts[url.hostname] : undefined
}

/** The films of YouTube where it keeps no cookies before they are played. */
const hrefOf = (text: string): string => {
  const url = new URL(text)
  const id = url.hostname === "youtu.be" ? url.pathname.slice(1)
    : url.hostname === "www.youtube.com" && url.pathname === "/watch" ? url.searchParams.get("v") : null
  return id !== null && /^[\w-]{5,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : url.href
}

export const embed = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("embed"),
    url: Text.check(Schema.isMaxLength(2_000), Schema.makeFilter((text: string) => hostOf(text) !== undefined, {
      expected: `an https address of ${Object.keys(hosts).join(", ")}`, toJsonSchema: () => ({ format: "uri" })
    })).annotate({ description: "Of YouTube, Vimeo, OpenStreetMap, Spotify, SoundCloud or Instagram: shown as a card that leads there." }),
    title: line(200),
    media_id: Schema.optionalKey(MediaId.annotate({ description: "An image for the card." }))
  }),
  example: { type: "embed", url: "https://vimeo.com/76979871", title: "A day in our workshop" },
  node: ({ media_id, title, url }, shown, place) => {
    const host = hostOf(url)
    if (host === undefined) return null
    const { name, plays } = host
    const picture = media_id === undefined ? undefined : shown.picture(media_id)
    const words = wordsOf(shown.locale)
    return section("embed", place, undefined, html`
      <a class=${plays ? "card plays" : "card"} href=${hrefOf(url)}>
        ${picture !== undefined && html`<span class="picture">${pictureNode(picture, { sizes: drawn.text, named: true })}</span>`}
        <strong>${title}</strong>
        <span class="muted">${plays ? words.watch : words.open} ${name}</span>
      </a>`)
  }
})
