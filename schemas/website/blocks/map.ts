import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { wordsOf } from "../words.ts"
import { blockKind, section } from "./block.ts"

const services = {
  openstreetmap: (place: string) => `https://www.openstreetmap.org/search?query=${place}`,
  google: (place: string) => `https://www.google.com/maps/search/?api=1&query=${place}`,
  apple: (place: string) => `https://maps.apple.com/?q=${place}`
} as const

export const map = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("map"),
    heading: Schema.optionalKey(line(200)),
    address: prose(500).check(Schema.isMinLength(1)).annotate({ description: "As it is written on a letter, with line breaks." }),
    note: Schema.optionalKey(line(300).annotate({ description: "How one gets there, say." })),
    service: defaulted(Schema.Literals(["openstreetmap", "google", "apple"]).annotate({ description: "Where the link leads." }), "openstreetmap")
  }),
  example: { type: "map", heading: "Where we are", address: "12 Harbour Lane\nWhitby YO22 4DE", note: "Five minutes from the station.", service: "openstreetmap" },
  node: ({ address, heading, note, service }, { locale }, place) => section("map", place, heading, html`
    <div class="card">
      <address>${address}</address>
      ${note !== undefined && html`<p class="muted">${note}</p>`}
      <p class="actions"><a class="button" href=${services[service](encodeURIComponent(address.replace(/\s+/gu, " ").trim()))}>${wordsOf(locale).map}</a></p>
    </div>`)
})
