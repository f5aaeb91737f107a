/* Shows what has changed on a page that is being looked at. Without this script the page is as good, and reloaded by hand. */

const main = document.getElementById("content")

/** Somebody is about to fill it in, or has. */
const isTouched = (field) =>
  field === document.activeElement ||
  (field.matches("select")
    ? [...field.options].some((one) => one.selected !== one.defaultSelected) && field.selectedIndex > 0
    : field.matches("[type=checkbox], [type=radio]")
    ? field.checked !== field.defaultChecked
    : field.type !== "hidden" && field.value !== field.defaultValue)

const fields = "input, select, textarea"

/** Whoever types into a form, or stands on a link, keeps it. */
const isInUse = (node) =>
  node instanceof Element && (node.contains(document.activeElement) || [...node.querySelectorAll(fields)].some(isTouched) || (node.matches(fields) && isTouched(node)))

/** Rows are told apart by what they lead to. */
const keyOf = (node) => node.id || (node.matches("tr, li") ? node.querySelector("a")?.getAttribute("href") ?? "" : "")

const isSame = (a, b) => a.nodeName === b.nodeName && (!(a instanceof Element) || keyOf(a) === keyOf(b))

const mergeAttributes = (old, now) => {
  const before = old.getAttributeNames()
  for (const name of before) if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name)
  for (const { name, value } of now.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value)
}

/** Makes what is there like what is now, with as little change as can be. */
const merge = (old, now) => {
  if (!(old instanceof Element)) {
    if (old.data !== now.data) old.data = now.data
    return
  }
  if (old.matches("form") && isInUse(old)) return
  mergeAttributes(old, now)
  let at = old.firstChild
  const drop = (until) => {
    while (at !== until) {
      const gone = at
      at = at.nextSibling
      if (!isInUse(gone)) gone.remove()
    }
  }
  const all = Array.from(now.childNodes)
  for (const wanted of all) {
    let found = at
    while (found !== null && !isSame(found, wanted)) found = found.nextSibling
    if (found === null) old.insertBefore(document.adoptNode(wanted), at)
    else {
      drop(found)
      at = found.nextSibling
      merge(found, wanted)
    }
  }
  drop(null)
}

let source
let isBusy = false
let isDue = false

const stop = () => {
  source?.close()
  source = undefined
}

/** Fetches the page again, once more where it changed meanwhile. */
const refresh = async () => {
  isDue = true
  if (isBusy) return
  isBusy = true
  try {
    while (isDue) {
      isDue = false
      const response = await fetch(location.href, { headers: { accept: "text/html" } })
      /* Whoever is signed out keeps what they typed until they go on. */
      if (response.redirected || !response.ok) return stop()
      const page = new DOMParser().parseFromString(await response.text(), "text/html")
      const now = page.getElementById("content")
      if (now === null) return stop()
      merge(main, now)
      document.title = page.title
    }
  } catch {
    /* The next change is shown, or the next visit. */
  } finally {
    isBusy = false
  }
}

const follow = () => {
  if (document.hidden) return stop()
  if (source !== undefined || !main.dataset.live) return
  source = new EventSource(main.dataset.live)
  source.addEventListener("changed", refresh)
}

document.addEventListener("visibilitychange", follow)
follow()
