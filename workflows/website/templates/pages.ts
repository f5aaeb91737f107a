import type { Service } from "#schemas/calendar/service"
import type { CompanySettings } from "#schemas/company/settings"
import type { Section } from "#schemas/content/template"
import type { Formats } from "#schemas/kernel/formats"
import type { Block } from "#schemas/website/blocks"
import { addressOf, type filling, hoursOf } from "./facts.ts"

const MOST_ITEMS = 24

export interface Told {
  readonly settings: typeof CompanySettings.Type
  readonly services: ReadonlyArray<Service>
  readonly sells: boolean
  readonly about: string
  readonly sections: ReadonlyArray<Section>
  readonly formats: Formats
  readonly fill: ReturnType<typeof filling>
}

export interface Drafted {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly blocks: ReadonlyArray<Block>
}

/** What an author would have to mark for it to be only text. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|]/gu, "\\$&")

const questionsOf = ({ fill, sections }: Told, slug: string) =>
  sections.flatMap(({ questions, title }) => {
    const items = questions.flatMap(({ answer, question }) => {
      const said = fill.filled(answer, `/${slug}: ${question}`)
      return said === undefined ? [] : [{ question, answer: plain(said) }]
    })
    return items.length === 0 ? [] : [{ type: "questions", heading: title, items } satisfies Block]
  })

const bookable = ({ services }: Told) => services.filter(({ online }) => online).length > 0

const actions = (told: Told) => [
  ...bookable(told) ? [{ label: "Book an appointment", link: { url: "/book" } }] : [],
  ...told.sells ? [{ label: "See the shop", link: { url: "/shop" } }] : [],
  { label: "Contact us", link: { url: "/contact" } }
].slice(0, 3)

const serviceItems = ({ services }: Told) => services.slice(0, MOST_ITEMS).map(({ description, duration_minutes, name }) => ({
  title: name.slice(0, 120), text: plain(description ?? `Takes about ${duration_minutes} minutes.`).slice(0, 2_000)
}))

const contactLines = ({ fill, settings }: Told) => {
  const address = addressOf(settings, ", ")
  const known: ReadonlyArray<readonly [string, string | null | undefined, string]> = [
    ["Phone", settings.contact_phone, "phone"], ["E-mail", settings.contact_email, "email"], ["Address", address, "street_address"]
  ]
  return known.flatMap(([label, value, fact]) => {
    if (value !== null && value !== undefined) return [`- ${label}: ${plain(value)}`]
    fill.wanted(fact, "/contact")
    return []
  })
}

/** The hours as a block, with what else may stand there. */
const hours = ({ fill, settings }: Told, where: string): ReadonlyArray<Block> => {
  const lines = hoursOf(settings)
  if (lines.length === 0) fill.wanted("opening_hours", where)
  return lines.length === 0 ? [] : [{ type: "text", heading: "Opening hours", text: lines.map((line) => `- ${line}`).join("\n") }]
}

const privacy = (told: Told): string => {
  const { contact_email, legal_name, name } = told.settings
  if (contact_email === null) told.fill.wanted("privacy_contact", "/privacy")
  return [
    `${plain(legal_name ?? name)} is responsible for this site.`,
    "This site sets no cookies, loads nothing from other companies and counts visits without telling visitors apart.",
    ...bookable(told) ? ["When you book an appointment, we keep your name, how to reach you and what you tell us, to prepare the appointment."] : [],
    ...told.sells ? ["When you buy something, we keep your order, your address and what the law asks us to keep of invoices."] : [],
    "You can ask what we keep of you, have it put right, or have it deleted where no law asks us to keep it.",
    ...contact_email === null ? [] : [`Write to ${plain(contact_email)}.`]
  ].join("\n\n")
}

/** The pages of a site, as far as there is something to say on them. */
export const pagesOf = (told: Told): ReadonlyArray<Drafted> => {
  const { about, formats, services, settings } = told
  const { name } = settings
  const priced = services.filter(({ price }) => price !== null)
  const questions = questionsOf(told, "questions")
  told.fill.wanted("company_story", "/about")
  const address = addressOf(settings, "\n")
  const lines = contactLines(told)
  const pages: ReadonlyArray<Drafted> = [
    {
      slug: "", title: name, description: about,
      blocks: [
        { type: "hero", title: name.slice(0, 160), text: plain(about), layout: "beside", actions: actions(told) },
        ...services.length === 0 ? [] : [{ type: "features", heading: "What we do", items: serviceItems(told).slice(0, 6) } satisfies Block],
        ...told.sells ? [{ type: "products", heading: "From our shop", limit: 4 } satisfies Block] : [],
        ...questions.slice(0, 1).map((block) => ({ ...block, items: block.items.slice(0, 4) })),
        ...hours(told, "/")
      ]
    },
    {
      slug: "about", title: "About us", description: `Who ${name} is.`,
      blocks: [{ type: "text", text: `${plain(name)}: ${plain(about)}` }, { type: "buttons", actions: actions(told), look: "banner" }]
    },
    ...services.length === 0 ? [] : [{
      slug: "services", title: "Services", description: `What ${name} offers.`,
      blocks: [{ type: "features", items: serviceItems(told) }, { type: "buttons", actions: actions(told), look: "banner" }] satisfies ReadonlyArray<Block>
    }],
    ...priced.length === 0 ? [] : [{
      slug: "prices", title: "Prices", description: `What the services of ${name} cost.`,
      blocks: [{
        type: "prices",
        items: priced.slice(0, 12).map(({ currency, duration_minutes, name, price }) => ({
          name: name.slice(0, 80), price: formats.money({ amount: price!, currency }), unit: `${duration_minutes} minutes`, points: [], recommended: false
        }))
      }] as ReadonlyArray<Block>
    }],
    ...questions.length === 0 ? [] : [{ slug: "questions", title: "Questions and answers", description: `What customers ask ${name}.`, blocks: questions }],
    {
      slug: "contact", title: "Contact", description: `How to reach ${name}.`,
      blocks: [
        ...lines.length === 0 ? [] : [{ type: "text", text: lines.join("\n") } satisfies Block],
        ...hours(told, "/contact"),
        ...address === undefined ? [] : [{ type: "map", heading: "Where we are", address, service: "openstreetmap" } satisfies Block]
      ]
    },
    ...bookable(told) ? [{
      slug: "appointments", title: "Appointments", description: `Book an appointment with ${name}.`,
      blocks: [{ type: "booking", heading: "Choose a time" }] satisfies ReadonlyArray<Block>
    }] : [],
    ...told.sells ? [{
      slug: "our-products", title: "Products", description: `What ${name} sells.`,
      blocks: [{ type: "products", limit: 24 }, { type: "buttons", actions: [{ label: "See the shop", link: { url: "/shop" } }], look: "plain" }] satisfies ReadonlyArray<Block>
    }] : [],
    { slug: "privacy", title: "Privacy", description: "What is kept of visitors and customers.", blocks: [{ type: "text", text: privacy(told) }] }
  ]
  return pages.filter(({ blocks }) => blocks.length > 0)
}

/** The first post. */
export const postOf = (told: Told) => {
  const { about, services, settings: { name } } = told
  const what = services.slice(0, 8).map(({ name }) => `- ${plain(name)}`)
  return {
    slug: "welcome", title: `Welcome to ${name}`.slice(0, 200), excerpt: "Our new site, and what you find on it.",
    body: [
      `This is the new site of ${plain(name)}. ${plain(about)}`,
      ...what.length === 0 ? [] : ["What we do:", what.join("\n")],
      "Do you miss something? [Write to us](/contact)."
    ].join("\n\n")
  }
}
