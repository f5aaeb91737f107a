/* What the chat shows: nodes are made one by one, so that nothing of an answer is ever taken for markup. */

import { say } from "./words.js"

const HTTP = /^https?:\/\//iu
const MARK = /(\[\d{1,4}\])/u

export const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value)
    else if (value === true) node.setAttribute(name, "")
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(name, value)
  }
  node.append(...children.filter((child) => child !== undefined && child !== false))
  return node
}

export const unseen = (text) => make("span", { class: "unseen" }, text)

const outside = { target: "_blank", rel: "noopener noreferrer" }

const nameOf = ({ heading, title }) => [title, ...heading].join(" › ")

/** A text with its pointers at sources as links, where they are pages. */
const pointed = (text, citations) => text.split(MARK).map((part) => {
  if (!MARK.test(part)) return part
  const found = citations.find(({ n }) => `[${n}]` === part)
  if (found === undefined) return part
  const name = say("source", { n: found.n, name: nameOf(found) })
  return HTTP.test(found.url ?? "")
    ? make("a", { class: "mark", href: found.url, title: name, "aria-label": name, ...outside }, part)
    : make("span", { class: "mark", title: name }, part)
})

const source = ({ heading, n, quote, title, url }) => make("li", { value: n },
  HTTP.test(url ?? "") ? make("a", { href: url, ...outside }, nameOf({ heading, title })) : make("strong", {}, nameOf({ heading, title })),
  make("q", { dir: "auto" }, quote))

const sources = (citations) => citations.length > 0 && make("details", {},
  make("summary", {}, citations.length === 1 ? say("oneSource") : say("sources", { n: citations.length })),
  make("ol", {}, ...citations.map(source)))

const NAMES = { user: say("you"), assistant: say("answer"), person: say("aPerson") }

/** A message, with what belongs to it below. */
export const message = ({ citations = [], role, simulated = false, text }, ...below) =>
  make("li", { class: role },
    unseen(`${NAMES[role]}: `),
    make("p", { class: "text", dir: "auto" }, ...pointed(text, citations)),
    simulated && make("p", { class: "simulated" }, say("simulated")),
    sources(citations),
    ...below)

/** Says something of the chat itself; an error is read out at once. */
export const note = (text, isError = false, ...more) =>
  make("li", { class: isError ? "note error" : "note" }, make("p", isError ? { role: "alert" } : {}, text), ...more)

/** Whether an answer helped; what was said before is pressed. */
export const rating = ({ helpful }, rate) => {
  const said = make("span", { role: "status" })
  const button = (value, text) => make("button", {
    type: "button", "aria-pressed": String(helpful === value),
    onclick: async ({ currentTarget }) => {
      try {
        await rate(value)
        for (const one of group.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === currentTarget))
        said.textContent = say("thanks")
      } catch ({ message }) {
        said.textContent = message
      }
    }
  }, text)
  const group = make("div", { class: "rating", role: "group", "aria-label": say("helpfulAsked") }, button(true, say("helpful")), button(false, say("notHelpful")), said)
  return group
}
