import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { docsOf } from "#src/http/error-response"
import { addresses } from "#src/surfaces/addresses"
import { inShort } from "#src/surfaces/docs/errors"
import { remedies } from "#src/surfaces/docs/remedies"
import { html } from "#src/surfaces/html"
import { prose as proseOf } from "#src/surfaces/docs/prose"
import { allFaultsOf, browser, complaintsOf, executable, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { send, TestServer } from "../support/test-server.ts"

/** What a page may take at most: bytes as they are sent, elements of the text, and pixels of height on a phone. */
const MOST_BYTES = 16_000
const MOST_ELEMENTS = 2_000
const MOST_HEIGHT = 10_000

const catalog = catalogOf(Api)

const SCRIPT = "<script type=\"module\" src=\"/docs/console.js\"></script>"

/** Records are told alike: one in ten of them is looked at. */
const isLookedAt = (path: string) => !path.startsWith(`${addresses.docs}/records/`) || path.length % 10 === 0

/** The markup of a sentence, as a page has it. */
const prose = (text: string) => html`${proseOf(text)}`.text

const elementsOf = (text: string) => text.match(/<[a-z]/gu)!.length

const unless = executable === undefined ? NO_BROWSER : undefined

layer(TestServer, { excludeTestServices: true })("the documentation", (it) => {
  it.effect("shows everything on pages that are short, lead to one another and need no script", ({ annotate }) =>
    Effect.gen(function*() {
      const texts = new Map<string, string>()
      const left = [addresses.docs as string]
      const most = { bytes: ["", 0], elements: ["", 0] } as Record<"bytes" | "elements", [string, number]>
      const measured = (what: keyof typeof most, path: string, size: number) => {
        if (size > most[what][1]) most[what] = [path, size]
      }
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        if (texts.has(path)) continue
        const { headers, status, text } = yield* send(path, { headers: { "accept-encoding": "br" } })
        assert.strictEqual(status, 200, path)
        texts.set(path, text)
        measured("bytes", path, Number(headers.get("content-length")))
        measured("elements", path, elementsOf(text))
        const policy = headers.get("content-security-policy")!
        assert.match(policy, /default-src 'none'/u)
        /* Only operations have a program, which their pages can do without. */
        const quiet = text.replace(SCRIPT, "")
        assert.strictEqual(quiet === text, !catalog.some(({ category, name }) => path === `${addresses.docs}/${category}/${name}`), path)
        assert.notMatch(quiet === text ? policy : policy.replace("script-src 'self'; ", ""), /unsafe|script-src|\*/u)
        assert.isFalse(/<script|<style|\sstyle=|\son[a-z]+=|javascript:|<iframe/iu.test(quiet), path)
        assert.deepStrictEqual([...text.matchAll(/<(?:link|img)[^>]*(?:href|src)="([^"]+)"/gu)].map(([, url]) => url), [addresses.icon, addresses.style])
        assert.strictEqual(text.match(/<h1[ >]/gu)?.length, 1, path)
        assert.isTrue(text.includes("<html lang=\"en\">") && text.includes("name=\"viewport\""), path)
        assert.isTrue(/<meta name="description" content="[^"]{20,200}">/u.test(text), `${path} is described`)
        const ids = [...text.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id!)
        assert.strictEqual(new Set(ids).size, ids.length, `${path}: an id stands for one thing`)
        for (const [, target] of text.matchAll(/href="#([^"]+)"/gu)) assert.include(ids, target, path)
        for (const [, next] of text.matchAll(/href="(\/docs[^"#]*)(?:#[^"]*)?"/gu)) if (next !== addresses.style && isLookedAt(next!)) left.push(next!)
      }
      const overview = texts.get(addresses.docs)!
      assert.include(texts.get("/docs/calendar/cancel_appointment"), "X-Service-Confirmation")
      for (const text of ["X-Service-Visitor", "visitors too, by a publishable key"]) assert.include(texts.get("/docs/shop/create_cart"), text)
      for (const { category, name } of catalog) {
        const path = `${addresses.docs}/${category}/${name}`
        assert.isTrue(texts.get(path)?.includes(`<article id="${name}">`), path)
        assert.isTrue(texts.get(`${addresses.docs}/${category}`)?.includes(`href="${path}"`), path)
        assert.isTrue(overview.includes(`id="${name}"`), `${name} is found where it was before`)
      }
      for (const text of texts.values()) {
        for (const [, path, target] of text.matchAll(/href="(\/docs[^"#]*)#([^"]+)"/gu)) assert.isTrue(texts.get(path!)?.includes(`id="${target}"`), `${path}#${target}`)
      }
      const others = new Set([...texts.values()].flatMap((text) => [...text.matchAll(/href="(\/(?!docs)[^"]*)"/gu)].map(([, path]) => path!)))
      for (const path of others) assert.strictEqual((yield* send(path)).status, 200, path)
      const titles = [...texts].map(([path, text]) => [/<title>([^<]+)/u.exec(text)![1]!, path] as const)
      assert.isAbove(new Set(titles.map(([title]) => title)).size, titles.length * 0.95)
      yield* Effect.promise(() => annotate(`${texts.size} pages; ${JSON.stringify(most)}`))
      assert.isAtMost(most.bytes[1], MOST_BYTES, most.bytes[0])
      assert.isAtMost(most.elements[1], MOST_ELEMENTS, most.elements[0])
    }))

  it.effect("explains each error where the addresses in errors lead, with what to do", () =>
    Effect.gen(function*() {
      const [overview, errors] = [yield* send(addresses.docs), yield* send(`${addresses.docs}/errors`)]
      for (const code of Object.keys(statusOf) as ReadonlyArray<Code>) {
        assert.strictEqual(new URL(docsOf(code), "https://service.example").hash, `#error-${code}`)
        assert.include(overview.text, `id="error-${code}"`)
        assert.include(errors.text, `id="${code}"`)
        assert.isAbove(remedies[code].length, 20, code)
        assert.include(overview.text, prose(inShort(code)), code)
        assert.include(errors.text, prose(remedies[code]), code)
      }
    }))

  it.effect("finds operations, guides, records and errors by a form that needs no script", () =>
    Effect.gen(function*() {
      const first = (text: string) => /<ol class="found">\s*<li>\s*<a href="([^"]+)"/u.exec(text)?.[1]
      for (const [asked, path] of [
        ["create_contact", "/docs/crm/create_contact"], ["take money", "/docs/guides/take-money"], ["precondition_failed", "/docs/errors#precondition_failed"],
        ["idempotency", "/docs#idempotency"], ["pagination", "/docs#lists"], ["reschedule appointment", "/docs/calendar/reschedule_appointment"], ["apointment reschedul", "/docs/calendar/reschedule_appointment"],
        ["MCP connector", "/docs/guides/connect-an-ai-client"], ["command line", "/docs/command-line"], ["CLI", "/docs/command-line"], ["install the service command", "/docs/command-line"],
        ["X-Service-Visitor", "/docs/visitors"], ["events without a webhook", "/docs/guides/follow-events"],
        ["compose", "/docs/durable-workflows"], ["sdk", "/docs/guides/connect-an-ai-client"], ["backup", "/docs/guides/operate"], ["restore a backup", "/docs/guides/operate"]
      ] as const) {
        const { headers, status, text } = yield* send(`${addresses.docs}/search?q=${encodeURIComponent(asked)}`)
        assert.deepStrictEqual([status, first(text)], [200, path], asked)
        assert.include(text, `value="${asked}"`)
        assert.notInclude(text, "curl TypeScript Python")
        assert.notInclude(headers.get("content-security-policy"), "script-src")
      }
      const { text: nothing } = yield* send(`${addresses.docs}/search?q=${encodeURIComponent("<script>zzzz\"")}`)
      assert.include(nothing, "Nothing was found for “&lt;script&gt;zzzz&quot;”")
      for (const odd of ["", "?q=", `?q=${"a".repeat(5_000)}`, "?q=%00", "?q=%ED%A0%80", "?p=1"]) assert.strictEqual((yield* send(`${addresses.docs}/search${odd}`)).status, 200, odd)
    }))

  it.effect("says that there is nothing at other addresses below it", () =>
    Effect.gen(function*() {
      for (const path of ["/docs/nothing", "/docs/crm/nothing", "/docs/shop/create_contact", "/docs/guides", "/docs/records/nothing", "/docs/__proto__"]) {
        const { json, status } = yield* send(path)
        assert.deepStrictEqual([status, json.code], [404, "not_found"], path)
      }
      const { headers, status } = yield* send("/docs/crm", { method: "POST" })
      assert.deepStrictEqual([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
    }))

  it.effect.skipIf(unless)("is short on a phone, moves nothing while it loads, and is for everybody", ({ annotate }) =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const longest = [...Map.groupBy(catalog, ({ category }) => category)].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3)
      const paths = [
        addresses.docs, ...longest.map(([category]) => `${addresses.docs}/${category}`), `${addresses.docs}/crm/list_contacts`, `${addresses.docs}/cms/create_page`, `${addresses.docs}/payments/create_invoice`,
        `${addresses.docs}/guides/take-money`, `${addresses.docs}/records`, `${addresses.docs}/records/Contact`, `${addresses.docs}/errors`, `${addresses.docs}/changelog`, `${addresses.docs}/search?q=webhook`, `${addresses.docs}/guides/take-money/python`,
        addresses.home, "/dashboard/sign-in"
      ]
      const sizes = yield* Effect.promise(async () => {
        const page = await (await one.newContext(phone)).newPage()
        const complaints = complaintsOf(page)
        const sizes: Array<readonly [path: string, height: number, elements: number]> = []
        for (const path of paths) {
          await page.goto(base + path)
          const { elements, height, shift } = await page.evaluate(() => {
            const { document, PerformanceObserver } = globalThis as any
            const observer = new PerformanceObserver(() => undefined)
            observer.observe({ type: "layout-shift", buffered: true })
            return new Promise<{ elements: number; height: number; shift: number }>((resolve) => {
              /* What happened before is handed over with the next frame. */
              (globalThis as any).requestAnimationFrame(() => (globalThis as any).requestAnimationFrame(() => resolve({
                elements: document.querySelectorAll("*").length,
                height: document.documentElement.scrollHeight,
                shift: observer.takeRecords().reduce((sum: number, { value }: { value: number }) => sum + value, 0)
              })))
            })
          })
          assert.strictEqual(shift, 0, `${path} moves`)
          sizes.push([path, height, elements])
          assert.deepStrictEqual(await allFaultsOf(page), [], path)
          await picture(page, path.slice(1).replaceAll(/[/?=]/gu, "-") || "home")
        }
        assert.deepStrictEqual(complaints, [])
        await page.goto(`${base}${addresses.docs}#create_contact`)
        await page.getByRole("link", { name: "Add a contact" }).click()
        assert.strictEqual(page.url(), `${base}${addresses.docs}/crm/create_contact`)
        return sizes
      })
      yield* Effect.promise(() => annotate(sizes.map((size) => size.join(" ")).join("\n")))
      for (const [path, height] of sizes) assert.isAtMost(height, MOST_HEIGHT, path)
    }))
})
