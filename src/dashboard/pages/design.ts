import { Effect } from "effect"
import { NotFound } from "#schemas/kernel/errors"
import { person } from "../components/avatar.ts"
import { badge, empty, failure, foldedJson, json, link, NONE, notice, type Tone } from "../components/elements.ts"
import { checkbox, field, filter, hiddenField, input, postForm, select, textarea } from "../components/form.ts"
import { count, money } from "../components/locale.ts"
import { skeletonTable } from "../components/skeleton.ts"
import { status } from "../components/status.ts"
import { facts, paging, table } from "../components/table.ts"
import { ago, between, duration, time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"

const colours = ["paper", "ground", "over", "hover", "line", "edge", "ink", "faint", "accent", "good", "wait", "bad"] as const

const surfaces = [
  ["ground", "Ground", "What everything stands beside: the sections, filters, the head of a table."],
  ["paper", "Paper", "What is read and worked with: the page, tables, cards, fields."],
  ["over", "Over", "What opens over the page for a while: the exact time, the choice of columns."]
] as const

const scale = [
  ["display", "28 px, 600", "1,204 orders"], ["title", "24 px, 650", "Title of a page"], ["heading", "17 px, 650", "Heading of a section"],
  ["body", "15 px", "Text that is read, at most 44 rem wide."], ["small", "14 px", "Cells of tables, fields and buttons"],
  ["tiny", "13 px", "Labels, heads of tables, help below a field"], ["mono", "14 px", "req_01JD3 and other things to be copied"]
] as const

const steps = [4, 8, 12, 16, 24, 36] as const

const states: ReadonlyArray<readonly [tone: Tone, means: string, words: ReadonlyArray<string>]> = [
  ["good", "is done and well", ["paid", "active", "delivered", "won"]], ["busy", "is being worked on", ["open", "running", "scheduled"]],
  ["wait", "waits for somebody", ["draft", "pending", "unpaid"]], ["bad", "went wrong", ["overdue", "failed", "no_show"]],
  ["plain", "is over, or says nothing of the kind", ["archived", "canceled"]]
]

interface Row {
  readonly name: string
  readonly state: string
  readonly amount: readonly [amount: number, currency: string]
  readonly ago: number
}

const MINUTE = 60_000

const rows: ReadonlyArray<Row> = [
  { name: "Grace Hopper", state: "paid", amount: [1_250_000, "USD"], ago: 12 * MINUTE },
  { name: "Ada Lovelace", state: "pending", amount: [99_50, "USD"], ago: 5 * 60 * MINUTE },
  { name: "Katherine Johnson", state: "overdue", amount: [-4_05, "USD"], ago: 3 * 24 * 60 * MINUTE },
  { name: "Юлия Петрова", state: "draft", amount: [0, "USD"], ago: 40 * 24 * 60 * MINUTE }
]

const before = (ms: number) => new Date(Date.now() - ms).toISOString()

const sampleTable = (zone: string, shown: ReadonlyArray<Row>): Node =>
  table<Row>({
    label: "Orders of a sample", rows: shown, empty: empty("No order is like that.", link(paths.design, "Show all")),
    columns: [
      { title: "Name", cell: ({ name }) => person(name, link(paths.design, html`<bdi>${name}</bdi>`)) },
      { title: "Status", cell: ({ state }) => status(state) },
      { title: "Amount", figure: true, cell: ({ amount: [amount, currency] }) => money(amount, currency) },
      { title: "Made", cell: ({ ago: ms }) => ago(zone, before(ms)) }
    ]
  })

const part = (title: string, ...content: ReadonlyArray<Node>): Node => html`<section class="specimen"><h2>${title}</h2>${content}</section>`

const tokens: Node = [
  part("Colours", html`<ul class="swatches">${colours.map((name) => html`<li><span class=${`swatch is-${name}`}></span><code>--${name}</code></li>`)}</ul>`),
  part("Surfaces", html`<ul class="swatches">${surfaces.map(([name, title, means]) => html`<li class=${`surface is-${name}`}><strong>${title}</strong><span>${means}</span></li>`)}</ul>`),
  part("Type", html`<dl class="scale">${scale.map(([name, size, text]) => html`<div><dt><code>${name}</code> ${size}</dt><dd class=${`type-${name}`}>${text}</dd></div>`)}</dl>`),
  part("Spacing", html`<ul class="swatches">${steps.map((step) => html`<li><span class=${`step step-${step}`}></span><code>${step} px</code></li>`)}</ul>`)
]

const values = (zone: string): Node => [
  part("States: a colour, and always its word", html`
    <ul class="plain">${states.map(([tone, means, words]) => html`<li>${words.map((word) => [badge(word, tone), " "])}<span class="faint">${means}</span></li>`)}</ul>`),
  part("Times: how long ago, and exactly on hover and focus", facts([
    ["A moment ago", ago(zone, before(0), { alone: true })], ["Hours ago", ago(zone, before(5 * 60 * MINUTE), { alone: true })],
    ["Ahead", ago(zone, before(-26 * 60 * MINUTE), { alone: true })], ["Long ago", ago(zone, before(40 * 24 * 60 * MINUTE), { alone: true })],
    ["In a log", time(zone, before(0))], ["How long", duration(93_000)], ["From, to", between(before(9_000), before(0))], ["None", NONE]
  ])),
  part("Names, with initials", html`<p>${rows.map(({ name }) => html`<span>${person(name)}${" "}</span>`)}</p>`),
  part("Numbers", facts([["Money", money(1_250_000, "USD")], ["Of no cents", money(500, "JPY")], ["Whole", count(1_204)]]))
]

/* The first field that is wrong gets the focus, and this page is to begin at its top. */
const refused = new Map([["elsewhere", ""], ["amount", "Must be more than 0."]])

const controls: Node = [
  part("Buttons", html`
    <div class="acts">
      ${postForm({ to: paths.design, button: "Main", tone: "main" })}
      ${postForm({ to: paths.design, button: "Plain" })}
      ${postForm({ to: paths.design, button: "Risky", tone: "risky" })}
      <a class="button" href=${paths.design}>To a page</a>
    </div>`),
  part("Fields", html`
    <div class="narrow">
      ${field({ name: "title", label: "Empty" })}
      ${field({ name: "given", label: "Filled in, with help", help: "Customers see it on their receipt.", attributes: { value: "Juniper & Vale" } })}
      ${field({ name: "amount", label: "Refused", errors: refused, attributes: { value: "-5" } })}
      ${select({ name: "stage", label: "One of several", chosen: "won", options: [["open", "open"], ["won", "won"]] })}
      ${textarea({ name: "notes", label: "Several lines", value: "Met in Oslo.", attributes: { rows: "3" } })}
      ${checkbox("kinds", "email", "E-mail", true)}
      ${checkbox("kinds", "sms", "Text", false)}
    </div>`),
  part("A filter", filter(paths.design, [input("search", "Name or words"), hiddenField("kept", "yes")]))
]

const wholes = (zone: string): Node => [
  part("A table that is full", sampleTable(zone, rows), paging({ path: paths.design, cursor: undefined, shown: { items: rows, total: 120, next_cursor: "next" } })),
  part("One that is empty", sampleTable(zone, [])),
  part("One that loads", skeletonTable("Orders that are being read", ["Name", "Status", "Amount", "Made"], 3)),
  part("One that failed", failure("The orders could not be read.", html`<span>The database cannot be reached. <a href=${paths.design}>Try again</a></span>`)),
  part("After an action", notice(["Done: delete a contact.", html`<div class="undo">${postForm({ to: paths.design, button: "Undo" })}<span class="faint">for 30 days</span></div>`])),
  part("Nothing yet", empty("Nobody waits for you.", "When an agent asks for something that needs a person, it stands here.")),
  part("Data as it is", json("A sample", { id: 7, tags: ["vip"] }), foldedJson("The same, folded", { id: 7 }))
]

/** The tokens and the components that pages are made of, each in its states; for whoever makes pages, and so not in production. */
export const designPage = Effect.gen(function*() {
  if (process.env["NODE_ENV"] === "production") return yield* Effect.fail(new NotFound({ message: "There is nothing at this address." }))
  const { session: { company } } = yield* SessionRequest
  return {
    title: "Design", section: paths.design,
    content: html`<div>${tokens}${values(company.time_zone)}${controls}${wholes(company.time_zone)}</div>`
  } satisfies Page
})
