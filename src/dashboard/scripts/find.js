/*
 * The pages do all they do without this; with it, / or Ctrl-K opens the search from anywhere, what was seen last comes first, and arrow keys go through
 * what was found.
 */

const { here, search, session, words: inWords } = document.querySelector("script[data-search]").dataset

const { search: searchWord, searchEverything, seenLast } = JSON.parse(inWords)

const MOST = 50
const SHOWN = 8
const PREFIX = "seen "
const own = `${PREFIX}${session}`

const seen = () => {
  try {
    const all = JSON.parse(localStorage.getItem(own) ?? "[]")
    return Array.isArray(all) ? all : []
  } catch {
    return []
  }
}

const forget = (isKept) => {
  for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX) && !isKept(name)) localStorage.removeItem(name)
}

/* Names of records stay on this machine no longer than the session that read them. */
forget((name) => name === own)
document.addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") === "/dashboard/sign-out") forget(() => false)
})

const heading = document.querySelector("main h1")
if (here !== undefined && heading !== null && here.split("?")[0] !== search) {
  const to = new URL(here, location.origin)
  for (const name of ["cursor", "done"]) to.searchParams.delete(name)
  const path = to.pathname + to.search
  localStorage.setItem(own, JSON.stringify([{ path, title: heading.textContent }, ...seen().filter((one) => one.path !== path)].slice(0, MOST)))
}

const wordsIn = (text) => text.toLowerCase().split(/\s+/u).filter((word) => word !== "")

const matching = (text) => {
  const words = wordsIn(text)
  return seen().filter(({ title }) => words.every((word) => title.toLowerCase().includes(word))).slice(0, SHOWN)
}

const element = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const linksTo = (all) => all.map(({ path, title }) => element("li", {}, element("a", { href: path }, title)))

/** Arrow keys go from the field to what was found and back. */
const byArrows = (container, field) =>
  container.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    const stops = [field, ...container.querySelectorAll(".links a")]
    const at = stops.indexOf(document.activeElement)
    const next = stops[at + step]
    if (step === 0 || at < 0 || next === undefined) return
    event.preventDefault()
    next.focus()
  })

let dialog

const dialogOf = () => {
  const field = element("input", { id: "find", name: "search", type: "search", maxlength: "100", autocomplete: "off" })
  const list = element("ul", { class: "links" })
  const title = element("h2", {}, seenLast)
  const form = element(
    "form", { action: search, role: "search" },
    element("label", { for: "find" }, searchEverything), field, element("button", { type: "submit" }, searchWord)
  )
  const made = element("dialog", { class: "find", "aria-label": searchEverything }, form, title, list)
  const show = () => {
    const found = matching(field.value)
    title.hidden = found.length === 0
    list.replaceChildren(...linksTo(found))
  }
  field.addEventListener("input", show)
  byArrows(made, field)
  document.body.append(made)
  return { made, field, show }
}

const open = () => {
  dialog ??= dialogOf()
  if (dialog.made.open) return
  dialog.field.value = ""
  dialog.show()
  dialog.made.showModal()
  dialog.field.focus()
}

const isTyped = (target) => target.closest("input, textarea, select, [contenteditable]") !== null

addEventListener("keydown", (event) => {
  const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyped(event.target)
  if (!isShortcut && !isSlash) return
  event.preventDefault()
  open()
})

for (const hint of document.querySelectorAll("[data-shortcut]")) hint.hidden = false

/* On the page of the search itself. */
const field = document.querySelector("main input[type=search][name=search]")
const results = document.querySelector("main .categories")
if (location.pathname === search && field !== null) {
  /* Without words the page is a list of everything, which stays where it was drawn; what was seen last is in the dialog. */
  const found = wordsIn(field.value).length === 0 ? [] : matching(field.value)
  if (found.length > 0) results?.prepend(element("section", {}, element("h2", {}, seenLast), element("ul", { class: "links" }, ...linksTo(found))))
  byArrows(document.querySelector("main"), field)
}
