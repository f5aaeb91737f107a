import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { contrastFaults, contrastOf, defaultDesign, Design, designStyles, siteStyles } from "#schemas/website/design"

const withLight = (colors: Partial<Design["colors"]["light"]>): Design =>
  ({ ...defaultDesign, colors: { ...defaultDesign.colors, light: { ...defaultDesign.colors.light, ...colors } } })

describe("a design", () => {
  it("knows how much colours differ, as WCAG 2.2 computes it", () => {
    for (const [one, other, ratio] of [["#000000", "#ffffff", 21], ["#ffffff", "#ffffff", 1], ["#777777", "#ffffff", 4.478], ["#767676", "#ffffff", 4.542], ["#ff0000", "#ffffff", 3.998]] as const) {
      assert.closeTo(contrastOf(one, other), ratio, 0.001)
      assert.closeTo(contrastOf(other, one), ratio, 0.001)
    }
  })

  it("is readable from the beginning, by day and by night", () => assert.deepStrictEqual(contrastFaults(defaultDesign), []))

  it("names the pair that cannot be read, and its ratio", () => {
    const [fault, ...more] = contrastFaults(withLight({ muted: "#777777", background: "#ffffff", surface: "#ffffff" }))
    assert.deepStrictEqual(fault!.path, ["colors", "light", "muted"])
    assert.strictEqual(fault!.issue, "muted #777777 on background #ffffff has a contrast of 4.47 to 1: it needs at least 4.5 to 1 (WCAG 2.2)")
    assert.strictEqual(more.length, 1)
    /* Links and buttons stand on cards too. */
    const button = contrastFaults(withLight({ accent: "#6f6f6f", background: "#ffffff", on_accent: "#ffffff", surface: "#e8e8e8" }))
    assert.deepStrictEqual(button.map(({ back, front }) => [front, back]), [["#6f6f6f", "#e8e8e8"]])
  })

  it("takes colours of six digits, and what its lists have", () => {
    const is = Schema.is(Design)
    assert.isTrue(is(defaultDesign))
    for (const color of ["red", "#fff", "#12345g", "#123456;}", "url(x)", "rgb(0,0,0)"]) assert.isFalse(is(withLight({ text: color })), color)
    assert.isFalse(is({ ...defaultDesign, font: "Comic Sans" }))
  })

  it("is told to browsers as properties, and the stylesheet fetches nothing", () => {
    const styles = designStyles(defaultDesign)
    for (const part of ["--background:#", "--on-accent:#", "--heading-font:", "@media (prefers-color-scheme:dark){:root{--background:#"]) assert.include(styles, part)
    assert.notMatch(styles + siteStyles, /url\(|@import|@font-face|</u)
    const used = new Set([...siteStyles.matchAll(/var\((--[a-z-]+)\)/gu)].map(([, name]) => name!))
    for (const name of used) assert.include(styles, `${name}:`, name)
    assert.isBelow(siteStyles.length, 20_000)
    let depth = 0
    for (const one of siteStyles) if (one === "{") depth++; else if (one === "}") assert.isAtLeast(--depth, 0)
    assert.strictEqual(depth, 0)
  })
})
