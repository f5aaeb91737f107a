import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { kinds } from "#schemas/website/blocks"
import { contrastFaults, defaultDesign, type Design } from "#schemas/website/design"
import { browser, executable, faultsOf, phone } from "../../dashboard/chromium.ts"
import { markupFaults } from "../../shop/shopping.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { TestServer } from "../../support/test-server.ts"
import { done, published } from "../calling.ts"
import { uploaded } from "../media/files.ts"
import { ask } from "../serving/sites.ts"

const SITES = rounds(4, 200)

/** What people call things, and what nobody thought of. */
const strange = [
  "A", "<script>alert(1)</script>", "\"'&amp;<b>", "شركة التصميم في أوسلو",
  "設計工作室", "Donaudampfschifffahrtsgesellschaftskapitänskajüte",
  "👩‍👩‍👧‍👦 family business", "a\u0301e\u0308 combined", "50 % off & more", "\u202Eturned\u202C",
  "https://www.juniper.example/a/long/address/nobody/breaks"
]
const words = fc.oneof(
  fc.constantFrom(...strange),
  fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" })
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim().slice(0, 58) || "a"),
  fc.lorem({ maxCount: 8 }).map((text) => text.slice(0, 58).trim())
)

/** Fields that hold words; all others stay as the example of a block has them. */
const worded = new Set([
  "title", "heading", "text", "question", "answer", "name", "label", "price", "unit", "quote", "role",
  "caption", "eyebrow", "alt", "address"
])

const filled = (example: unknown, next: () => string, ids: { readonly media_id: number; readonly form_id: number }, key = ""): unknown => {
  if (key === "media_id" || key === "form_id") return ids[key]
  if (typeof example === "string") return worded.has(key) ? next() : example
  if (Array.isArray(example)) return example.map((one) => filled(one, next, ids, key))
  if (typeof example !== "object" || example === null) return example
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, filled(value, next, ids, name)]))
}

const hex = (hue: number, saturation: number, lightness: number) => {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255).toString(16).padStart(2, "0")
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** Of any two hues, as a company may choose them: what cannot be read is not taken. */
const design = fc.record({
  ground: fc.nat(359), accent: fc.nat(359), heading_font: fc.constantFrom("serif", "system", "slab"), radius: fc.constantFrom("none", "large"),
  spacing: fc.constantFrom("compact", "airy")
}).map(({ accent, ground, ...rest }) => ({
  ...defaultDesign, ...rest,
  colors: {
    light: {
      background: hex(ground, 0.3, 0.97), surface: hex(ground, 0.3, 0.92), text: hex(ground, 0.3, 0.1), muted: hex(ground, 0.15, 0.3),
      accent: hex(accent, 0.6, 0.25), on_accent: "#ffffff", border: hex(ground, 0.2, 0.8)
    },
    dark: {
      background: hex(ground, 0.2, 0.08), surface: hex(ground, 0.2, 0.13), text: hex(ground, 0.2, 0.93), muted: hex(ground, 0.1, 0.72),
      accent: hex(accent, 0.6, 0.75), on_accent: "#0a0a0a", border: hex(ground, 0.1, 0.3)
    }
  }
} as Design)).filter((made) => contrastFaults(made).length === 0)

const site = fc.record({
  design, name: words, tagline: words,
  pages: fc.array(fc.record({
    title: words, types: fc.array(fc.constantFrom(...Object.keys(kinds) as Array<keyof typeof kinds>), { minLength: 1, maxLength: 8 }),
    words: fc.array(words, { minLength: 12, maxLength: 40 })
  }), { minLength: 1, maxLength: 2 })
})

const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="#235044"/></svg>`

layer(TestServer, { excludeTestServices: true })(`${SITES} generated sites`, (it) => {
  it.effect("are valid, and axe finds nothing wrong with them by day or by night", () =>
    Effect.gen(function*() {
      const ids = {
        media_id: (yield* uploaded({ content: SIGN, name: "field.svg", fields: { alt: "A green field" } })).id as number,
        form_id: (yield* done("POST", "/forms", {
          name: "Ask us",
          fields: [
            { name: "email", label: "E-mail", type: "email", required: true },
            { name: "day", label: "Day", type: "choice", options: ["Monday", "Friday"] }
          ]
        })).id as number
      }
      const page = executable === undefined ? undefined
        : yield* Effect.flatMap(browser, (one) => Effect.promise(async () => (await one.newContext({ ...phone, reducedMotion: "reduce" })).newPage()))
      const found: Array<unknown> = []
      for (const [n, { design, name, pages, tagline }] of fc.sample(site, { numRuns: SITES, seed: 16 }).entries()) {
        yield* done("PUT", "/design", design)
        yield* done("PATCH", "/settings", { name, tagline, published: true, navigation: pages.map(({ title }) => ({ label: title, url: "/blog" })) })
        for (const [m, { title, types, words }] of pages.entries()) {
          let at = 0
          const next = () => words[at++ % words.length]!
          const blocks = types.map((type) => filled(kinds[type].example, next, ids))
          const { path } = yield* published({ title, slug: `generated-${n}-${m}`, blocks })
          const { status, text } = yield* eventually(ask(`/s/acme${path}`), ({ status }) => status === 200)
          const faults = [...status === 200 ? [] : [`answered ${status}`], ...markupFaults(text)]
          if (page !== undefined) {
            yield* Effect.promise(async () => {
              await page.setContent(text.replaceAll(/<meta http-equiv="content-security-policy"[^>]*>/giu, ""))
              faults.push(...await faultsOf(page))
            })
          }
          if (faults.length > 0) found.push({ n, types, faults })
        }
      }
      assert.deepStrictEqual(found, [])
    }), SITES * 15_000)
})
