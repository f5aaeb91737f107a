import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { contact as contacts } from "#schemas/crm/contact"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import type { ClosedPortal, Portal } from "#workflows/payments/portal"
import { html, type Node } from "../../dashboard/html.ts"
import { failure } from "../../dashboard/components/elements.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { markOf } from "../pay/form.ts"
import { type Company, formatsFor, payResponse, type Shown } from "../pay/frame.ts"

/** A page of a customer that was asked for, or a form of it. */
export interface Asked {
  readonly portal: Portal
  /** Where the customer's pages begin, and where the pages of the company's links to pay are, without their names. */
  readonly base: string
  readonly site: string
  /** The address itself. */
  readonly address: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** Of the record that the address names. */
  readonly id: number
  readonly formats: Formats
  /** A day of the calendar, which is the same day in every time zone. */
  readonly day: (date: string) => string
}

/** The id that a text is; where it is none, one that no record has. */
export const numbered = (text: string | null | undefined): number => /^[1-9]\d{0,14}$/u.test(text ?? "") ? Number(text) : Number.MAX_SAFE_INTEGER

/** What the address of the request says. */
export const address = Effect.gen(function*() {
  const { params } = yield* HttpRouter.RouteContext
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { target: { path, query } } = yield* CurrentRequest
  const token = params["token"] ?? ""
  const at = path.indexOf(`/my/${token}`)
  return {
    token, query, address: path, site: path.slice(0, at), base: path.slice(0, at + `/my/${token}`.length),
    id: numbered(params["id"]),
    formats: (company: Company) => formatsFor(headers["accept-language"], company)
  }
})

export const sentForm = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  request.method === "POST"
    ? Effect.map(Effect.orDie(request.text), (text) => new URLSearchParams(text))
    : Effect.succeed(new URLSearchParams()))

export const daysIn = ({ language }: Formats) => {
  const { day } = formatsOf({ locale: language, time_zone: "UTC" })
  return (date: string) => day(`${date}T12:00:00.000Z`)
}

export const nameOf = ({ contact }: Portal): string => contacts.label(contact)

/** A page of the company's for its customer. */
export const response = ({ company, livemode }: Pick<Portal, "company" | "livemode">, shown: Shown) =>
  payResponse(company, { ...shown, mark: markOf(livemode, false) })

/** Back to where the customer was. */
export const back = (base: string): Node => html`<p><a href=${base}>Back to your pages</a></p>`

/** Says why something was not shown or done. */
export const refusal = (title: string, why: Node, status: number, base: string): Shown =>
  ({ title, status, content: html`<div>${failure("Nothing was changed.", why)}${back(base)}</div>` })

/** A link of ours that opens nothing. */
export const closedPage = ({ closed, company }: ClosedPortal, base: string, asked: boolean): Shown => {
  if (closed === "off") {
    return {
      title: "These pages are closed",
      status: 403,
      content: html`<div><p><span dir="auto">${company.name}</span> does not offer these pages at present. Nothing of yours was lost.</p></div>`
    }
  }
  if (asked) {
    return {
      title: "Look into your e-mails",
      content: html`
        <div>
          <p role="status">If <span dir="auto">${company.name}</span> knows an e-mail address of yours, a new link is on its way to it.</p>
          <p>It was asked for a few times already? Then wait an hour.</p>
        </div>`
    }
  }
  return {
    title: "This link is too old",
    status: 410,
    content: html`
      <div>
        <p>Links to your pages are good for a while only. Have a new one sent to the e-mail address that <span dir="auto">${company.name}</span> knows of you.</p>
        <form method="post" action=${base} class="act"><button type="submit" name="do" value="renew" class="main">Send me a new link</button></form>
      </div>`
  }
}

export const pdfResponse = (content: Uint8Array, name: string) =>
  HttpServerResponse.uint8Array(content, {
    contentType: "application/pdf",
    headers: {
      "content-disposition": `inline; filename="${name}"`, "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "referrer-policy": "no-referrer", "x-robots-tag": "noindex", "cross-origin-resource-policy": "same-origin"
    }
  })
