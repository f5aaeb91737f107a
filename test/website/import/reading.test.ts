import { assert, describe, it } from "@effect/vitest"
import { frontMatter } from "#schemas/website/moving/folder/front-matter"
import { pathWithin, readText, textsOf } from "#schemas/website/moving/folder/file"
import { withoutMojibake } from "#schemas/website/moving/mojibake"
import { oldPath } from "#schemas/website/moving/old-address"
import { fileKey, withoutSize } from "#schemas/website/moving/picture-address"
import { piecesOf } from "#schemas/website/moving/pieces"
import { withoutShortcodes } from "#schemas/website/moving/shortcodes"
import { split } from "#schemas/website/moving/wxr/split"

const read = (content: string, format: "html" | "markdown" = "html") => {
  const remarks: Array<{ where: string; what: string; why: string }> = []
  const pieces = piecesOf({ content, format }, { where: "here", footnotes: [], fragment: () => "<p>Reused</p>", remarks }, {
    link: (address) => address.startsWith("javascript:") ? undefined : address,
    picture: (address) => address.includes("gone") ? undefined : `media:${address}`
  })
  return { pieces, left: remarks.map(({ what }) => what) }
}
const text = (content: string) => read(content).pieces.map((piece) => piece.type === "text" ? piece.markdown : `<${piece.type}>`).join("\n\n")

describe("reading exports", () => {
  it("finds items whatever their texts hold, and where a part of a file ends", () => {
    const items = ["<item><title><![CDATA[</item> <item>]]></title></item>", "<item a=\"1\"><!-- </item> --></item>", "<items/><item/>"]
    const bytes = Buffer.from(`<channel>${items.join("\n")}`)
    const found = split(bytes, 10)
    assert.deepStrictEqual(found.items.map(({ from, to }) => bytes.toString("utf8", from, to)), items.slice(0, 2))
    for (let end = 1; end < bytes.length; end++) {
      const part = split(bytes.subarray(0, end), 10)
      assert.deepStrictEqual(part.items, found.items.filter(({ to }) => to + 9 <= end + 9 && part.items.some((one) => one.to === to)))
      assert.isAtMost(part.end, end)
      const rest = split(bytes.subarray(part.end), 10)
      assert.strictEqual(part.items.length + rest.items.length, 2, String(end))
    }
    assert.include(split(Buffer.from("<channel><!DOCTYPE x [<!ENTITY a \"b\">]>"), 10).fault, "entities")
    assert.lengthOf(split(Buffer.from("<item><![CDATA[<!ENTITY a>]]></item>          "), 10).items, 1)
  })

  it("makes the paragraphs of the older editor, and closes what was left open", () => {
    assert.strictEqual(text("One\ntwo\n\nThree *stars*"), "One\\\ntwo\n\nThree \\*stars\\*")
    assert.strictEqual(text("<b>open\n\n<ul><li>a<li>b</ul>after"), "open\n\n- a\n- b\n\nafter")
    assert.strictEqual(text("<blockquote>a\n\nb</blockquote>"), "> a\n>\n> b")
    assert.strictEqual(text("<pre>a\n\nb</pre>"), "```\na\n\nb\n```")
    assert.strictEqual(text("<h1>Top</h1><p>x <a href=\"javascript:alert(1)\">y</a> <img src=\"gone.png\" alt=\"words\"></p>"), "## Top\n\nx y\n\n<image>")
  })

  it("reads shortcodes that are known, and leaves brackets that are none", () => {
    assert.deepStrictEqual(withoutShortcodes("[sic] [1] [[gallery]] [a link](x)"), { html: "[sic] [1] [[gallery]] [a link](x)", left: [] })
    assert.deepStrictEqual(withoutShortcodes("[vc_row a=\"1\"]x[/vc_row][contact-form-7 id=\"1\"]").left, ["contact-form-7"])
    assert.include(withoutShortcodes("[caption width=\"3\"]<img> words[/caption]").html, "<x-caption><img> words</x-caption>")
    assert.include(withoutShortcodes("[youtube dQw4w9WgXcQ]").html, "watch?v=dQw4w9WgXcQ")
    const hostile = "[".repeat(50_000) + "gallery ids=\"" + "1,".repeat(50_000)
    const began = performance.now()
    withoutShortcodes(hostile)
    assert.isBelow(performance.now() - began, 2_000)
  })

  it("takes pieces out of a text, and tells what is not taken", () => {
    const { left, pieces } = read("<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:block {\"ref\":1} /--><!-- wp:calendar /-->" +
      "<figure class=\"wp-block-gallery\"><figure><img src=\"1.png\"></figure><figure><img src=\"2.png\" alt=\"x\"></figure></figure>" +
      "<table><tr><td rowspan=\"9999999\">x</td></tr></table><script>1</script><iframe src=\"https://player.vimeo.com/1\"></iframe>")
    assert.deepStrictEqual(pieces.map(({ type }) => type), ["text", "gallery", "html", "embed"])
    assert.include(JSON.stringify(pieces[0]), "Reused")
    assert.deepStrictEqual(left, ["block calendar", "<script>"])
    assert.deepStrictEqual(read("<div>".repeat(5_000)).left, ["nested elements"])
  })

  it("reads Markdown with its fields", () => {
    const { moved } = readText("blog/2021-04-05-first.md", "---\ntitle: First\ndate: 2021-04-05\ntags: [a, B]\nauthor: Nora\ndraft: true\naliases: [/old/first]\n---\nText", new Set())
    assert.deepInclude(moved as object, { kind: "post", title: "First", slug: "first", tags: ["a", "B"], published: false, published_at: "2021-04-05T00:00:00.000Z" })
    assert.include((moved as { old: ReadonlyArray<string> }).old, "/old/first/")
    const page = readText("about/team.md", "# The team\n\nWords", new Set(["about/index.md", "about/team.md"])).moved as any
    assert.deepInclude(page, { kind: "page", title: "The team", parent: "about/index.md", content: "\nWords" })
    const bomb = "---\na: &a [x,x,x,x,x,x,x,x,x]\n" + [..."bcdefghi"].map((one, n) => `${one}: &${one} [${Array(9).fill(`*${"abcdefgh"[n]}`).join()}]\n`).join("") + "---\nText"
    assert.isDefined(frontMatter(bomb).fault)
    assert.strictEqual(pathWithin("../images/a b.png", "blog/x.md"), "images/a b.png")
    assert.isUndefined(pathWithin("https://x.example/a", "x.md"))
    assert.include(textsOf("about/"), "about/index.md")
    const { pieces } = read("![a](pic.png)\n\n<div><img src=\"b.png\"></div>\n\n| a |\n|---|\n| [x](y.md) |", "markdown")
    assert.deepStrictEqual(pieces.map(({ type }) => type), ["image", "image", "text"])
  })

  it("knows addresses of the old site in every way that they are written", () => {
    const site = "https://www.old.example"
    for (const address of ["http://old.example/a/", "//www.old.example/a", "/a/?utm=1", "a", "https://old.example/A/#more"]) assert.strictEqual(oldPath(address, site), "/a/", address)
    assert.strictEqual(oldPath("/?p=12&x=1", site), "/?p=12")
    assert.isUndefined(oldPath("https://other.example/a", site))
    assert.strictEqual(withoutSize(fileKey("//i0.wp.com/old.example/u/a-300x200.jpg?w=10", site)), "old.example/u/a.jpg")
    assert.strictEqual(withoutMojibake("GrÃ¼ÃŸe â€“ ok, CAFÉ Ã und ðŸ˜€"), "Grüße – ok, CAFÉ Ã und 😀")
  })
})
