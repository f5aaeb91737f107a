import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { Effect } from "effect"
import { markupFaults } from "../support/markup.ts"

const usual = [
  "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome", "/snap/bin/chromium"
]

/** Where a browser is on this machine, if anywhere. */
export const executable = [process.env["CHROMIUM_PATH"], ...usual].find((path) => path !== undefined && existsSync(path))

export const NO_BROWSER = "there is no chromium here: install it, or say where it is in CHROMIUM_PATH"

/** A browser that whoever has it closes. */
export const launched = () => chromium.launch({ executablePath: executable!, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })

/** A browser of this test's own. */
export const browser = Effect.acquireRelease(
  Effect.promise(launched),
  (one) => Effect.promise(() => one.close())
)

/** What the console of a page says, and what it could not load, from now on. */
export const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    /* A driver may be in a field before the browser gets there. */
    if (!message.text().startsWith("Autofocus processing was blocked")) complaints.push(message.text())
  })
  page.on("requestfailed", (request) => {
    /* A page that is left gives up what it was still loading. */
    const error = request.failure()?.errorText
    if (error !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${error}`)
  })
  return complaints
}

export const desktop = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions

/** From a wide window to the smallest phone. */
export const screens = {
  desktop, phone, narrowest: { ...phone, viewport: { width: 320, height: 640 } }, tablet: { viewport: { width: 768, height: 1024 } }
} as const satisfies Record<string, BrowserContextOptions>

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

/** What axe finds wrong with a page: by day everything, by night what only colours can do wrong. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  const found: Array<string> = []
  for (const [colorScheme, rules] of [["light", undefined], ["dark", ["color-contrast"]]] as const) {
    await page.emulateMedia({ colorScheme })
    /* Until it is drawn, some of it has the colours of before. */
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const violations: ReadonlyArray<Violation> = await page.evaluate(
      async (runOnly) => (await (globalThis as any).axe.run(runOnly === undefined ? {} : { runOnly })).violations,
      rules as Array<string> | undefined
    )
    found.push(...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, html }) => `${colorScheme}, ${id}: ${html} ${failureSummary}`)))
  }
  const over = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = (globalThis as any).document.scrollingElement
    return scrollWidth - clientWidth
  }) as number
  return over > 0 ? [...found, `wider than the window by ${over} pixels`] : found
}

/** The same, and what is wrong with its markup. */
export const allFaultsOf = async (page: Page): Promise<ReadonlyArray<string>> => [...await faultsOf(page), ...markupFaults(await page.content())]

/**
 * What of a page's text cannot be read where it stands: text beyond the window, or beyond a box that it is in. What scrolls by itself, and what is there only
 * to be heard, may be wider.
 */
export const clippedIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const { document, getComputedStyle, innerWidth } = globalThis as any
    const found: Array<string> = []
    const inline = (style: any) => style.display === "inline" || style.display === "contents"
    const scrolls = (style: any) => /auto|scroll/u.test(style.overflowX) || style.webkitLineClamp !== "none"
    const isUnseen = (box: any) => box.matches(".skip, select, svg, svg *") || getComputedStyle(box).clipPath !== "none"
    const texts = document.createTreeWalker(document.body, 4)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const around: Array<any> = []
      for (let box = text.parentElement; box !== document.body; box = box.parentElement) around.push(box)
      if (text.data.trim() === "" || around.some(isUnseen)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const rects = [...range.getClientRects()].filter(({ width }: any) => width > 0)
      if (rects.length === 0) continue
      const [left, right] = [Math.min(...rects.map((one: any) => one.left)), Math.max(...rects.map((one: any) => one.right))]
      for (const box of around) {
        const style = getComputedStyle(box)
        if (scrolls(style)) break
        if (inline(style)) continue
        const { left: from, right: to } = box.getBoundingClientRect()
        const inset = box.matches(".badge") ? 4 : -1
        if (left < from + inset || right > to - inset) {
          found.push(`${box.tagName.toLowerCase()}.${box.className}: ${text.data.trim().slice(0, 40)} (${left} to ${right} in ${from} to ${to})`)
          break
        }
        if (box.parentElement === document.body && (left < -1 || right > innerWidth + 1)) found.push(`beyond the window: ${text.data.trim().slice(0, 40)}`)
      }
    }
    const { clientWidth, scrollWidth } = document.scrollingElement
    return scrollWidth > clientWidth ? [`wider than the window by ${scrollWidth - clientWidth} pixels`, ...found] : found
  })

/** Where pictures of the pages go, to be looked at, if somebody wants them: they take half of the time. */
const pictures = process.env["PICTURES"]
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

export const picture = async (page: Page, name: string) => {
  if (pictures === undefined) return
  /* Images that are fetched when somebody comes near them. */
  await page.evaluate(async () => {
    const images: Array<any> = [...(globalThis as any).document.images]
    for (const image of images) image.loading = "eager"
    await Promise.allSettled(images.map((image) => image.decode()))
  })
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: true })
  }
}
