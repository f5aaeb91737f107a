import { Effect } from "effect"
import { operations } from "#schemas/operations"
import { lacking } from "../../connector/verbs.ts"
import { link } from "../components/elements.ts"
import { hiddenField, postForm } from "../components/form.ts"
import { type Page, type Redirect, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { isOver, keptAs } from "./over.ts"
import { type Step, stepsOf } from "./steps.ts"

const item = ({ done, needs, title, to, why }: Step): Node => done
  ? html`<li class="done"><span class="unseen">Done: </span>${link(to, title)}</li>`
  : html`<li>${needs === undefined ? link(to, title) : html`<span>${title} <span class="faint">(comes with the ${needs} tier)</span></span>`}<p class="faint">${why}</p></li>`

const counted = (steps: ReadonlyArray<Step>) => steps.filter(({ needs }) => needs === undefined)

const isComplete = (steps: ReadonlyArray<Step>) => counted(steps).every(({ done }) => done)

const list = (steps: ReadonlyArray<Step>): Node => html`<ul class="steps">${steps.map(item)}</ul>`

/** The steps that count, how many of them are done, and on demand those of a higher tier. */
const checklist = (steps: ReadonlyArray<Step>): Node => {
  const open = counted(steps)
  const others = steps.filter(({ needs }) => needs !== undefined)
  const over = open.filter(({ done }) => done)
  return [
    html`<p>${over.length} of ${open.length} done.</p>`,
    list(open.filter(({ done }) => !done)),
    over.length > 0 && html`<details><summary>What is done</summary>${list(over)}</details>`,
    others.length > 0 && html`<details><summary>With a higher tier</summary>${list(others)}</details>`
  ]
}

const showing = (shown: "yes" | "no", button: string): Node =>
  postForm({ to: paths.getStarted, button, fields: hiddenField("shown", shown) })

/** The way to an industry's first records, for whoever may make them. */
const filling = Effect.map(SessionRequest, ({ session }): Node =>
  lacking(session.caller, operations.get("apply_industry_template")!) === undefined && html`
    <p>${link(paths.industry, "Fill the company with first records of your industry")}</p>`)

const NOTHING = { content: null, cookie: {} }

/**
 * The first steps, for the overview: until all are done or the person hides them. Afterwards the browser remembers that it is over, so that nothing is
 * asked any more.
 */
export const firstStepsPart = Effect.gen(function*() {
  if (yield* isOver) return NOTHING
  const steps = yield* stepsOf
  if (isComplete(steps)) return { content: null, cookie: { getStarted: yield* keptAs(true) } }
  return {
    content: html`
      <section class="started">
        <h2>Get started</h2>
        ${yield* filling}
        ${checklist(steps)}
        ${showing("no", "Hide this")}
      </section>`,
    cookie: {}
  }
})

/** The same by itself, also when it is over. */
export const getStartedPage = Effect.gen(function*() {
  const [steps, over] = yield* Effect.all([stepsOf, isOver])
  return {
    title: "Get started", section: paths.overview, trail: { title: "Overview", to: paths.overview },
    content: html`
      <div class="started">
        <p class="lead">The first useful thing in each part of the service.</p>
        ${yield* filling}
        ${checklist(steps)}
        ${!isComplete(steps) && (over ? showing("yes", "Show this on the overview") : showing("no", "Hide this on the overview"))}
      </div>`
  } satisfies Page
})

export const showFirstSteps = Effect.gen(function*() {
  const { form } = yield* SessionRequest
  return { to: paths.overview, getStarted: yield* keptAs(form.get("shown") !== "yes") } satisfies Redirect
})
