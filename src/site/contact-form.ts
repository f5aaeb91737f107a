import { failure, notice } from "../dashboard/components/elements.ts"
import { hiddenField, input, postForm } from "../dashboard/components/form.ts"
import type { Page } from "../dashboard/handler.ts"
import { html, type Node } from "../dashboard/html.ts"
import { CONTACT } from "./paths.ts"

/** A field that people do not see and programs fill in. */
export const TRAP = "website"

/** What the address says; it goes along with the form. */
export const carried = ["subject", "template", "source", "referral", "reference"] as const

/** One showing of the form, so that a form that is sent twice is one lead. */
export const SHOWING = "showing"

interface Shown {
  readonly showing: string
  /** What was written before, and what came in the address. */
  readonly said: (name: string) => string
  /** The industry whose template it is about. */
  readonly industry: string | undefined
  /** What is wrong, by field; "" for what no field can put right. */
  readonly wrong: ReadonlyMap<string, string>
}

type Attributes = Readonly<Record<string, string | boolean>>

const problem = (name: string, text: string | undefined): Node =>
  text === undefined ? null : html`<p class="wrong" id=${`${name}-wrong`}>${text}</p>`

const about = (name: string, wrong: Shown["wrong"]): Attributes =>
  wrong.has(name) ? { "aria-invalid": "true", "aria-describedby": `${name}-wrong` } : {}

const line = ({ said, wrong }: Shown, name: string, label: string, more: Attributes): Node => [
  input(name, label, { value: said(name), ...more, ...about(name, wrong) }),
  problem(name, wrong.get(name))
]

const whatFor = ({ industry, said }: Shown): Node =>
  said("reference") !== ""
    ? html`<p>This goes with the request <code>${said("reference")}</code>: leave an address, and the operator can answer it.</p>`
    : industry !== undefined
    ? html`<p>You are about to start with the template for <strong>${industry}</strong>. Leave an address, so that the operator of this service can answer you.</p>`
    : html`<p>Leave an address, so that the operator of this service can answer you.</p>`

export const contactForm = (shown: Shown): Page => {
  const { said, showing, wrong } = shown
  return {
    title: "Get in touch",
    status: wrong.size === 0 ? 200 : 422,
    content: html`
      <div class="contact">
        ${whatFor(shown)}
        ${wrong.size > 0 && failure("That was not sent.", wrong.get("") ?? "See what is said below.")}
        ${postForm({
          to: CONTACT,
          button: "Send",
          tone: "main",
          fields: html`
            <div>
              ${carried.map((name) => said(name) !== "" && hiddenField(name, said(name)))}
              ${hiddenField(SHOWING, showing)}
              ${line(shown, "email", "E-mail address", { type: "text", inputmode: "email", required: true, autocomplete: "email", maxlength: "254", spellcheck: "false" })}
              ${line(shown, "name", "Name (if you like)", { autocomplete: "name", maxlength: "100" })}
              ${line(shown, "company_name", "Company (if you like)", { autocomplete: "organization", maxlength: "100" })}
              <div class="field">
                <label for="message">What it is about (if you like)</label>
                <textarea id="message" name="message" rows="5" maxlength="4000" ...${about("message", wrong)}>${said("message")}</textarea>
              </div>
              ${problem("message", wrong.get("message"))}
              <div class="unseen" aria-hidden="true">
                <label for=${TRAP}>Leave this empty</label>
                <input id=${TRAP} name=${TRAP} tabindex="-1" autocomplete="off" />
              </div>
            </div>`
        })}
        <p class="faint">What you write goes to the operator of this service and nowhere else.</p>
      </div>`
  }
}

export const thanks = (reference: string, email: string): Page => ({
  title: "Thank you",
  content: html`
    <div>
      ${notice(html`<span>Your message has arrived. The operator can answer you at <strong>${email}</strong>.</span>`)}
      <p>Should you ask again, name the reference <code>${reference}</code>.</p>
    </div>`
})
