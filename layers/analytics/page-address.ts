/** What is kept of the addresses of an event. Text is empty where nothing is said. */
export interface PageAddress {
  readonly path: string
  /** From where the visitor came: as the address of the page says, else by the host of the referrer. */
  readonly source: string
  readonly referrer: string
  readonly medium: string
  readonly campaign: string
}

const MOST_PATH = 500
const MOST_NAME = 100

const short = (text: string | null) => (text ?? "").trim().slice(0, MOST_NAME).toWellFormed()

const hostOf = (url: URL) => url.hostname.replace(/^www\./u, "").slice(0, MOST_NAME)

/** Parts of a path that hold an e-mail address, which some systems put there, tell who somebody is. */
const withoutPersons = (path: string) => path.split("/").map((part) => /@|%40/iu.test(part) ? "*" : part).join("/")

const pathOf = ({ pathname }: URL) => encodeURI(decodedUri(withoutPersons(pathname))).slice(0, MOST_PATH)

/** What is said besides, without e-mail addresses. */
export const propertiesOf = (properties: Readonly<Record<string, boolean | number | string>> | undefined) =>
  properties && Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, typeof value === "string" && value.includes("@") ? "…" : value]))

/** Letters of all languages are written one way, whichever way the browser wrote them. */
const decodedUri = (path: string) => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Of an address that begins with http. */
export const pageAddressOf = (address: string, from: string | undefined): PageAddress => {
  const url = new URL(address)
  const came = from === undefined ? null : URL.parse(from)
  const referrer = came === null || !came.protocol.startsWith("http") || hostOf(came) === hostOf(url) ? "" : hostOf(came)
  const said = url.searchParams
  return {
    path: pathOf(url), referrer, source: short(said.get("utm_source")) || referrer, medium: short(said.get("utm_medium")), campaign: short(said.get("utm_campaign"))
  }
}

/** An address elsewhere: its host and path. */
export const linkOf = (address: string | undefined): string => {
  if (address === undefined) return ""
  const url = new URL(address)
  return `${hostOf(url)}${pathOf(url)}`.slice(0, MOST_PATH)
}
