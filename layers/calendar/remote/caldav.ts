import { Effect } from "effect"
import { createAccount, davRequest, type DAVResponse, fetchCalendars, getDAVAttribute, DAVNamespace, propfind, syncCollection } from "tsdav"
import { type Access, asked, CalendarFault, CalendarHttp, refusedBy } from "./http.ts"

/** A calendar of an account. */
export interface Found {
  readonly name: string
  readonly url: string
}

/** What changed in a calendar since its mark. */
export interface Changes {
  /** `changed` is all that there is, so that what is not among it is gone. */
  readonly whole: boolean
  /** Addresses of objects, as their path, with their ETag. */
  readonly changed: ReadonlyMap<string, string>
  readonly gone: ReadonlyArray<string>
  readonly mark: string | null
}

export interface CalendarObject {
  readonly href: string
  readonly etag: string
  readonly text: string
}

/** The mark of a server that has no sync-tokens. */
const CTAG = "ctag "
const MOST_ROUNDS = 1_000

type Fetch = typeof globalThis.fetch

const plain = (value: unknown): string => {
  const text = typeof value === "object" && value !== null ? (value as { readonly _cdata?: unknown })._cdata : value
  return typeof text === "string" || typeof text === "number" ? String(text) : ""
}

const pathOf = (href: string, base: string) => new URL(href, base).pathname
const withoutSlash = (path: string) => path.replace(/\/$/u, "")

const withoutBody = new Set([204, 205, 304])

/** What the library asks by. A refusal of the credentials ends everything, wherever it comes. */
const fetchOf = ({ ask }: CalendarHttp["Service"], access: Access, signal: AbortSignal): Fetch => async (input, init) => {
  const address = String(input)
  const { headers, status, text } = await ask(access, address, {
    method: init?.method ?? "GET", headers: Object.fromEntries(new Headers(init?.headers)),
    body: typeof init?.body === "string" ? init.body : undefined, ...init?.redirect === "manual" && { redirects: 0 }
  }, signal)
  if (status === 401 || status >= 500) throw refusedBy({ status }, new URL(address).host)
  const told = new Headers([...headers].filter(([name]) => name !== "content-encoding" && name !== "content-length"))
  return new Response(withoutBody.has(status) ? null : text, { status, headers: told })
}

const withFetch = <A>(access: Access, work: (fetch: Fetch) => Promise<A>) =>
  Effect.flatMap(CalendarHttp, (http) => asked((signal) => work(fetchOf(http, access, signal))))

const isMultistatus = ([first]: ReadonlyArray<DAVResponse>) => first?.raw?.multistatus !== undefined

const refusalOf = ([first]: ReadonlyArray<DAVResponse>, url: string) =>
  refusedBy({ status: first?.status ?? 500 }, new URL(url).host) ??
    new CalendarFault({ kind: "not_a_calendar", message: `${new URL(url).host} does not answer as a CalDAV server does.` })

const isCalendar = ({ props }: DAVResponse) => Object.keys(props?.["resourcetype"] ?? {}).includes("calendar")

/** The calendars that an address leads to: itself, or those of the account. */
export const calendarsAt = (access: Access) =>
  withFetch(access, async (fetch): Promise<ReadonlyArray<Found>> => {
    const { host } = new URL(access.address)
    const [here] = await propfind({ url: access.address, props: { "d:resourcetype": {}, "d:displayname": {} }, depth: "0", fetch })
    if (here !== undefined && here.ok && isCalendar(here)) return [{ name: plain(here.props?.["displayname"]) || host, url: access.address }]
    const account = await createAccount({ account: { serverUrl: access.address, accountType: "caldav" }, fetch }).catch((error: unknown) => {
      if (error instanceof CalendarFault) throw error
      throw new CalendarFault({ kind: "not_a_calendar", message: `${host} has no calendar account at this address: it has to be that of a CalDAV server.` })
    })
    /* No more than is needed: what a calendar's mark is, some servers find out by reading all of it. */
    const all = await fetchCalendars({
      account, fetch, props: { "d:displayname": {}, "d:resourcetype": {}, "c:supported-calendar-component-set": {} }
    })
    return all.filter(({ components = [] }) => components.length === 0 || components.includes("VEVENT"))
      .map(({ displayName, url }) => ({ name: plain(displayName) || withoutSlash(new URL(url).pathname).split("/").at(-1)!, url }))
  })

const etags = (responses: ReadonlyArray<DAVResponse>, url: string) => {
  const own = withoutSlash(new URL(url).pathname)
  const changed = new Map<string, string>()
  const gone: Array<string> = []
  let more = false
  for (const { href, props, status } of responses) {
    if (href === undefined) continue
    const path = pathOf(href, url)
    if (withoutSlash(path) === own) more ||= status === 507
    else if (status === 404 || status === 410) gone.push(path)
    else if (!path.endsWith("/")) changed.set(path, plain(props?.["getetag"]))
  }
  return { changed, gone, more }
}

