/** The sizes that WordPress makes of a picture, and what it calls a large one that it made smaller. */
const sizes = /(?:-\d{1,5}x\d{1,5}|-scaled|-rotated|-e\d{10,13})(?=\.[a-z0-9]{1,5}$)/iu

/** An address as files are told apart: without what only says how it is read, for any protocol. */
export const fileKey = (address: string, site: string): string => {
  const url = URL.parse(address.trim(), `${site || "https://old.invalid"}/`)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return address
  /* The service of WordPress that makes pictures smaller names the host in the path. */
  const photon = /^i\d\.wp\.com$/u.test(url.hostname) ? URL.parse(`https:/${url.pathname}`) : null
  const { hostname, pathname, port } = photon ?? url
  const path = (() => {
    try {
      return decodeURI(pathname)
    } catch {
      return pathname
    }
  })()
  return `${hostname.replace(/^www\./u, "").toLowerCase()}${port === "" ? "" : `:${port}`}${path}`
}

/** What the file of a size was made from; the key itself where it is no size. */
export const withoutSize = (key: string): string => key.replace(sizes, "")

/** The address that can be fetched. */
export const wholeAddress = (address: string, site: string): string | undefined => {
  const url = URL.parse(address.trim(), `${site || "https://old.invalid"}/`)
  return url === null || url.hostname === "old.invalid" || (url.protocol !== "http:" && url.protocol !== "https:") ? undefined : url.href
}

/** Whether an address names a file that sites show or offer. */
export const namesFile = (address: string): boolean =>
  /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|mp3|m4a|ogg|wav|mp4|webm)(?:[?#]|$)/iu.test(address)
