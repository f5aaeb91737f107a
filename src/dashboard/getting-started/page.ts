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
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("gettingStarted")

const item = ({ done, needs, title, to, why }: Step): Node => done
  ? html`<li class="done"><span class="unseen">${w.done}</span>${link(to, title)}</li>`
  : html`<li>${needs === undefined ? link(to, title) : html`<span>${title} <span class="faint">${w.comesWith(needs)}</span></span>`}<p class="faint">${why}</p></li>`

const counted = (steps: ReadonlyArray<Step>) => steps.filter(({ needs }) => needs === undefined)

const isComplete = (steps: ReadonlyArray<Step>) => counted(steps).every(({ done }) => done)

const list = (steps: ReadonlyArray<Step>): Node => html`<ul class="steps">${steps.map(item)}</ul>`

/** The steps that count, how many of them are done, and on demand those of a higher tier. */
const checklist = (steps: ReadonlyArray<Step>): Node => {
  const open = counted(steps)
  const others = steps.filter(({ needs }) => needs !== undefined)
  const over = open.filter(({ done }) => done)
  return [
    html`<p>${w.counted(over.length, open.length)}</p>`,
    list(open.filter(({ done }) => !done)),
    over.length > 0 && html`<details><summary>${w.whatIsDone}</summary>${list(over)}</details>`,
    others.length > 0 && html`<details><summary>${w.higher}</summary>${list(others)}</details>`
  ]
}

const showing = (shown: "yes" | "no", button: Text): Node =>
  postForm({ to: paths.getStarted, button, fields: hiddenField("shown", shown) })

/** The way to an industry's first records, for whoever may make them. */
const filling = Effect.map(SessionRequest, ({ session }): Node =>
  lacking(session.caller, operations.get("apply_industry_template")!) === undefined && html`
    <p>${link(paths.industry, w.fill)}</p>`)

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
        <h2>${w.title}</h2>
        ${yield* filling}
        ${checklist(steps)}
        ${showing("no", w.hide)}
      </section>`,
    cookie: {}
  }
})

/** The same by itself, also when it is over. */
export const getStartedPage = Effect.gen(function*() {
  const [steps, over] = yield* Effect.all([stepsOf, isOver])
  return {
    title: w.title, section: paths.overview, trail: { title: w.overview, to: paths.overview },
    content: html`
      <div class="started">
        <p class="lead">${w.intro}</p>
        ${yield* filling}
        ${checklist(steps)}
        ${!isComplete(steps) && (over ? showing("yes", w.show) : showing("no", w.hideThere))}
      </div>`
  } satisfies Page
})

export const showFirstSteps = Effect.gen(function*() {
  const { form } = yield* SessionRequest
  return { to: paths.overview, getStarted: yield* keptAs(form.get("shown") !== "yes") } satisfies Redirect
})
