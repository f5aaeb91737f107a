import { gunzipSync } from "node:zlib"
import { Unreadable } from "./reading.ts"
import { decoded } from "./text.ts"

const MIB = 1_048_576
const MOST_UNPACKED = 50 * MIB
/** What the protocol lets one sitemap hold. */
const MOST_ADDRESSES = 50_000

/** What a sitemap lists: pages, or other sitemaps. */
export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly maps: ReadonlyArray<string>
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }
const plain = (text: string) => text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/giu, (whole, hex?: string, number?: string, name?: string) => {
  const code = hex !== undefined ? Number.parseInt(hex, 16) : number !== undefined ? Number(number) : undefined
  return code === undefined ? entities[name!] ?? whole : code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
})

/** A sitemap (sitemaps.org), packed or not. One that is broken in places gives what can be read. */
export const readSitemap = (bytes: Uint8Array): Sitemap => {
  let unpacked = bytes
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      unpacked = gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED })
    } catch {
      throw new Unreadable("It is packed, and cannot be unpacked, or not into 50 MiB.")
    }
  }
  const text = decoded(unpacked)
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/u.exec(text)?.[1]
  if (root === undefined) throw new Unreadable("It is no sitemap.")
  const found = new Set<string>()
  for (const [, address = ""] of text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2048}?)\s*(?:\]\]>)?\s*<\/loc>/gu)) {
    found.add(plain(address))
    if (found.size >= MOST_ADDRESSES) break
  }
  return root === "urlset" ? { pages: [...found], maps: [] } : { pages: [], maps: [...found] }
}
