import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { type Changed, difference, folded, type Names } from "#src/dashboard/components/diff"
import { money, withLocale } from "#src/dashboard/components/locale"
import { initialsOf } from "#src/dashboard/components/avatar"
import { toneOf } from "#src/dashboard/components/status"
import { ago, duration, enteredOf, instantOf, time } from "#src/dashboard/components/time"
import { knownZone } from "#schemas/kernel/formats"
import { html, type Node, printed } from "#src/dashboard/html"
import { returnPath } from "#src/dashboard/paths"
import { tell } from "#src/dashboard/records/changes"
import { inLanguage, type Tag, withLanguage } from "#src/dashboard/words/spoken"
import { firstWords } from "#src/dashboard/pages/runs"

const text = (node: Node) => printed(html`<div>${node}</div>`).replace("<!doctype html>", "")

describe("what pages are made of", () => {
  it("time is the company's, with UTC at hand", () => {
    assert.strictEqual(
      text(time("Asia/Kolkata", "2026-11-21T20:00:05.123Z")),
      "<div><time datetime=\"2026-11-21T20:00:05.123Z\" title=\"2026-11-21 20:00:05 UTC\" lang=\"en\">22 Nov 2026, 01:30:05</time></div>"
    )
    assert.strictEqual(text(time("UTC", null)), "<div><span class=\"faint\">–</span></div>")
    assert.deepStrictEqual(["Europe/Berlin", "Mars/Olympus", ""].map(knownZone), ["Europe/Berlin", "UTC", "UTC"])
  })

  it("what happened is told by how long ago, in the language of the page, and exactly at hand", () => {
    const now = Date.parse("2026-11-28T12:00:00Z")
    const shown = (instant: string, tag: Tag = "en") => />([^<]*)<\/time>/u.exec(text(withLanguage(inLanguage(tag), withLocale("en", html`<p>${ago("Asia/Kolkata", instant, { now })}</p>`))))![1]
    assert.deepStrictEqual(
      ["2026-11-28T11:59:30Z", "2026-11-28T11:18:00Z", "2026-11-28T02:00:00Z", "2026-11-27T11:00:00Z", "2026-11-29T13:00:00Z", "2026-11-21T12:00:00Z"].map((one) => shown(one)),
      ["now", "42 minutes ago", "10 hours ago", "yesterday", "tomorrow", "21 Nov 2026"]
    )
    assert.strictEqual(shown("2026-11-28T02:00:00Z", "de"), "vor 10 Stunden")
    const alone = text(ago("Asia/Kolkata", "2026-11-28T02:00:00Z", { now, alone: true }))
    for (const part of ["title=\"28 Nov 2026, 07:30:00\"", "tabindex=\"0\"", "datetime=\"2026-11-28T02:00:00Z\""]) assert.include(alone, part)
    assert.notInclude(text(ago("UTC", "2026-11-28T02:00:00Z", { now })), "tabindex")
  })

  it("a name has the letters of its first and last word, and a state its colour", () => {
    assert.deepStrictEqual(["Grace Brewster Hopper", "Юлия Петрова", "prince", "“Ada” (Lovelace)", "–", ""].map(initialsOf), ["GH", "ЮП", "P", "AL", "", ""])
    assert.deepStrictEqual(["paid", "open", "pending", "no_show", "archived", "constructor"].map(toneOf), ["good", "busy", "wait", "bad", "plain", "plain"])
  })

  it("lengths of time are short to read", () => {
    assert.deepStrictEqual([0, 999, 1_500, 61_000, 3_600_000, 90_000_000, 200_000_000].map((ms) => text(duration(ms))), [
      "0 ms", "999 ms", "1.5 s", "1 min 1 s", "1 h 0 min", "25 h 0 min", "2 days 7 h"
    ].map((one) => `<div>${one}</div>`))
  })

  it("what was entered is a time of that place, and comes back as it was", () => {
    assert.deepStrictEqual(instantOf("2026-07-01T09:30", "America/New_York"), Option.some("2026-07-01T13:30:00.000Z"))
    assert.deepStrictEqual(instantOf("2026-01-01T09:30", "America/New_York"), Option.some("2026-01-01T14:30:00.000Z"))
    for (const nonsense of ["", "yesterday", "2026-13-01T00:00", "2026-07-01T09:30Z"]) {
      assert.isTrue(Option.isNone(instantOf(nonsense, "UTC")), nonsense)
    }
    assert.strictEqual(enteredOf(Date.parse("2026-07-01T13:30:59Z"), "America/New_York"), "2026-07-01T09:30")
    assert.strictEqual(enteredOf(Date.parse("2026-07-01T00:05:00Z"), "UTC"), "2026-07-01T00:05")
  })

  it("money has its currency's digits", () => {
    const sums = [money(1_250_050, "USD"), money(500, "JPY"), money(-1_234, "KWD")].map(text)
    assert.deepStrictEqual(sums, ["$12,500.50", "¥500", "-KWD\u00a01.234"].map((sum) => `<div>${sum}</div>`))
  })

  it("numbers, sums and dates are written as people of the company's locale do", () => {
    const page = (locale: string) => text(withLocale(locale, html`<p>${money(125_050, "NOK")}, ${time("Europe/Oslo", "2026-11-21T20:00:05.123Z")}</p>`))
    assert.include(page("nb-NO").replaceAll("\u00a0", " "), "1 250,50 kr")
    assert.include(page("nb-NO"), ">21. nov. 2026, 21:00:05</time>")
    assert.include(page("de-DE").replaceAll("\u00a0", " "), "1.250,50 NOK")
    assert.include(page("not a locale").replaceAll("\u00a0", " "), "NOK 1,250.50")
  })

  const shownAs = (zone: string, change: Changed, names: Names = {}) => ({ zone, change, names, tell })

  it("a difference names what it is of, field by field, and nothing that is empty on both sides", () => {
    const shown = text(difference(shownAs("UTC", {
      object: "deal", id: 7,
      before: { id: 7, amount: 100, currency: "USD", notes: null, version: 1, lost_reason: "" },
      after: { id: 7, amount: 250, currency: "USD", notes: "<b>bold</b>", version: 2, lost_reason: null }
    })))
    for (const part of ["Deal 7", "changed", "$1.00", "$2.50", "&lt;b>bold&lt;/b>"]) assert.include(shown, part)
    assert.notInclude(shown, "Lost reason")
    const odd = { amount: 100, currency: "no currency" }
    assert.include(text(difference(shownAs("UTC", { object: "deal", id: 8, before: null, after: odd }))), ">100<")
    assert.isBelow(shown.indexOf("Notes"), shown.indexOf("Version"))
  })

  it("a whole record is folded away, with its own fields only", () => {
    const after = { actor: { agent: "ada", mode: null }, tags: [], list: [{ a: { b: { c: 1 } } }] }
    const shown = text(folded(shownAs("UTC", { object: "contact", id: 1, name: "Ada Lovelace", before: null, after })))
    assert.match(shown, /<details class="change"><summary>Contact 1: Ada Lovelace <span class="badge good">made<\/span><\/summary>/u)
    assert.include(shown, "Agent: <bdi>ada</bdi>")
    const instants = text(folded(shownAs("Asia/Kolkata", {
      object: "deal", id: 1, before: null, after: { seen: ["2026-11-21T20:00:05Z"], due: { at: "2026-11-21T21:00:05Z", on: "2026-11-21" } }
    })))
    for (const part of ["22 Nov 2026, 01:30:05", "At: <time datetime=\"2026-11-21T21:00:05Z\"", "22 Nov 2026, 02:30:05", ", On: <bdi>2026-11-21"]) assert.include(instants, part)
    assert.include(shown, "<code>{&quot;c&quot;:1}</code>", "what is deep is told as it is")
    assert.notInclude(shown, "Tags")
  })

  it("a difference is told in the language of the page, with names for ids and people's words for values", () => {
    const order = { contact_id: 3, state: "open", amount: 125_050, currency: "EUR", lines: [{ description: "Manual", quantity: 2, unit_amount: 62_525 }] }
    const change = shownAs("Europe/Berlin", { object: "order", id: 12, name: "order 12", before: null, after: order }, { contact_id: { 3: "Grace Hopper" } })
    const [english, german] = (["en", "de"] as const).map((tag) => text(withLanguage(inLanguage(tag), withLocale(tag, html`<div>${folded(change)}</div>`))).replaceAll("\u00a0", " "))
    for (const part of ["<summary>Order 12 <", ">Contact</th>", ">Grace Hopper<", "€1,250.50", "Quantity: 2", "Unit amount: €625.25"]) assert.include(english, part)
    for (const part of ["<summary>Bestellung 12 <", ">Kontakt</th>", ">Grace Hopper<", "1.250,50 €", "Menge: 2", ">offen<"]) assert.include(german, part)
    assert.notInclude(german, "lang=\"en\"")
  })

  it("an error says first what a person can read", () => {
    const error = { _tag: "CardDeclined", code: "x", message: "The card was declined." }
    assert.strictEqual(firstWords([{ _tag: "Fail", error }]), "The card was declined.")
    assert.strictEqual(firstWords([{ _tag: "Fail", error: { why: "no" } }]), "no")
    assert.strictEqual(firstWords([{ _tag: "Die", defect: 7 }]), "[{\"_tag\":\"Die\",\"defect\":7}]")
  })

  it("goes on to a page of its own only", () => {
    assert.strictEqual(returnPath("/dashboard/runs/7?done=x"), "/dashboard/runs/7?done=x")
    for (const to of [
      null, undefined, "", "/", "/docs", "//evil.example", "https://evil.example", "/dashboard:80", "/dashboard/sign-out",
      "/dashboard/\r\nx"
    ]) {
      assert.strictEqual(returnPath(to), "/dashboard", String(to))
    }
  })
})
