/*
 * The pages of the tools do all they do without this; with it, an answer comes without loading the page anew, and the list of
 * tools narrows while one types.
 */

const parser = new DOMParser()

/** Puts what the service made of the call in the place of what is shown, and leaves the focus where it was. */
const show = (article, page) => {
  const answered = page.getElementById(article.id)
  if (answered === null) throw new Error("no answer")
  const focused = document.activeElement?.id
  for (const part of [".fields", ".outcome", ".result", ".curl"]) {
    article.querySelector(part).replaceChildren(...answered.querySelector(part).childNodes)
  }
  if (focused) document.getElementById(focused)?.focus()
  const answer = article.querySelector(".answer")
  if (answer.getBoundingClientRect().bottom > innerHeight) answer.scrollIntoView({ block: "nearest" })
}

const call = async (form) => {
  const article = form.closest("article")
  const outcome = article.querySelector(".outcome")
  const button = form.querySelector("button")
  if (form.ariaBusy === "true") return
  form.ariaBusy = "true"
  button.ariaDisabled = "true"
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) })
    show(article, parser.parseFromString(await response.text(), "text/html"))
  } catch {
    outcome.textContent = "The service could not be reached. Try again."
  } finally {
    form.ariaBusy = null
    button.ariaDisabled = null
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.call")) return
  event.preventDefault()
  void call(event.target)
})

const search = document.querySelector(".search")
if (search !== null) {
  const [input, said] = [search.querySelector("input"), search.querySelector("[role=status]")]
  const tools = [...document.querySelectorAll("article.tool")].map((article) => ({
    article,
    text: article.querySelector(".about").textContent.toLowerCase(),
    entries: document.querySelectorAll(`[data-tool="${article.id}"]`)
  }))
  const narrow = () => {
    const words = input.value.toLowerCase().split(/[\s_]+/u).filter((word) => word !== "")
    let found = 0
    for (const { article, entries, text } of tools) {
      const fits = words.every((word) => text.includes(word))
      for (const one of [article, ...entries]) one.hidden = !fits
      if (fits) found++
    }
    for (const group of document.querySelectorAll("section.group")) group.hidden = group.querySelector("article:not([hidden])") === null
    for (const group of document.querySelectorAll("ul.groups > li:has([data-tool])")) {
      group.hidden = group.querySelector("[data-tool]:not([hidden])") === null
    }
    said.textContent = words.length === 0 ? "" : `${found} of ${tools.length} tools`
  }
  search.hidden = false
  input.addEventListener("input", narrow)
  narrow()
}
