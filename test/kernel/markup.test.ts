import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { html, printed } from "#schemas/kernel/markup"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

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
})
