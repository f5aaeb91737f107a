import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Page } from "playwright-core"
import { type Block, Block as AnyBlock } from "#schemas/website/blocks"
import { Design, defaultDesign } from "#schemas/website/design"
import { sanitisedSvg } from "#schemas/website/svg"
import { browser, executable, NO_BROWSER } from "../../dashboard/chromium.ts"
import { counting, type Found, touching, vectors } from "./attacks.ts"
import { complete, pageOf, styles } from "./showing.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

type Path = ReadonlyArray<string | number>

/** Where a block has texts that are not chosen from a list. */
const textsOf = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof value === "string" ? ["type", "layout", "look", "width", "service"].includes(String(path.at(-1))) ? [] : [path]
    : Array.isArray(value) ? value.flatMap((one, n) => textsOf(one, [...path, n]))
    : typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, one]) => textsOf(one, [...path, name]))
    : []

const replaced = (value: unknown, [name, ...rest]: Path, text: string): unknown =>
  name === undefined ? text
    : Array.isArray(value) ? value.with(Number(name), replaced(value[Number(name)], rest, text))
    : { ...value as object, [name]: replaced((value as Record<string, unknown>)[name], rest, text) }

const decode = Schema.decodeUnknownOption(AnyBlock)

const kept = (value: unknown): ReadonlyArray<Block> => {
  const block = decode(value)
  return block._tag === "Some" ? [block.value] : []
}

/**
 * Every block with the text in all of its fields. Addresses go through the schema, one by one, since their rules are its; other texts are
 * shown even where the schema would refuse them, for their length, say.
 */
const blocksWith = (text: string): ReadonlyArray<Block> => Object.values(complete).flatMap((block) => {
  const [addresses, texts] = [true, false].map((isAddress) => textsOf(block).filter((path) => (path.at(-1) === "url") === isAddress)) as [Array<Path>, Array<Path>]
  return [
    texts.reduce<unknown>((all, path) => replaced(all, path, text), kept(block)[0]) as Block,
    ...addresses.flatMap((path) => kept(replaced(block, path, text)))
  ]
})

const isPlain = Schema.is(Design)

/** As pages of sites are sent, but told of instead of being refused: nothing is to depend on it. */
const policy = [
  "default-src 'none'", `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`, "img-src 'self' data:", "form-action 'self'",
  "base-uri 'none'", "frame-ancestors 'none'"
].join("; ")

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")

/** Opens pages that are not anywhere, and tells of requests to elsewhere. */
const opener = async (page: Page) => {
  let body = ""
  let type = "text/html"
  const elsewhere: Array<string> = []
  await page.addInitScript(counting)
  page.on("dialog", (dialog) => {
    elsewhere.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(() => true, (route) => {
    const url = new URL(route.request().url())
    if (url.host !== "site.example") {
      elsewhere.push(url.href)
      return route.abort()
    }
    if (url.pathname !== "/page") return route.fulfill({ contentType: "image/gif", body: gif })
    return route.fulfill({ contentType: `${type}; charset=utf-8`, body, headers: type === "text/html" ? { "content-security-policy-report-only": policy } : {} })
  })
  return {
    elsewhere,
    open: async (text: string, as = "text/html"): Promise<Found> => {
      body = text
      type = as
      await page.goto("http://site.example/page")
      if (as === "text/html") return page.evaluate(touching)
      return page.evaluate(`({ ...window.found, wrong: document.querySelector("parsererror") ? ["not well-formed"] : [] })`)
    }
  }
}

describe("attacks in texts", () => {
  it("are at least 150 of the two lists, each told apart", () => {
    assert.isAtLeast(vectors.filter(({ name }) => /^(?:owasp|html5sec): /u.test(name)).length, 150)
    assert.strictEqual(new Set(vectors.map(({ name }) => name)).size, vectors.length)
    for (const { text } of vectors) assert.isNotEmpty(text)
  })

  it("are no part of a design", () => {
    for (const { text } of vectors) {
      for (const path of textsOf(defaultDesign)) assert.isFalse(isPlain(replaced(defaultDesign, path, text)), path.join("."))
      for (const path of textsOf(defaultDesign.colors)) assert.isFalse(isPlain(replaced(defaultDesign, ["colors", ...path], `#123456${text}`)), path.join("."))
    }
  })

  it.effect.skipIf(unless)("run nowhere: in no field of any block, in no drawing, not of a company's other records", () =>
    Effect.gen(function*() {
      const one = yield* browser
      const { elsewhere, found, seen } = yield* Effect.promise(async () => {
        const { elsewhere, open } = await opener(await one.newPage())
        const found: Array<string> = []
        let seen = 0
        /* That this would be noticed. */
        const loud = await open("<!doctype html><body><img src=/missing onload=alert(1) onerror=alert(1)><a href='javascript:alert(1)'>x</a><script>alert(2)</script>")
        assert.isAtLeast(loud.ran, 2)
        assert.isAtLeast(loud.violations.length, 2)
        assert.isAtLeast(loud.wrong.length, 3)
        const look = async (name: string, text: string, as: "text/html" | "image/svg+xml", isDrawn = false) => {
          const { ran, violations, wrong } = await open(text, as)
          if (ran > 0 || wrong.length > 0 || violations.length > 0 && !isDrawn) found.push(`${name}: ran ${ran}, ${wrong.join()}, ${violations.join()}`)
        }
        for (const { name, text } of vectors) {
          await look(name, pageOf(blocksWith(text), text), "text/html")
          seen++
        }
        const drawings = vectors.map(({ text }) => sanitisedSvg(text.includes("<svg") ? text : `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`) ?? "")
        assert.isAtLeast(drawings.filter((one) => one !== "").length, 150)
        for (let n = 0; n < drawings.length; n += 20) {
          const some = drawings.slice(n, n + 20).join("\n")
          await look(`drawings from ${n}`, `<!doctype html><title>x</title><body>${some}`, "text/html", true)
          await look(`drawings from ${n} alone`, `<svg xmlns="http://www.w3.org/2000/svg">${some}</svg>`, "image/svg+xml", true)
        }
        return { elsewhere, found, seen }
      })
      assert.deepStrictEqual(found, [])
      assert.deepStrictEqual(elsewhere, [])
      assert.strictEqual(seen, vectors.length)
    }))
})
