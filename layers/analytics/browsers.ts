import Bowser from "bowser"
import { findBotMatch } from "isbot"
import { LRUCache } from "lru-cache"

/** What a browser says of itself, as far as it is counted. */
export interface Browser {
  /** What shows that it is none, but a program. */
  readonly bot: string | undefined
  readonly browser: string
  readonly os: string
  readonly device: string
}

const MOST = 5_000
const MOST_LENGTH = 500

const known = new LRUCache<string, Browser>({ max: MOST })

/* In the words of the contract. */
const devices: Readonly<Record<string, string>> = { desktop: "desktop", mobile: "phone", tablet: "tablet", tv: "tv" }

const short = (text: string | undefined) => (text ?? "").slice(0, 40)

const read = (userAgent: string): Browser => {
  if (userAgent === "") return { bot: "none", browser: "", os: "", device: "" }
  const bot = findBotMatch(userAgent)
  if (bot !== null) return { bot: short(bot.toLowerCase().replace(/[^a-z]{1,20}$/u, "")), browser: "", os: "", device: "" }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return { bot: undefined, browser: short(browser.name), os: short(os.name), device: devices[platform.type ?? ""] ?? "" }
}

/** Of the header User-Agent. Programs without one are bots. */
export const browserOf = (userAgent: string | undefined): Browser => {
  const text = (userAgent ?? "").slice(0, MOST_LENGTH)
  const found = known.get(text) ?? read(text)
  known.set(text, found)
  return found
}
