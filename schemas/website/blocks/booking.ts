import { Schema } from "effect"
import { ServiceId } from "#schemas/calendar/ids"
import { html } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { wordsOf } from "../words.ts"
import { below, blockKind, headingNode, introduction, section } from "./block.ts"

export const booking = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("booking"),
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    service_ids: Schema.optionalKey(Schema.Array(ServiceId).check(Schema.isMinLength(1), Schema.isMaxLength(30)).annotate({
      description: "All that can be booked if left out."
    }))
  }),
  needs: "services",
  example: { type: "booking", heading: "Book a time", text: "Choose what suits you." },
  node: (block, shown, place) => {
    const { free, book, minutes, nothing } = wordsOf(shown.locale)
    const level = below(place, block.heading)
    const services = shown.services(block)
    return section("booking", place, block.heading, [
      introduction(block.text, shown, level),
      services.length === 0 ? html`<p class="muted">${nothing}</p>` : html`
        <ul class="rows">
          ${services.map((service) => html`
            <li>
              <div>
                ${headingNode(level, service.name)}
                <p class="muted">${`${shown.formats.number(service.minutes)} ${minutes}`}${service.price !== null && html`
                  <span> · ${service.price.amount === 0 ? free : shown.formats.money(service.price)}</span>`}</p>
                ${service.description !== null && html`<p>${service.description}</p>`}
              </div>
              <a class="button main" href=${service.href} aria-label=${`${book}: ${service.name}`}>${book}</a>
            </li>`)}
        </ul>`
    ])
  }
})
