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
import { inWords, spoken, type Text, textIn } from "../words/spoken.ts"

const w = spoken("emails")

const stateBadge = badgesOf<EmailState>({
  queued: "busy", sent: "good", bounced: "bad", complained: "bad", suppressed: "wait", simulated: "plain", failed: "bad"
})

/** Shows an e-mail as a mail program does: no script of it runs, and it knows nothing of the page around it. */
const frame = (title: Text, address: string): Node =>
  inWords((words) => html`<iframe class="email" title=${textIn(words, title)} src=${address} sandbox=""></iframe>`)

/** E-mails to customers, newest first. */
export const emailsPage = Effect.gen(function*() {
  const { api: { messages }, query, session: { company } } = yield* SessionRequest
  const chosen = { ...optional(query, ["recipient"]), ...oneOf(query, "state", emailStates) }
  const { cursor } = optional(query, ["cursor"])
  const found = yield* messages.list_emails({ query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: w.title,
    section: paths.emails,
    content: html`
      <div>
        ${filter(paths.emails, [
          input("recipient", w.address, { value: chosen.recipient ?? "", maxlength: "254" }),
          choice("state", w.state, w.any, emailStates, chosen.state)
        ])}
        ${table<Email>({
          label: w.label,
          rows: found.items,
          empty: empty(w.none, w.noneHelp),
          columns: [
            { title: w.subject, cell: ({ id, livemode, subject }) => [link(`${paths.emails}/${id}`, html`<bdi>${subject}</bdi>`), testMark(livemode)] },
            { title: w.to, cell: ({ recipient }) => recipient },
            { title: w.state, cell: ({ state }) => stateBadge(state) },
            { title: w.template, cell: ({ template }) => template },
            { title: w.written, cell: ({ created_at }) => ago(company.time_zone, created_at) }
          ]
        })}
        ${paging({ path: paths.emails, filters: chosen, cursor, shown: found })}
        <p>${link(paths.emailTemplates, w.see)}</p>
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
    trail: { title: w.title, to: paths.emails },
    headers: framed,
    content: html`
      <div>
        ${facts([
          [w.state, [stateBadge(state), testMark(livemode)]],
          [w.to, recipient],
          [w.from, sender ?? NONE],
          [w.answersTo, reply_to ?? sender ?? NONE],
          [w.attempts, attempts],
          [w.serverSaid, answer ?? NONE],
          [w.files, attachments.length === 0 ? NONE : attachments.map(({ name }) => name).join(", ")],
          [w.written, time(company.time_zone, created_at)],
          [w.sent, time(company.time_zone, sent_at)]
        ])}
        ${frame(w.asHtml, `${paths.emails}/${id}/content`)}
        <details><summary>${w.asText}</summary><pre tabindex="0">${text}</pre></details>
      </div>`
  } satisfies Page
})

export const emailContent = Effect.map(emailOf, (email): Document => ({ document: email.html }))

/** Each template with its example, in the company's own frame. */
export const emailTemplatesPage = Effect.gen(function*() {
  const templates = [...(yield* allTemplates).values()]
  return {
    title: w.templates,
    section: paths.emails,
    trail: { title: w.title, to: paths.emails },
    headers: framed,
    content: html`
      <div>
        <p>${w.templatesIntro}</p>
        ${templates.map(({ name, transactional }) => html`
          <section>
            <h2>${name.replaceAll("_", " ")}</h2>
            ${!transactional && html`<p class="faint">${w.optOut}</p>`}
            ${frame(w.example(name), `${paths.emailTemplates}/${name}/content`)}
          </section>`)}
      </div>`
  } satisfies Page
})

export const emailTemplateContent = Effect.gen(function*() {
  const { api, params } = yield* SessionRequest
  const found = (yield* allTemplates).get(params["name"] ?? "")
  if (found === undefined) return { title: w.noSuch, status: 404, content: empty(w.noSuchHelp) } satisfies Page
  const brand = found.ofAccount === true ? installation : brandOf(yield* api.company.get_company_settings())
  const { html: document } = rendered(found.content(found.example, brand), brand, found.transactional ? undefined : "https://example.com/unsubscribe/example")
  return { document } satisfies Document
})
