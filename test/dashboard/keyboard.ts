import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"

interface Focus {
  readonly name: string
  /** Where it leads. */
  readonly href: string
  readonly isNowhere: boolean
  readonly isSeen: boolean
}

/** What has the focus: its name, where it leads, and whether somebody who looks sees that it has it. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const { document, getComputedStyle, innerHeight, innerWidth } = globalThis as any
    const one = document.activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    const { bottom, height, left, right, top, width } = one.getBoundingClientRect()
    return {
      name: String(one.labels?.[0]?.innerText ?? one.getAttribute("aria-label") ?? one.innerText ?? "").trim(),
      href: one.href ?? "",
      isNowhere: one === document.body || one === document.documentElement,
      isSeen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 && width > 0 && height > 0 &&
        bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    }
  })

/** So many steps a person may have to take. */
const MOST = 250

/** A page in the hands of somebody who has no mouse: every step is seen, and nothing that is done loses the focus. */
export const handsOn = (page: Page) => {
  const press = (key: string) => page.keyboard.press(key)

  const seen = async (after: string): Promise<Focus> => {
    const focus = await focusOf(page)
    const { isNowhere, isSeen, name } = focus
    assert.isFalse(isNowhere, `after ${after} nothing has the focus on ${page.url()}`)
    assert.isTrue(isSeen, `after ${after} nobody sees that ${name} has the focus on ${page.url()}`)
    return focus
  }

  const until = async (key: string, wanted: RegExp) => {
    for (let steps = 0; steps < MOST; steps++) {
      await press(key)
      /* From the last of a page the way leads to the browser, and then to the first. */
      if ((await focusOf(page)).isNowhere && key === "Tab") continue
      const { href, name } = await seen(key)
      if (wanted.test(name) || wanted.test(href)) return
    }
    assert.fail(`no ${key} leads to ${wanted} on ${page.url()}`)
  }

  const entered = async () => {
    await Promise.all([page.waitForNavigation(), press("Enter")])
  }

  /** What has the focus on a page that gives it to something by itself, which browsers do with its first picture. */
  const given = async (after: string) => {
    await page.waitForFunction(() => {
      const { document } = globalThis as any
      return document.activeElement !== document.body && document.activeElement !== document.documentElement
    }, undefined, { timeout: 10_000 }).catch(() => {})
    return seen(after)
  }

  return {
    page, press,
    type: (text: string) => page.keyboard.type(text),
    /** Goes on to what is called so, or leads there. */
    to: (wanted: RegExp) => until("Tab", wanted),
    /** Follows the link that has the focus, or unfolds what has it. */
    open: async () => {
      const isLink = await page.evaluate(() => (globalThis as any).document.activeElement.matches("a"))
      return isLink ? entered() : press("Enter")
    },
    /** Presses the button that has the focus. */
    send: async () => {
      await entered()
      await given("sending a form")
    },
    /** Searches from anywhere, and goes to one of what was found. */
    find: async (words: string, wanted: RegExp) => {
      await press("/")
      await seen("/")
      await page.keyboard.type(words)
      await entered()
      await given("searching")
      await until("ArrowDown", wanted)
      await entered()
    }
  }
}
