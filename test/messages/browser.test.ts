import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import PostalMime from "postal-mime"
import type { CompanySettings } from "#schemas/company/settings"
import { formatsOf } from "#schemas/kernel/formats"
import { rendered } from "#workflows/messages/render"
import { type Brand, installation, type Template } from "#workflows/messages/template"
import { allTemplates } from "#workflows/messages/templates"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { allFaultsOf, browser, executable, faultsOf, NO_BROWSER, picture } from "../dashboard/chromium.ts"
import { emailOf, PASSWORD, send } from "../support/test-server.ts"
import { emailTo, settings, settled } from "./emailing.ts"

type Company = NonNullable<Brand["company"]>

const plain: Company = {
  name: "Juniper & Vale", logo_url: null, website: null, address: null, contact_email: null, contact_phone: null, currency: "NOK"
}

const brand = (locale: string, company: Partial<Company>): Brand =>
  ({ company: { ...plain, ...company }, formats: formatsOf({ locale, time_zone: "Europe/Oslo" }) })

const logo = "https://juniper.example/logo.png"
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const address = { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" } satisfies typeof CompanySettings.Type["address"]

const brands: Readonly<Record<string, Brand>> = {
  "of a company": brand("nb-NO", { logo_url: logo, website: "https://juniper.example", address, contact_email: "hello@juniper.example" }),
  "whose logo is missing": brand("en", { logo_url: "https://juniper.example/missing.png" }),
  "with a long name": brand("de-DE", { name: "Donaudampfschifffahrtsgesellschaftskapit\u00e4n".repeat(4), website: `https://juniper.example/${"x".repeat(300)}` }),
  "from right to left": brand("ar-EG", { name: "\u0645\u0642\u0647\u0649 \u0627\u0644\u0634\u0631\u0642", address: { ...address, line1: "\u0634\u0627\u0631\u0639 1" } }),
  "with emoji": brand("ja-JP", { name: "Caf\u00e9 \u{1f469}\u200d\u{1f373}\u{1f950}" })
}

const words = {
  subject: "x".repeat(200), heading: "\u{1f950}".repeat(60), paragraphs: ["y".repeat(500), "\u05e9\u05dc\u05d5\u05dd <b>not bold</b> & \"quoted\"\nsecond line"],
  facts: [["n".repeat(80), "v".repeat(80)]], button: { label: "A label that is rather long for a button on a phone", to: `https://juniper.example/${"p".repeat(200)}` }
}

/** Also what templates ask for that do not take a company's own words. */
const odd = {
  ...words, name: "v".repeat(80), message: [...words.paragraphs, words.button.to].join("\n"), carrier: words.paragraphs[0]!, page: words.button.to,
  address: `${words.paragraphs[0]} ${words.button.to}`, title: "v".repeat(80), counts: words.paragraphs[0]!
}

/** Of what a template tells in lines: the longest that may be. */
const titled = ["v".repeat(80), words.paragraphs[0]!].map((title) => ({ title, page: words.button.to }))
const oddLines = {
  "daily-brief": titled.map((one) => ({ ...one, today: 1, yesterday: 0, last_week: 0, currency: null })),
  "consents-waiting": titled
}

const widths = [320, 390, 768, 1280]

/** Of what colour the card is, so that it is known that dark was seen. */
const cards = { light: "rgb(255, 255, 255)", dark: "rgb(39, 39, 42)" }

/** What is wrong with the layout and the colours of the page that is open. */
const shown = (card: string): Array<string> => {
  const { document, getComputedStyle } = globalThis as any
  const { clientWidth, scrollWidth } = document.scrollingElement
  const { backgroundColor } = getComputedStyle(document.querySelector(".card"))
  return [
    ...scrollWidth > clientWidth ? [`wider than the window by ${scrollWidth - clientWidth} pixels`] : [],
    ...backgroundColor === card ? [] : [`the card is ${backgroundColor}`]
  ]
}

const emails = Effect.map(allTemplates, (templates) =>
  [...templates.values()].flatMap((template: Template) => {
    const unsubscribe = template.transactional ? undefined : "https://example.com/unsubscribe/1"
    const written = (name: string, data: unknown, by: Brand) => ({ name: `${template.name} ${name}`, by, ...rendered(template.content(data, by), by, unsubscribe) })
    if (template.ofAccount === true) return [written("example", template.example, installation)]
    return Object.entries(brands).flatMap(([name, by]) => [written(name, template.example, by), written(`${name}, odd`, { ...template.example as object, ...odd, ...template.name in oddLines && { lines: oddLines[template.name as keyof typeof oddLines] } }, by)])
  }))

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("e-mails in a browser", (it) => {
  it.effect("can be read in four widths, by day and by night, with and without their logo", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const one = yield* browser
      const all = yield* emails
      const faults = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ javaScriptEnabled: true })).newPage()
        await page.route("**/*", (route) =>
          route.request().url() === logo ? route.fulfill({ contentType: "image/png", body: Buffer.from(PIXEL, "base64") }) : route.abort())
        const found: Array<string> = []
        for (const { html, name } of all) {
          await page.setContent(html)
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            /* Rules and colours seldom differ by the width, and take most of the time. */
            const wrong = width === 390 || name.endsWith("of a company") ? [...await faultsOf(page)] : []
            for (const colorScheme of ["light", "dark"] as const) {
              await page.emulateMedia({ colorScheme })
              wrong.push(...(await page.evaluate(shown, cards[colorScheme])).map((fault) => `${colorScheme}, ${fault}`))
            }
            /* A mail program shows the subject above the e-mail. */
            found.push(...wrong.filter((fault) => !fault.includes("page-has-heading-one")).map((fault) => `${name}, ${width}: ${fault}`))
            await picture(page, `email-${name.replaceAll(/\W+/g, "-")}-${width}`)
          }
        }
        return found
      })
      assert.deepStrictEqual(faults, [])
    }))

  it.effect("say the same as plain text, escape what they are given, and run in the direction of their language", () =>
    Effect.gen(function*() {
      for (const { by, html, name, subject, text } of yield* emails) {
        assert.notInclude(html, "<b>", name)
        assert.isAtMost([...new Intl.Segmenter("en").segment(subject)].length, 150, name)
        const rtl = by.formats.direction === "rtl"
        assert.match(html, rtl ? /<html lang="ar-EG" dir="rtl">/ : /<html lang="[\w-]+" dir="ltr">/, name)
        if (name.endsWith(", odd")) for (const part of [odd.paragraphs[0]!, odd.button.to, "v".repeat(80)]) assert.include(text, part, name)
        if (by.company !== undefined) assert.include(text, by.company.name, name)
        /* What a template is given and what its example holds are the same. */
      }
      for (const template of (yield* allTemplates).values()) assert.isTrue(Schema.is(template.data)(template.example), template.name)
    }))

  it.effect("of every template are taken by a mail server and read by a parser as they were written", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const by = brands["from right to left"]!
      yield* settings({ name: by.company!.name, locale: "ar-EG" })
      for (const news of [undefined, true] as const) {
        const { id } = yield* emailTo("reader@navy.example", { subject: "\u0645\u0631\u062d\u0628\u0627 \u{1f44b}", ...news && { news } })
        const done = yield* settled(id)
        const read = yield* Effect.promise(() => PostalMime.parse(received.at(-1)!.source))
        assert.deepStrictEqual([read.subject, read.from!.name], ["\u0645\u0631\u062d\u0628\u0627 \u{1f44b}", by.company!.name])
        assert.strictEqual(read.html!.trim(), done.html.trim())
        assert.strictEqual(read.text!.trim(), done.text.trim())
      }
    }))

  it.effect("are shown in the dashboard in a frame in which nothing runs", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      yield* settings({ name: "Juniper & Vale", locale: "nb-NO", logo_url: null })
      const { id } = yield* emailTo("grace@navy.example", { subject: "Shown" })
      yield* settled(id)
      const one = yield* browser
      const shown = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ viewport: { width: 390, height: 844 } })).newPage()
        const complaints: Array<string> = []
        page.on("console", (message) => complaints.push(message.text()))
        await page.goto(`${base}/dashboard/emails`)
        await page.getByLabel("E-mail address").fill(emailOf("owner"))
        await page.getByLabel("Password").fill(PASSWORD)
        await page.getByRole("button", { name: "Sign in", exact: true }).click()
        await page.waitForURL(`${base}/dashboard/emails`)
        const list = await allFaultsOf(page)
        await picture(page, "emails")
        await page.getByRole("link", { name: "Shown" }).click()
        await page.waitForURL(`${base}/dashboard/emails/${id}`)
        const words = await page.frameLocator("iframe.email").getByText("The bicycle stands ready.").innerText()
        const faults = (await allFaultsOf(page)).filter((fault) => !fault.includes("page-has-heading-one"))
        await picture(page, "email")
        await page.goto(`${base}/dashboard/email-templates`)
        const frames = await page.locator("iframe.email").count()
        await page.frameLocator("iframe[title='Example of invitation']").getByText("Grace Hopper of Cobol & Sons").waitFor()
        const templates = await allFaultsOf(page)
        await picture(page, "email-templates")
        return { complaints, list, words, faults: [...faults, ...templates.filter((fault) => !fault.includes("page-has-heading-one"))], frames }
      })
      assert.deepStrictEqual([shown.complaints, shown.list, shown.faults], [[], [], []])
      assert.include(shown.words, "Come by when it suits you.")
      assert.strictEqual(shown.frames, (yield* allTemplates).size)
      const { headers, status } = yield* send(`/dashboard/emails/${id}/content`, { redirect: "manual" })
      assert.strictEqual(status, 303, headers.get("content-security-policy") ?? "")
    }))
})
