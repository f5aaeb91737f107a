import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { createContext } from "preact"
import { html, partOf, printed, provided } from "#schemas/kernel/markup"

setFlagsFromString("--expose-gc")
/* As the service runs. */
setFlagsFromString("--no-allocation-site-pretenuring")
const collect: (how?: { readonly type: "minor" }) => void = runInNewContext("gc")

const icon = html`<i aria-hidden="true">*</i>`

const drawn = () => {
  const page = html`<main>${icon}<p>text</p></main>`
  assert.strictEqual(printed(page), `<!doctype html><main><i aria-hidden="true">*</i><p>text</p></main>`)
  return new WeakRef(page)
}

describe("Markup", () => {
  it("a page that was sent is not kept by the parts that all pages share", async () => {
    const page = drawn()
    /* What a weak reference was made of lives until the turn ends. */
    await new Promise(setImmediate)
    collect()
    assert.strictEqual(page.deref(), undefined)
  })

  it("parts of it get what is provided around them, the innermost first", () => {
    const Name = createContext("nobody")
    const greeting = html`<${Name.Consumer}>${(name: string) => html`<b>${name}</b>`}</${Name.Consumer}>`
    assert.strictEqual(partOf(greeting), "<b>nobody</b>")
    assert.strictEqual(partOf(provided(Name, "Ann", html`<p>${greeting}${provided(Name, "Bob", greeting)}${greeting}</p>`)), "<p><b>Ann</b><b>Bob</b><b>Ann</b></p>")
  })

  it("a page that was sent is young garbage, whatever was provided to it", () => {
    const Name = createContext("nobody")
    const rows = () => html`<ul>${Array.from({ length: 1_000 }, (_, n) => html`<li class=${`row-${n}`}>${n}</li>`)}</ul>`
    const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!.space_used_size
    const draw = () => {
      assert.isAbove(printed(provided(Name, "Ann", rows())).length, 20_000)
      collect({ type: "minor" })
    }
    for (let n = 0; n < 20; n++) draw()
    collect()
    const before = old()
    for (let n = 0; n < 50; n++) draw()
    assert.isBelow((old() - before) / 50, 20_000, "bytes of old objects a page")
  })
})
