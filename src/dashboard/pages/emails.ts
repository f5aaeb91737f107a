import { Effect } from "effect"
import { type Email, EmailId, type EmailState, emailStates } from "#schemas/messages/email"
import { brandOf, installation } from "#workflows/messages/template"
import { rendered } from "#workflows/messages/render"
import { allTemplates } from "#workflows/messages/templates"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, filter, input } from "../components/form.ts"
import { facts, paging, ROWS, table } from "../components/table.ts"
import { ago, time } from "../components/time.ts"
import { type Document, type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, oneOf, optional } from "../query.ts"
import { framed } from "../response.ts"

const stateBadge = badgesOf<EmailState>({
  queued: "busy", sent: "good", bounced: "bad", complained: "bad", suppressed: "wait", simulated: "plain", failed: "bad"
})

/** Shows an e-mail as a mail program does: no script of it runs, and it knows nothing of the page around it. */
const frame = (title: string, address: string): Node =>
  html`<iframe class="email" title=${title} src=${address} sandbox=""></iframe>`

/** E-mails to customers, newest first. */
export const emailsPage = Effect.gen(function*() {
  const { api: { messages }, query, session: { company } } = yield* SessionRequest
  const chosen = { ...optional(query, ["recipient"]), ...oneOf(query, "state", emailStates) }
  const { cursor } = optional(query, ["cursor"])
  const found = yield* messages.list_emails({ query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: "E-mails",
    section: paths.emails,
    content: html`
      <div>
        ${filter(paths.emails, [
          input("recipient", "Address", { value: chosen.recipient ?? "", maxlength: "254" }),
          choice("state", "State", "any", emailStates, chosen.state)
        ])}
        ${table<Email>({
          label: "E-mails to customers, newest first",
          rows: found.items,
          empty: empty("No e-mails.", "What is written to customers is kept here, with what became of it."),
          columns: [
            { title: "Subject", cell: ({ id, livemode, subject }) => [link(`${paths.emails}/${id}`, html`<bdi>${subject}</bdi>`), testMark(livemode)] },
            { title: "To", cell: ({ recipient }) => recipient },
            { title: "State", cell: ({ state }) => stateBadge(state) },
            { title: "Template", cell: ({ template }) => template },
            { title: "Written", cell: ({ created_at }) => ago(company.time_zone, created_at) }
          ]
        })}
        ${paging({ path: paths.emails, filters: chosen, cursor, shown: found })}
        <p>${link(paths.emailTemplates, "See the templates")}</p>
      </div>`
  } satisfies Page
})

const emailOf = Effect.gen(function*() {
  const { api: { messages }, params } = yield* SessionRequest
  return yield* messages.get_email({ params: { id: yield* idOf(params, EmailId.make) } })
})

/** One e-mail as its reader saw it. */
export const emailPage = Effect.gen(function*() {
  const { session: { company } } = yield* SessionRequest
  const { answer, attachments, attempts, created_at, id, livemode, recipient, reply_to, sender, sent_at, state, subject, text } = yield* emailOf
  return {
    title: subject,
    section: paths.emails,
    trail: { title: "E-mails", to: paths.emails },
    headers: framed,
    content: html`
      <div>
        ${facts([
          ["State", [stateBadge(state), testMark(livemode)]],
          ["To", recipient],
          ["From", sender ?? NONE],
          ["Answers go to", reply_to ?? sender ?? NONE],
          ["Attempts", attempts],
          ["The mail server said", answer ?? NONE],
          ["Files", attachments.length === 0 ? NONE : attachments.map(({ name }) => name).join(", ")],
          ["Written", time(company.time_zone, created_at)],
          ["Sent", time(company.time_zone, sent_at)]
        ])}
        ${frame("The e-mail as HTML", `${paths.emails}/${id}/content`)}
        <details><summary>As plain text</summary><pre tabindex="0">${text}</pre></details>
      </div>`
  } satisfies Page
})

export const emailContent = Effect.map(emailOf, (email): Document => ({ document: email.html }))

/** Each template with its example, in the company's own frame. */
export const emailTemplatesPage = Effect.gen(function*() {
  const templates = [...(yield* allTemplates).values()]
  return {
    title: "Templates of e-mails",
    section: paths.emails,
    trail: { title: "E-mails", to: paths.emails },
    headers: framed,
    content: html`
      <div>
        <p>What is written to customers and members, with made-up data and the company's own name, logo and language.</p>
        ${templates.map(({ name, transactional }) => html`
          <section>
            <h2>${name.replaceAll("_", " ")}</h2>
            ${!transactional && html`<p class="faint">Its readers can opt out of it.</p>`}
            ${frame(`Example of ${name}`, `${paths.emailTemplates}/${name}/content`)}
          </section>`)}
      </div>`
  } satisfies Page
})

export const emailTemplateContent = Effect.gen(function*() {
  const { api, params } = yield* SessionRequest
  const found = (yield* allTemplates).get(params["name"] ?? "")
  if (found === undefined) return { title: "No such template", status: 404, content: empty("There is no template of this name.") } satisfies Page
  const brand = found.ofAccount === true ? installation : brandOf(yield* api.company.get_company_settings())
  const { html: document } = rendered(found.content(found.example, brand), brand, found.transactional ? undefined : "https://example.com/unsubscribe/example")
  return { document } satisfies Document
})
