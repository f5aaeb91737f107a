import type { Design } from "#schemas/website/design"
import { about } from "./pages/about.ts"
import { home } from "./pages/home.ts"
import { contact, goods, prices, privacy, questions, work } from "./pages/more.ts"
import { brand, photography, services, websites } from "./pages/services.ts"
import type { DemoPage, Path, To } from "./to.ts"

export const pages: Readonly<Record<Path, DemoPage>> = {
  "/": home, "/about": about, "/services": services, "/services/websites": websites, "/services/brand-and-print": brand,
    "/services/photography": photography,
  "/prices": prices, "/work": work, "/questions": questions, "/contact": contact, "/goods": goods, "/privacy": privacy
}

const link = (label: string, to: { readonly page_id: number } | string) =>
  typeof to === "string" ? { label, page_id: null, url: to } : { label, page_id: to.page_id, url: null }

const entry = (label: string, to: { readonly page_id: number } | string, children: ReadonlyArray<ReturnType<typeof link>> = []) => ({ ...link(label,
  to), children })

export const settings = (to: To) => ({
  tagline: "Design, photographs and print for small shops",
  navigation: [
    entry("Services", to.page("/services"), [
      link("Websites", to.page("/services/websites")), link("Brand and print", to.page("/services/brand-and-print")), link("Photographs",
        to.page("/services/photography"))
    ]),
    entry("Work", to.page("/work")), entry("Prices", to.page("/prices")), entry("About", to.page("/about")), entry("Blog", "/blog"), entry("Shop",
      to.page("/goods")),
    entry("Contact", to.page("/contact"))
  ],
  footer: {
    text: "Juniper & Vale Studio, 7 Canal Road, Springfield, IL 62701\n\nMonday to Friday 9 to 6, Saturday 10 to 2",
    links: [link("Questions", to.page("/questions")), link("Book a time", "/book"), link("Shop", "/shop"), link("Privacy", to.page("/privacy"))]
  },
  social: [],
  logo_media_id: to.picture("sign"),
  favicon_media_id: to.picture("sign"),
  not_found: { title: "Nobody lives here", text: "Perhaps it has moved. The start page knows the way, and so does anybody in the studio: the green " +
    "door is open." }
})

export const design: Design = {
  colors: {
    light: { background: "#fcf9f2", surface: "#f3ecdd", text: "#14241f", muted: "#55605a", accent: "#235044", on_accent: "#fdfaf3",
      border: "#ddd2bc" },
    dark: { background: "#12201c", surface: "#1a2b26", text: "#f1eadc", muted: "#aab8ae", accent: "#e4b04a", on_accent: "#1a1508", border: "#33463f" }
  },
  font: "humanist", heading_font: "serif", radius: "medium", spacing: "regular", width: "regular"
}

/** What led elsewhere before the site was made anew. */
export const redirects = [
  { from_path: "/index.html", match: "exact", target: "/", status: 301, hits: 214 },
  { from_path: "/portfolio", match: "exact", target: "/work", status: 301, hits: 87 },
  { from_path: "/journal", match: "prefix", target: "/blog", status: 301, hits: 302 },
  { from_path: "/faq", match: "exact", target: "/questions", status: 301, hits: 41 },
  { from_path: "/team", match: "exact", target: "/about", status: 301, hits: 133 },
  { from_path: "/catalogue.pdf", match: "exact", target: null, status: 410, hits: 9 }
] as const

export const contactForm = {
  name: "Write to us", button: "Send", after: "Thank you. We answer within a working day, mostly before lunch.", tag: "website",
  fields: [
    { name: "name", label: "Your name", type: "name", required: true, options: [] },
    { name: "email", label: "E-mail address", type: "email", required: true, options: [] },
    { name: "about", label: "What is it about?", type: "choice", required: true, options: ["A website", "Brand and print", "Photographs", "A class",
      "Something else"] },
    { name: "message", label: "What can we do for you?", type: "paragraph", required: true, options: [] }
  ]
} as const

/** What was written, by what it was about. */
export const messages: ReadonlyArray<readonly [about: string, message: string]> = [
  ["A website", "We open a second shop in September and our site knows only the first. Could you look at it before the summer?"],
  ["Photographs", "Twelve jars of jam, and one grandmother who made them. She does not like cameras. Can you come to us?"],
  ["Brand and print", "Our sign fell down. Nobody was hurt. We would like the next one to be easier to read."],
  ["A class", "Is the letterpress class something for two fourteen-year-olds and their aunt?"],
  ["A website", "People keep ringing to ask for our hours. I read your article about that and felt seen."],
  ["Something else", "Did you find a green umbrella on Thursday? It has a duck's head."],
  ["Brand and print", "We need 200 cards until the 14th. Is that still possible? Cotton paper if you have it."],
  ["Photographs", "Could you photograph our new treatment rooms, on a day when they are empty? That would be a Sunday."],
  ["A website", "We sell 40 kinds of tea and would like to send it by mail. What would a shop for that cost?"],
  ["A class", "Can one book the whole class for a birthday? We would be seven, all quite grown up."],
  ["Brand and print", "I have a name for the brewery, my brother has another one. Do you also decide such things?"],
  ["Something else", "I teach design at the college and would like to bring fifteen students to see the press."],
  ["A website", "Our old agency is gone and nobody knows the passwords. Where does one begin?"],
  ["Photographs", "Nine portraits for our practice, by the end of the month. Two of us blink a lot."]
]
