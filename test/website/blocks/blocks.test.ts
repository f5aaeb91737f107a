import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import { type JsonSchema, inputSchema } from "#schemas/kernel/json-schema"
import { type Block, Block as AnyBlock, Blocks, blocksOf, hasTitle, kinds, linksOf, mediaOf, needsOf, textOf } from "#schemas/website/blocks"
import { complete, markupFaults, pageOf } from "./showing.ts"

const decode = Schema.decodeUnknownSync(Blocks)
const decodeOne = Schema.decodeUnknownOption(AnyBlock)

/** Names of all fields that a schema describes, with the fields that they are in. */
const fieldsOf = (schema: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsOf(one, path))
  if (typeof schema !== "object" || schema === null) return []
  const { anyOf, items, properties } = schema as JsonSchema
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => [`${path}.${name}`, ...fieldsOf(one, `${path}.${name}`)]),
    ...fieldsOf(anyOf, path), ...fieldsOf(items, path)
  ]
}

const written = (value: unknown, path = ""): ReadonlyArray<string> =>
  Array.isArray(value) ? value.flatMap((one) => written(one, path))
    : typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, one]) => [`${path}.${name}`, ...written(one, `${path}.${name}`)])
    : []

describe("blocks", () => {
  for (const [type, { schema }] of Object.entries(kinds)) {
    it(`shows ${type} as its example and with every field, valid alone, first and in company`, () => {
      const own = fieldsOf(inputSchema(schema)).filter((path) => !/\.(?:page_id|post_id|link\.url)$/u.test(path))
      const full = complete[type as keyof typeof kinds]
      assert.deepStrictEqual([...new Set(own)].filter((path) => !written(full).includes(path) && !path.startsWith(".columns.blocks")), [])
      const { example } = kinds[type as keyof typeof kinds]
      for (const blocks of [[example], [full], [full, full], [{ type: "hero", title: "First" }, full, example]]) {
        const shown = pageOf(decode(blocks), "A word")
        assert.deepStrictEqual(markupFaults(shown), [], shown)
        assert.notMatch(shown, /undefined|\[object|NaN|style="|<(?:script|iframe)/u)
        assert.strictEqual(shown.split("<h1").length, 2, shown)
      }
    })
  }

  it("says what it shows, where it leads and what it needs", () => {
    const blocks = decode([
      ...Object.values(complete),
      { type: "text", text: "See [a](page:9), [b](/prices), [c](media:51), ![d](media:52) and [e](javascript:alert(1))." },
      { type: "html", html: `<p><img src="media:53"><a href="post:11">x</a><a href="media:54">y</a></p>` }
    ])
    assert.includeMembers([...mediaOf(blocks)].map(Number), [42, 43, 51, 52, 53, 54])
    assert.strictEqual(new Set(mediaOf(blocks)).size, mediaOf(blocks).length)
    const links = JSON.stringify(linksOf(blocks))
    for (const part of [`{"page_id":9}`, `{"url":"/prices"}`, `{"post_id":11}`, `{"url":"/contact"}`]) assert.include(links, part)
    assert.notInclude(links, "javascript")
    assert.deepStrictEqual([...needsOf(blocks)].sort(), ["forms", "posts", "products", "services"])
    assert.strictEqual(blocksOf(blocks, "form").length, 2)
    assert.include(textOf(blocks), "Made by hand.")
    assert.include(textOf(blocks), "See a, b, c, d and")
    assert.isTrue(hasTitle(blocks))
    assert.isFalse(hasTitle(decode([{ type: "divider" }])))
  })

  it("refuses links that run something, lead to another host in disguise, or films of others", () => {
    const refused = [
      "javascript:alert(1)", "JAVASCRIPT:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "//attacker.example",
      "/\\attacker.example", "\\\\attacker.example", "https://user:secret@host.example", "about", "", "https://", "blob:https://x.example/1", "file:///etc/passwd"
    ]
    for (const url of refused) assert.strictEqual(decodeOne({ type: "hero", title: "x", actions: [{ label: "x", link: { url } }] })._tag, "None", url)
    for (const url of ["/", "/a/b?c=d#e", "#prices", "https://x.example/y z".replace(" ", "%20"), "mailto:a@b.example", "tel:+4722123456"]) {
      assert.strictEqual(decodeOne({ type: "hero", title: "x", actions: [{ label: "x", link: { url } }] })._tag, "Some", url)
    }
    for (const url of ["https://evil.example/", "http://vimeo.com/1", "https://vimeo.com.evil.example/1", "https://vimeo.com:8443/1", "https://x@vimeo.com/1"]) {
      assert.strictEqual(decodeOne({ type: "embed", url, title: "x" })._tag, "None", url)
    }
  })

  it("is told in a tool's schema of bearable length", () => {
    assert.isBelow(JSON.stringify(inputSchema(Blocks)).length, 20_000)
  })
})

const snippets = [
  "# One", "#### Four", "## ", "**bold", "`code`", "```\nfence\n```", "    indented", "> said", "- a\n- b", "1. a\n   - b", "| a | b |\n|:-:|--:|\n| c | d |",
  "[a](page:1)", "[](page:1)", "![x](media:1)", "![](media:404)", "[![x](media:2)](/a)", "<https://a.example>", "---", "a  \nb", "\\*", "&amp;", "<b>x</b>", "~~gone~~", "é ✓ 漢字 עברית"
]
const tags = ["<p>", "</p>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<b>", "</b>", "<h1>x</h1>", "<h5>y</h5>", "<br>", "text", "<em>e</em>", "<a href=\"/x\">a</a>", "<img src=media:1>"]

const markdownText = fc.array(fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: "grapheme", maxLength: 30 })), { minLength: 1, maxLength: 8 }).map((all) => all.join("\n\n"))
const plainText = fc.oneof(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), fc.constantFrom(...snippets, ...tags))
const htmlText = fc.array(fc.constantFrom(...tags), { maxLength: 12 }).map((all) => all.join(""))

const fixed = new Set(["type", "layout", "look", "width", "service", "url"])

/** The same block with other texts. */
const varied = (value: unknown, name = ""): fc.Arbitrary<unknown> =>
  typeof value === "string" ? fixed.has(name) ? fc.constant(value) : name === "html" ? htmlText : name === "text" || name === "answer" ? markdownText : plainText
    : Array.isArray(value) ? fc.tuple(...value.map((one) => varied(one, name)))
    : typeof value === "object" && value !== null
    ? fc.record(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, varied(one, name)])), { requiredKeys: ["type", "link", "url", "items"].filter((key) => key in value) as Array<never> })
    : fc.constant(value)

describe("pages of any blocks", () => {
  it("are valid, whatever is written in them", () => {
    const list = fc.array(fc.constantFrom(...Object.values(complete)).chain((one) => varied(one)), { minLength: 1, maxLength: 9 })
    let kept = 0
    fc.assert(fc.property(list, (all) => {
      const blocks = all.flatMap((one): ReadonlyArray<Block> => {
        const block = decodeOne(one)
        return block._tag === "Some" ? [block.value] : []
      })
      kept += blocks.length
      assert.deepStrictEqual(markupFaults(pageOf(blocks, "A word")), [])
    }), { numRuns: 200 })
    assert.isAbove(kept, 300)
  })
})
