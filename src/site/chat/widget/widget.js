/*
 * The chat of a company for any page: <script src="https://.../chat/widget.js" data-key="pk_service_..." defer></script>
 * It takes nothing from anybody else, keeps to itself in a shadow tree, and needs of a content security policy only its own origin, in
 * script-src and connect-src.
 */
import { make, message, note, rating, unseen } from "./elements.js"
import { lineTo } from "./line.js"
import { language, say } from "./words.js"

const STYLE = ""

const NARROW = "(max-width: 30rem), (max-height: 26rem)"
const LOOK_EVERY_MS = 10_000
const NOT_FOUND = 404
const CONFLICT = 409

const { api: given, instead, key } = document.currentScript.dataset
const line = lineTo(given ?? new URL("/api/v1/chat/public", document.currentScript.src).href, key)
const { memory } = line

/* On a page of the company's own, the chat stands in place of a form that works without it. */
const isPage = instead !== undefined

const log = make("ol", { role: "list" })
const view = make("div", { class: "log", role: "log", "aria-label": say("conversation"), "aria-busy": "false", tabindex: "0" }, log)
const state = make("p", { class: "state", role: "status" })
const text = make("textarea", { id: "text", rows: "1", maxlength: "4000", required: true, autocomplete: "off", enterkeyhint: "send" })
const label = make("label", { for: "text" }, say("question"))
const reach = make("input", { id: "reach", maxlength: "200", autocomplete: "email" })
const reachField = make("div", { class: "reach", hidden: true }, make("label", { for: "reach" }, say("reach")), reach)
const send = make("button", { type: "submit", class: "main" }, say("send"))
const person = make("button", { type: "button", "aria-pressed": "false", onclick: () => wantPerson(!isWanted()) }, say("person"))
const again = make("button", { type: "button", onclick: () => beginAnew() }, say("anew"))
const form = make("form", { novalidate: true }, label, make("div", { class: "row" }, text, send), reachField, make("div", { class: "acts" }, person, again))
const title = make("h2", { id: "title" }, say("chat"))
const close = make("button", { type: "button", class: "close", "aria-label": say("close"), onclick: () => shut() }, "×")
const panel = make(isPage ? "section" : "dialog", { id: "panel", "aria-labelledby": "title" },
  make("header", {}, title, isPage ? undefined : close), view, state, form)
const launcher = make("button", { type: "button", class: "launcher", "aria-expanded": "false", "aria-haspopup": "dialog", onclick: () => panel.open ? shut() : open() },
  say("chat"))

let isBusy = false
let begun
let status = "open"
let latest = 0

const isWanted = () => person.getAttribute("aria-pressed") === "true"

const wantPerson = (wanted) => {
  person.setAttribute("aria-pressed", String(wanted))
  reachField.hidden = !wanted
  label.textContent = wanted ? say("toPerson") : say("question")
  if (wanted) text.focus()
}

const isAtEnd = () => view.scrollHeight - view.scrollTop - view.clientHeight < 60
const toEnd = () => view.scrollTo({ top: view.scrollHeight })

const add = (node) => {
  log.append(node)
  toEnd()
  return node
}

const busy = (is, told = "") => {
  isBusy = is
  view.setAttribute("aria-busy", String(is))
  send.setAttribute("aria-disabled", String(is))
  state.textContent = told
}

/** A message that is kept, with what can be done about it. */
const shown = (one) => {
  latest = Math.max(latest, one.id)
  if (one.role !== "assistant" || one.outcome === "handed_over") return message(one)
  const below = [rating(one, (helpful) => line.rate(one.id, helpful))]
  if (one.outcome === "unknown") below.unshift(make("button", { type: "button", class: "offer", onclick: () => wantPerson(true) }, say("offer")))
  return message(one, ...below)
}

const failed = (error, retry) => add(note(error.message, true, make("button", { type: "button", onclick: retry }, say("retry"))))

