import { Context } from "effect"

const MIB = 1_048_576

/** How far the reading of a site goes. */
export interface SiteLimits {
  /** Milliseconds between two requests, where the site does not say: this many times as long as the last answer took, within these bounds. */
  readonly pause: { readonly times: number; readonly least: number; readonly most: number }
  /** Milliseconds for one page, and for all of them. */
  readonly pageMs: number
  readonly siteMs: number
  /** Bytes of a page and of a sitemap. */
  readonly bytes: number
  /** Pages without an answer, one after the other, after which the site is given up. */
  readonly failures: number
}

export const SiteLimits = Context.Reference<SiteLimits>("workflows/kb/SiteLimits", {
  defaultValue: () => ({
    pause: { times: 2, least: 100, most: 5_000 }, pageMs: 30_000, siteMs: 6 * 3_600_000, bytes: 10 * MIB, failures: 8
  })
})
