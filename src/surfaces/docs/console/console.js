/*
 * The pages do all they do without this, but for sending requests. The key is kept in this tab alone and goes to this service only;
 * texts are put into the page as texts.
 */

const KEPT = "docs.key"
const TELLING = ["content-type", "x-request-id", "etag", "location", "retry-after", "idempotent-replayed", "x-ratelimit-remaining", "deprecation", "sunset"]

const section = document.querySelector("section.console")
const form = section.querySelector("form")
const outcome = section.querySelector(".outcome")
const result = section.querySelector(".result")
const keyField = form.querySelector("#try-key")
const button = form.querySelector("button")

const LIVE = "This is a live key, and the console takes test keys only: what it sends with a live key would be real. Nothing was sent."

/** Why a credential is not used; nothing if it is. What a token is for only the service knows: it is asked. */
const refusal = async (key) => {
  if (/^[a-z]+_[a-z0-9]+_live_/u.test(key)) return LIVE
  if (/^[a-z]+_[a-z0-9]+_test_\w+$/u.test(key)) return undefined
  if (!key.startsWith("eyJ")) return "This is neither a test key nor an access token. A test key has _test_ in it. Nothing was sent."
  const response = await fetch("/api/v1/auth/me", { headers: { authorization: `Bearer ${key}` }, credentials: "omit", cache: "no-store" })
  if (!response.ok) return "The service does not know this access token, or it has expired. Sign in again by login with the mode test. Nothing was sent."
  return (await response.json()).mode === "test" ? undefined : "This is the access token of a live session, and the console takes those of the mode test only. Nothing was sent."
}

const fields = (place) => [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== "")

const requestOf = (key) => {
  const address = fields("path").reduce((path, { dataset, value }) => path.replace(`{${dataset.name}}`, encodeURIComponent(value)), form.dataset.path)
  const query = new URLSearchParams(fields("query").map(({ dataset, value }) => [dataset.name, value])).toString()
  const headers = Object.fromEntries(fields("header").map(({ dataset, value }) => [dataset.name, value]))
  if (key !== "") headers["Authorization"] = `Bearer ${key}`
  const text = form.querySelector("textarea")
  const files = [...form.querySelectorAll('[data-in="file"]')]
  let body
  if (text !== null) {
    body = text.value
    headers["Content-Type"] = text.dataset.type
  } else if (files.length > 0) {
    body = new FormData()
    for (const { dataset, value } of fields("part")) body.append(dataset.name, value)
    for (const { dataset, files: [file] } of files) if (file !== undefined) body.append(dataset.name, file)
  }
  return { address: query === "" ? address : `${address}?${query}`, body, headers, method: form.dataset.method }
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** As a line for the shell, with the variable in the place of the key. */
const curlOf = ({ address, body, headers, method }) => [
  `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(location.origin + address)}`,
  ...Object.entries(headers).map(([name, value]) => name === "Authorization" ? `-H "Authorization: Bearer $${form.dataset.key}"` : `-H ${quoted(`${name}: ${value}`)}`),
  ...typeof body === "string" ? [`--data-binary ${quoted(body)}`] : [],
  ...body instanceof FormData ? [...body].map(([name, value]) => `-F ${quoted(`${name}=${typeof value === "string" ? value : `@${value.name}`}`)}`) : []
].join(" \\\n  ")

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Where an error leads: what to do about its code, and where a person agrees. */
const leads = (text) => {
  try {
    const { code, consent } = JSON.parse(text)
    const page = consent?.page_url
    return [
      ...typeof code === "string" && /^[a-z_]+$/u.test(code) ? [["What to do", `/docs/errors#${code}`]] : [],
      ...typeof page === "string" && page.startsWith(`${location.origin}/`) ? [["Where a person agrees", page]] : []
    ]
  } catch {
    return []
  }
}

const show = (request, response, text, took) => {
  section.querySelector(".sent").textContent = curlOf(request)
  section.querySelector(".answered").textContent = text === "" ? "no body" : pretty(text)
  const lines = TELLING.filter((name) => response.headers.has(name)).map((name) => {
    const line = document.createElement("li")
    line.textContent = `${name}: ${response.headers.get(name)}`
    return line
  })
  section.querySelector(".headers").replaceChildren(...lines)
  result.hidden = false
  outcome.textContent = `${response.status} after ${Math.round(took)} ms. `
  for (const [words, address] of response.ok ? [] : leads(text)) {
    const link = document.createElement("a")
    link.href = address
    link.textContent = words
    outcome.append(link, " ")
  }
}

const textOf = async (response) => {
  const type = response.headers.get("content-type") ?? ""
  if (/json|^text\/|xml/u.test(type)) return response.text()
  const { size } = await response.blob()
  return size === 0 ? "" : `${size} bytes of ${type}`
}

const send = async () => {
  const key = keyField?.value.trim() ?? ""
  const refused = keyField === null ? undefined : await refusal(key)
  if (refused !== undefined) {
    result.hidden = true
    outcome.textContent = refused
    if (refused === LIVE) keyField.value = ""
    keyField.focus()
    return
  }
  if (keyField !== null) sessionStorage.setItem(`${KEPT}.${form.dataset.key}`, key)
  const request = requestOf(key)
  const { address, body, headers, method } = request
  const began = performance.now()
  const response = await fetch(address, { method, headers, body, credentials: "omit", cache: "no-store", redirect: "manual" })
  const text = await textOf(response)
  show(request, response, text, performance.now() - began)
}

form.addEventListener("submit", async (event) => {
  event.preventDefault()
  if (form.ariaBusy === "true") return
  form.ariaBusy = "true"
  button.ariaDisabled = "true"
  try {
    await send()
  } catch {
    result.hidden = true
    outcome.textContent = "The service could not be reached. Try again."
  } finally {
    form.ariaBusy = null
    button.ariaDisabled = null
  }
})

if (keyField !== null) keyField.value = sessionStorage.getItem(`${KEPT}.${form.dataset.key}`) ?? ""
section.hidden = false
