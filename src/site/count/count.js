/* Tells the company's site of page views. It sets no cookie and stores nothing. */
(() => {
  const { base = "", site } = document.currentScript.dataset
  const to = new URL("/api/v1/analytics/events", document.currentScript.src)
  let shown

  const isIgnored = () => {
    try {
      return localStorage.getItem("ignore-visits") === "true"
    } catch {
      return false
    }
  }
  const id = () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) => (c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (c / 4)))).toString(16))

  const tell = (name, more) => {
    if (!site || isIgnored()) return
    const { href, origin, pathname, search } = location
    const url = pathname.startsWith(base) ? origin + (pathname.slice(base.length) || "/") + search : href
    const body = JSON.stringify({ site, events: [{ id: id(), name, url, ...more }] })
    fetch(to, { method: "POST", body, keepalive: true, credentials: "omit", headers: { "content-type": "application/json" } }).catch(() => {})
  }

  const page = () => {
    if (shown === location.pathname) return
    const referrer = shown === undefined ? document.referrer : ""
    shown = location.pathname
    tell("page_view", { referrer })
  }

  /* Pages that change their address without being loaded. */
  const { pushState } = history
  history.pushState = function (...state) {
    pushState.apply(this, state)
    page()
  }
  addEventListener("popstate", page)
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    shown = undefined
    page()
  })

  const followed = ({ target }) => {
    const link = target.closest && target.closest("a[href]")
    if (link && link.host !== location.host && link.protocol.startsWith("http")) tell("Outbound link", { link: link.href })
  }
  addEventListener("click", followed, true)
  addEventListener("auxclick", followed, true)
  addEventListener("submit", ({ target }) => tell("Form sent", { properties: { form: target.id || target.name || "form" } }), true)

  window.trackEvent = (name, properties = {}) => tell(name, { properties })
  if (document.prerendering) document.addEventListener("prerenderingchange", page, { once: true })
  else page()
})()
