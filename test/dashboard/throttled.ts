import type { CDPSession, Page } from "playwright-core"

/** 3G as WebPageTest ("3G Fast") and Lighthouse throttle it for phones: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each round trip. */
export const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } as const

/** A page on such a network that keeps count of what moved after it was drawn. */
export const throttled = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", network)
  /* As on the first visit. */
  await session.send("Network.setCacheDisabled", { cacheDisabled: true })
  await page.addInitScript(() => {
    const seen = globalThis as any
    seen.shifts = []
    new seen.PerformanceObserver((list: any) => {
      for (const { sources, value } of list.getEntries()) {
        seen.shifts.push({ value, moved: sources.map(({ node }: any) => node === null ? "gone" : `${node.nodeName}.${node.className ?? ""}`) })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
  return session
}

interface Opened {
  /** How much of the window moved, and how far: "cumulative layout shift". */
  readonly shift: number
  readonly moved: ReadonlyArray<string>
  /** Milliseconds from the navigation until the document was there with its styles, so that it can be read and used. */
  readonly usable: number
}

/** Opens a page and waits until nothing of it is on its way any more. */
export const opened = async (page: Page, address: string): Promise<Opened> => {
  await page.goto(address, { waitUntil: "networkidle" })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.evaluate(() => {
    const { performance, shifts } = globalThis as any
    const [navigation] = performance.getEntriesByType("navigation")
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0
    return {
      shift: shifts.reduce((sum: number, { value }: any) => sum + value, 0), moved: shifts.flatMap(({ moved }: any) => moved),
      usable: Math.max(painted, navigation.domContentLoadedEventEnd)
    }
  })
}