/** Asks what changed since a sync-token (RFC 6578), in as many rounds as the server likes; nothing where it does not know the token, or none at all. */
const since = async (url: string, token: string, fetch: Fetch): Promise<Changes | undefined> => {
  const changed = new Map<string, string>()
  const gone = new Set<string>()
  let mark = token
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const answer = await syncCollection({ url, props: { "d:getetag": {} }, syncLevel: 1, syncToken: mark, fetch })
    if (!isMultistatus(answer)) {
      const status = answer[0]?.status ?? 500
      if (status === 404) throw refusalOf(answer, url)
      return undefined
    }
    const found = etags(answer, url)
    for (const [href, etag] of found.changed) {
      changed.set(href, etag)
      gone.delete(href)
    }
    for (const href of found.gone) {
      gone.add(href)
      changed.delete(href)
    }
    const next = plain(answer[0]!.raw.multistatus.syncToken)
    if (next === "") return undefined
    if (!found.more || next === mark) return { whole: token === "", changed, gone: [...gone], mark: next }
    mark = next
  }
  return undefined
}

const listed = async (url: string, mark: string | null, fetch: Fetch): Promise<Changes> => {
  const [own] = await propfind({ url, props: { "cs:getctag": {} }, depth: "0", fetch })
  const ctag = plain(own?.props?.["getctag"])
  const now = ctag === "" ? null : CTAG + ctag
  if (now !== null && now === mark) return { whole: false, changed: new Map(), gone: [], mark }
  const answer = await propfind({ url, props: { "d:getetag": {} }, depth: "1", fetch })
  if (!isMultistatus(answer)) throw refusalOf(answer, url)
  return { whole: true, changed: etags(answer, url).changed, gone: [], mark: now }
}

/** What changed in a calendar since its mark; without one, all that there is. */
export const changesOf = (access: Access, mark: string | null) =>
  withFetch(access, async (fetch) => {
    const url = access.address
    if (mark?.startsWith(CTAG)) return listed(url, mark, fetch)
    const known = mark === null ? undefined : await since(url, mark, fetch)
    return known ?? await since(url, "", fetch) ?? listed(url, mark, fetch)
  })

/** So many objects are asked for at a time. */
export const AT_A_TIME = 250

/** Objects of a calendar by their addresses, at most `AT_A_TIME`; those that are gone by now are missing. */
export const objectsAt = (access: Access, hrefs: ReadonlyArray<string>) =>
  withFetch(access, async (fetch): Promise<ReadonlyArray<CalendarObject>> => {
    const url = access.address
    const answer = await davRequest({
      url, fetch,
      init: {
        method: "REPORT", namespace: "c", headers: { depth: "1" },
        body: {
          "calendar-multiget": {
            _attributes: getDAVAttribute([DAVNamespace.DAV, DAVNamespace.CALDAV]),
            "d:prop": { "d:getetag": {}, "c:calendar-data": {} },
            "d:href": hrefs
          }
        }
      }
    })
    if (!isMultistatus(answer)) throw refusalOf(answer, url)
    return answer.flatMap(({ href, props, status }) => {
      const text = plain(props?.["calendarData"])
      return href === undefined || status >= 400 || text === "" ? [] : [{ href: pathOf(href, url), etag: plain(props?.["getetag"]), text }]
    })
  })

const write = (method: "PUT" | "DELETE", url: string, fetch: Fetch, headers: Record<string, string>, body?: string) =>
  fetch(url, { method, headers, ...body !== undefined && { body } })

const missing = new Set([404, 410])

/** The ETag of an object, if there is one. */
export const etagOf = (access: Access, name: string) =>
  withFetch(access, async (fetch) => {
    const [found] = await propfind({ url: new URL(name, access.address).href, props: { "d:getetag": {} }, depth: "0", fetch })
    return found?.ok === true ? plain(found.props?.["getetag"]) || null : null
  })

/**
 * Writes an object in place of the one with this ETag, or where there is none. Fails as `changed` where something else is there: what an attempt wrote whose
 * end nobody saw, or somebody else. Answers with the new ETag, where the server tells it.
 */
export const put = (access: Access, name: string, text: string, etag: string | null) =>
  withFetch(access, async (fetch): Promise<string | null> => {
    const url = new URL(name, access.address).href
    const { host } = new URL(url)
    const answer = await write("PUT", url, fetch, {
      "content-type": "text/calendar; charset=utf-8", ...etag === null ? { "if-none-match": "*" } : { "if-match": etag }
    }, text)
    if (answer.status === 412 || (etag !== null && missing.has(answer.status))) {
      throw new CalendarFault({ kind: "changed", message: `${host} has another entry in its place.`, status: answer.status })
    }
    const refused = refusedBy(answer, host)
    if (refused !== undefined) throw refused
    return answer.headers.get("etag")
  })

/** Takes an object out; it may be gone already. */
export const takeOut = (access: Access, name: string) =>
  withFetch(access, async (fetch) => {
    const url = new URL(name, access.address).href
    const answer = await write("DELETE", url, fetch, {})
    const refused = missing.has(answer.status) ? undefined : refusedBy(answer, new URL(url).host)
    if (refused !== undefined) throw refused
  })