/** Asks, and shows the answer while it is made. */
const ask = async (asked) => {
  const body = asked.body ?? asked
  const question = add(message({ role: "user", text: body.message }))
  const answer = add(message({ role: "assistant", text: "" }))
  const words = answer.querySelector(".text")
  const dots = make("span", { class: "dots", "aria-hidden": "true" }, "···")
  words.append(dots)
  busy(true, say("writing"))
  const told = (piece) => {
    const follows = isAtEnd()
    state.textContent = say("writing")
    if (piece.type === "restart") words.replaceChildren(dots)
    if (piece.type === "text") dots.before(piece.text)
    if (follows) toEnd()
  }
  try {
    const { message: made, outcome } = await line.ask(asked, told, () => void (state.textContent = say("lost")))
    /* The page was loaded again after the answer was kept: it is there already. */
    if (made.id <= latest) {
      question.remove()
      answer.remove()
    } else {
      answer.replaceWith(shown(made))
    }
    if (outcome === "handed_over") status = "handed_over"
    busy(false)
    toEnd()
  } catch (error) {
    question.remove()
    answer.remove()
    busy(false)
    if ([CONFLICT, NOT_FOUND].includes(error.status) && body.conversation_id !== undefined) {
      memory.set({ conversation: undefined })
      add(note(say("ended")))
      const { conversation_id: _, ...anew } = body
      return ask(anew)
    }
    const problem = failed(error, () => {
      problem.remove()
      void ask(memory.get("pending") ?? body)
    })
  }
}

const submit = () => {
  const asked = text.value.trim()
  if (isBusy || asked === "") return text.focus()
  const wanted = isWanted()
  const at = reach.value.trim()
  text.value = ""
  wantPerson(false)
  text.focus()
  busy(true)
  /* What was asked before the page was loaded again goes first. */
  void begin().then(() => ask({
    message: wanted && at !== "" ? `${asked}\n\n${say("reachedAt", { at })}` : asked,
    ...memory.get("conversation") && { conversation_id: memory.get("conversation") }, ...wanted && { wants_person: true }
  }))
}

form.addEventListener("submit", (event) => {
  event.preventDefault()
  submit()
})
text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
  event.preventDefault()
  submit()
})

/** What was said before, and what is still being answered. */
const recall = async () => {
  const id = memory.get("conversation")
  if (id) {
    try {
      const found = await line.conversation(id)
      status = found.status
      for (const one of found.latest) add(shown(one))
    } catch (error) {
      if (error.status !== NOT_FOUND) throw error
      memory.set({ conversation: undefined })
    }
  }
  const pending = memory.get("pending")
  if (pending) await ask(pending)
}

/** Greets, once. */
const begin = () => begun ??= line.hello().then(({ company, greeting }) => {
  title.textContent = say("chatWith", { name: company })
  add(note(greeting))
  return recall()
}).catch((error) => {
  begun = undefined
  const problem = failed(error, () => {
    problem.remove()
    void begin()
  })
})

const beginAnew = () => {
  if (isBusy) return
  memory.set({ conversation: undefined, pending: undefined })
  log.replaceChildren()
  latest = 0
  status = "open"
  begun = undefined
  text.focus()
  void begin()
}

const open = (focused = true) => {
  memory.set({ open: true })
  if (matchMedia(NARROW).matches) panel.showModal()
  /* Unlike show(), this leaves the focus where it is. */
  else panel.setAttribute("open", "")
  launcher.setAttribute("aria-expanded", "true")
  void begin()
  if (focused) text.focus()
}

const shut = () => {
  panel.close()
  launcher.focus()
}

if (!isPage) {
  panel.addEventListener("close", () => {
    memory.set({ open: false })
    launcher.setAttribute("aria-expanded", "false")
    launcher.focus()
  })
  panel.addEventListener("keydown", ({ key }) => key === "Escape" && shut())
}

/* A person of the company answers in their own time. */
setInterval(async () => {
  const id = memory.get("conversation")
  if (status !== "handed_over" || !id || isBusy || document.hidden || !(isPage || panel.open)) return
  const found = await line.conversation(id).catch(() => undefined)
  if (found === undefined || isBusy) return
  status = found.status
  for (const one of found.latest.filter((one) => one.id > latest)) add(shown(one))
}, LOOK_EVERY_MS)

const host = make("div", { "data-chat": isPage ? "page" : "widget", lang: language })
const tree = host.attachShadow({ mode: "open" })
const sheet = new CSSStyleSheet()
sheet.replaceSync(STYLE)
tree.adoptedStyleSheets = [sheet]
tree.append(panel)

if (isPage) {
  const place = document.getElementById(instead)
  place.hidden = true
  place.after(host)
  void begin()
} else {
  launcher.append(unseen(say("withUs")))
  tree.prepend(launcher)
  document.body.append(host)
  if (memory.get("open")) open(false)
}
