import { html, type Node } from "../../dashboard/html.ts"
import { BOOK } from "#workflows/calendar/hosted/pages"
import { hashed, type SiteShown } from "#workflows/website/hosted/site"
import { brand, type Company, companyResponse, type Shown, styleOf, unlisted } from "../pay/frame.ts"
import type { BookRequest } from "./request.ts"

const style = styleOf("pay", "shop", "book")

/* Tells the reader's own zone, where they have chosen none. Without it they choose. */
const script = hashed(`{
const at = new URL(location.href), zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone && !at.searchParams.has("zone")) { at.searchParams.set("zone", zone); location.replace(at) }
}`)

interface Page extends Shown {
  /** It tells times: in the zone of the reader's browser, where they chose none. */
  readonly timed?: boolean
  /** For those who search the web; without it the page is not to be found. */
  readonly listed?: { readonly address: string; readonly description: string }
}

const headOf = ({ listed }: Page): Node => listed === undefined ? unlisted : [
  html`<link rel="canonical" href=${listed.address} />`,
  html`<meta name="description" content=${listed.description.replace(/\s+/gu, " ").slice(0, 200)} />`
]

/** A page of the company's on which something is booked, or was. */
export const bookingResponse = (company: Company, page: Page, home: string | undefined, site?: SiteShown) =>
  companyResponse(company, page, {
    style, kind: "shop book", head: headOf(page), embeddable: true, ...page.timed === true && { script },
    ...site !== undefined && { within: { site, path: BOOK } },
    top: site === undefined && html`
      <div class="bar">
        ${home === undefined ? html`<span class="brand">${brand(company)}</span>` : html`<a class="brand" href=${home}>${brand(company)}</a>`}
      </div>`
  })

export const bookResponse = ({ base, company, framedBy }: BookRequest, page: Page) => bookingResponse(company, page, base, framedBy)

/** Says why something is not there or was not done, and leads on. */
export const refusal = (request: BookRequest, { status, title, why }: { readonly status: number; readonly title: string; readonly why: Node }) =>
  bookResponse(request, {
    title, status,
    content: html`<div class="narrow"><p>${why}</p><p class="onward"><a class="button main" href=${request.base}>See what can be booked</a></p></div>`
  })

export const notFound = (request: BookRequest) =>
  refusal(request, { status: 404, title: "There is no such page", why: "Perhaps it is not offered any more, or a part of the address was lost." })

export const foreign = (request: BookRequest) => refusal(request, {
  status: 403, title: "That was not sent",
  why: "The form did not come from a page of this company. Nothing was booked: go back, and try once more."
})

const steps = ["Service", "Time", "Details", "Done"] as const

/** How far a booking has come; `back` leads to the steps before. */
export const trail = (now: typeof steps[number], back: ReadonlyArray<string>): Node => {
  const at = steps.indexOf(now)
  return html`
    <nav class="steps" aria-label="Booking">
      <ol>
        ${steps.map((step, n) => html`
          <li>${n < at && back[n] !== undefined ? html`<a href=${back[n]}>${step}</a>` : html`<span aria-current=${n === at ? "step" : undefined}>${step}</span>`}</li>`)}
      </ol>
    </nav>`
}
