import type { Formats } from "#schemas/kernel/formats"
import type { Plan } from "#schemas/payments/plan"
import type { Doable, OneSubscription, Previewed, SubscriptionShown } from "#workflows/payments/portal-subscriptions"
import { badge, doneNotice, type Tone } from "../../dashboard/components/elements.ts"
import { hiddenField, select } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { type Shown, written } from "../pay/frame.ts"
import { methodName } from "./methods.ts"
import { type Asked, back } from "./request.ts"

const states: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  trialing: ["trial", "good"], active: ["active", "good"], past_due: ["a payment is late", "bad"], paused: ["paused", "wait"], canceled: ["ended", "plain"]
}

export const stateOf = ({ subscription: { state } }: SubscriptionShown): Node => badge(...states[state] ?? [state, "plain"])

const sumIn = (formats: Formats, currency: string) => (amount: number) => written(formats, formats.money({ amount, currency }))

const every = ({ interval, interval_count }: Plan): string => interval_count === 1 ? `every ${interval}` : `every ${interval_count} ${interval}s`

/** What a period costs, and how long it is. */
export const costsOf = ({ plan, subscription: { amount, currency, quantity } }: SubscriptionShown, formats: Formats): Node =>
  [sumIn(formats, currency)(amount), ` ${every(plan)}`, quantity > 1 && ` for ${formats.number(quantity)}`]

const TAX = ", and tax where it is added"

/** What is billed once it has ended: what changes of it added, if anything. */
const lastBill = (pending: number, sum: (amount: number) => Node): ReadonlyArray<Node> =>
  pending > 0 ? ["; then only what its changes added is billed: ", sum(pending), TAX] : [" and is not billed again"]

/** When it is billed next, and what that comes to. */
export const nextOf = ({ next, subscription }: SubscriptionShown, formats: Formats): Node => {
  const { cancel_at_period_end, canceled_at, currency, pending_amount, period_end, state } = subscription
  const day = (instant: string) => written(formats, formats.day(instant))
  if (state === "canceled") return canceled_at !== null && ["Ended on ", day(canceled_at)]
  if (state === "paused") return "No bills are made until it goes on."
  if (cancel_at_period_end) return ["It ends on ", day(period_end), ...lastBill(pending_amount, sumIn(formats, currency)), "."]
  return ["Next bill on ", day(next?.next_invoice_at ?? period_end), next !== undefined && [": ", sumIn(formats, currency)(next.next_amount), TAX]]
}

const texts: Readonly<Record<Doable, readonly [title: string, button: string]>> = {
  cancel: ["Cancel it", "Cancel at the end of the period"],
  keep: ["Keep it", "Do not end it"],
  pause: ["Pause it", "Pause it now"],
  resume: ["Go on with it", "Go on now"]
}

const explained = (what: Doable, { subscription }: OneSubscription, formats: Formats): Node => {
  const { amount, currency, pending_amount, period_end, state } = subscription
  const sum = sumIn(formats, currency)
  if (what === "cancel") {
    const day = written(formats, formats.day(period_end))
    return state === "paused"
      ? "It is paused, so that it ends at once."
      : ["It ends on ", day, ...lastBill(pending_amount, sum), ". Until then you have it, and can take that back."]
  }
  if (what === "keep") return "It then goes on with the next period."
  if (what === "pause") return "From now on no bills are made. What you paid for the time after is taken off the first bill once it goes on."
  return ["A new period begins now and is billed: ", sum(amount), TAX, "."]
}

const action = (what: Doable, asked: Asked, one: OneSubscription): Node => html`
  <section aria-labelledby=${what}>
    <h2 id=${what}>${texts[what][0]}</h2>
    <p>${explained(what, one, asked.formats)}</p>
    <form method="post" action=${asked.address} class="act"><button type="submit" name="do" value=${what}>${texts[what][1]}</button></form>
  </section>`

const planChoice = ({ address, formats }: Asked, { plans, subscription: { currency } }: OneSubscription): Node => html`
  <section aria-labelledby="plans">
    <h2 id="plans">Change to another plan</h2>
    <p>You see first what that comes to.</p>
    <form method="get" action=${address} class="act">
      ${select({
        name: "plan", label: "Plan", chosen: undefined,
        options: plans.map((plan) => [String(plan.id), `${plan.name}: ${formats.money({ amount: plan.amount, currency })} ${every(plan)}`] as const)
      })}
      <button type="submit">Show what it comes to</button>
    </form>
  </section>`

const methodChoice = ({ address, formats }: Asked, { methods, subscription: { payment_method_id } }: OneSubscription): Node => html`
  <section aria-labelledby="charged">
    <h2 id="charged">What it is charged to</h2>
    ${payment_method_id === null || !methods.some(({ id }) => id === payment_method_id)
      ? html`<p>To nothing that is saved: you pay its invoices.</p>`
      : html`<p>${methodName(methods.find(({ id }) => id === payment_method_id)!, formats)}</p>`}
    ${methods.some(({ id }) => id !== payment_method_id) && html`
      <form method="post" action=${address} class="act">
        ${select({
          name: "method", label: "Another payment method", chosen: undefined,
          options: methods.filter(({ id }) => id !== payment_method_id).map((method) => [String(method.id), methodName(method, formats)] as const)
        })}
        <button type="submit" name="do" value="charge">Charge it to this</button>
      </form>`}
  </section>`

/** A subscription, and what the customer may do with it. */
export const subscriptionPage = (asked: Asked, one: OneSubscription): Shown => ({
  title: one.plan.name,
  content: html`
    <div>
      ${doneNotice(asked.query, {
        cancel: "It ends with its period.", keep: "It goes on.", pause: "It is paused.", resume: "It goes on.",
        change: "The plan was changed.", charge: "It is charged to that from now on."
      })}
      <p>${stateOf(one)}</p>
      <p>${costsOf(one, asked.formats)}</p>
      <p>${nextOf(one, asked.formats)}</p>
      ${asked.portal.allowed.payment_methods && one.subscription.state !== "canceled" && one.subscription.state !== "paused" && methodChoice(asked, one)}
      ${one.plans.length > 0 && planChoice(asked, one)}
      ${(["keep", "resume", "pause", "cancel"] as const).filter((what) => one.doable[what]).map((what) => action(what, asked, one))}
      ${back(asked.base)}
    </div>`
})

/** What a change to another plan comes to, before it is made. */
export const previewPage = ({ address, formats }: Asked, { plan, preview }: Previewed): Shown => {
  const sum = sumIn(formats, preview.currency)
  return {
    title: `Change to ${plan.name}?`,
    content: html`
      <div>
        <dl>
          <dt>From now on</dt><dd>${sum(preview.amount)} ${every(plan)}</dd>
          <dt>This period</dt><dd>${sum(Math.abs(preview.proration_amount))} ${preview.proration_amount < 0 ? "less" : "more"} for the rest of it</dd>
          <dt>Next bill</dt><dd>${sum(preview.next_amount)}${TAX}</dd>
          <dt>On</dt><dd>${written(formats, formats.day(preview.next_invoice_at))}</dd>
        </dl>
        <form method="post" action=${address} class="act">
          ${hiddenField("plan", String(plan.id))}
          ${hiddenField("at", preview.proration_at)}
          <button type="submit" name="do" value="change" class="main">Change the plan</button>
        </form>
        <p><a href=${address}>Leave it as it is</a></p>
      </div>`
  }
}
