import { readFileSync } from "node:fs"

/** Attacks by texts, each with the name that it has in its list. */
export const vectors = readFileSync(new URL("xss-vectors.txt", import.meta.url), "utf8").split(/^## /mu).slice(1).map((part) => {
  const [name = "", ...lines] = part.split("\n")
  return { name, text: lines.join("\n").replace(/\n$/u, "") }
})

/** What happened on a page. */
export interface Found {
  readonly ran: number
  readonly violations: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

/** Runs in the page before anything else: counts what asks for attention, and what its policy would have refused. */
export const counting = `
  window.found = { ran: 0, violations: [], wrong: [] }
  for (const name of ["alert", "prompt", "confirm", "print", "msgbox"]) window[name] = () => { window.found.ran++ }
  document.addEventListener("securitypolicyviolation", (event) => window.found.violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sample))
`

/** Touches all there is, as people and programs do, and looks for what could run later. */
export const touching = `(async () => {
  document.addEventListener("click", (event) => event.preventDefault(), true)
  document.addEventListener("submit", (event) => event.preventDefault(), true)
  const schemes = ["https:", "http:", "mailto:", "tel:"]
  const known = new Set(["A", "DETAILS", "FORM", "INPUT", "BUTTON", "SELECT", "TEXTAREA", "OPTION", "LABEL", "FIELDSET", "LEGEND"])
  for (const one of document.body.querySelectorAll("*")) {
    const name = one.nodeName.toUpperCase()
    if (["SCRIPT", "IFRAME", "OBJECT", "EMBED", "BASE", "META", "LINK", "APPLET", "FRAME", "FOREIGNOBJECT"].includes(name)) window.found.wrong.push(name)
    for (const { name: attribute, value } of one.attributes) {
      if (attribute.startsWith("on") || ["srcdoc", "formaction", "ping", "background"].includes(attribute)) window.found.wrong.push(name + " " + attribute)
      if (attribute === "style" && !one.closest("svg")) window.found.wrong.push(name + " style")
      if (/^\\s*(?:javascript|vbscript|data:text)/i.test(value) && /href|src|action|data/.test(attribute)) window.found.wrong.push(name + " " + attribute + " " + value)
    }
    if (name === "A" && one.hasAttribute("href") && !schemes.includes(one.protocol)) window.found.wrong.push("link " + one.getAttribute("href"))
    if (name === "DETAILS") one.open = true
    for (const type of ["mouseover", "pointerover", "mouseenter", "focus", "animationstart"]) one.dispatchEvent(new Event(type, { bubbles: true }))
    if (known.has(name)) one.click?.()
  }
  await new Promise((done) => setTimeout(done, 10))
  return window.found
})()`
