/** A host without what sites put before it, so that `www.` and its absence are one. */
const plainHost = (host: string) => host.toLowerCase().replace(/^www\./u, "")

const parsed = (address: string, base: string): URL | undefined => {
  try {
    return new URL(address.trim(), base)
  } catch {
    return undefined
  }
}

/** A path as it is compared: with a slash at its end unless it names a file, and without escapes that need not be. */
export const comparable = (path: string): string => {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch {
    decoded = path
  }
  const slash = decoded.endsWith("/") || /\.[a-z0-9]{1,5}$/iu.test(decoded) ? decoded : `${decoded}/`
  return slash.toLowerCase()
}

/** The queries by which WordPress names its records; all others say nothing of where something is. */
const naming = ["p", "page_id", "attachment_id"]

/** The part of a query that names a record, as `?p=12`; empty where none does. */
export const namingQuery = (query: URLSearchParams): string => {
  const name = naming.find((name) => /^\d{1,15}$/u.test(query.get(name) ?? ""))
  return name === undefined ? "" : `?${name}=${query.get(name)}`
}

/**
 * Where an address of the old site leads there: its path, with the query where that names a record. Nothing for an address elsewhere. The
 * site may itself be below a path.
 */
export const oldPath = (address: string, site: string): string | undefined => {
  const home = parsed(site, "https://old.invalid")
  if (home === undefined) return undefined
  const url = parsed(address, `${home.href.replace(/\/$/u, "")}/`)
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  if (plainHost(url.hostname) !== plainHost(home.hostname)) return undefined
  return `${comparable(url.pathname)}${namingQuery(url.searchParams)}`
}
