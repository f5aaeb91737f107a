import { assert, describe, it } from "@effect/vitest"
import { markdownHtml, markdownTargets, markdownText } from "#schemas/website/markdown"
import { htmlTargets, htmlText, sanitised, sanitisedFor } from "#schemas/website/sanitised"
import { sanitisedSvg } from "#schemas/website/svg"
import { shownWith } from "./showing.ts"

const shown = shownWith("")

describe("Markdown", () => {
  const cases: ReadonlyArray<readonly [what: string, text: string, html: string]> = [
    ["headings below the page's", "# A\n\n#### B\n\n## C", "<h2>A</h2>\n<h3>B</h3>\n<h3>C</h3>\n"],
    ["no empty headings", "#", "<p></p>\n"],
    ["tables whose cells keep their side", "| a | b |\n|--|--:|\n| c | d |", "<div class=\"table\" tabindex=\"0\"><table>\n<thead>\n<tr>\n<th scope=\"col\">a</th>\n"
      + "<th scope=\"col\" class=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td class=\"right\">d</td>\n</tr>\n</tbody>\n</table></div>\n"],
    ["HTML as text", "a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"],
    ["links to pages, posts and files", "[a](page:7) [b](post:7) [c](media:7)",
      "<p><a href=\"/s/juniper/about\">a</a> <a href=\"/s/juniper/blog/oak\">b</a> <a href=\"/s/juniper/media/hash/list.pdf\">c</a></p>\n"],
    ["paths below the site's", "[a](/b?c=d#e)", "<p><a href=\"/s/juniper/b?c=d#e\">a</a></p>\n"],
    ["nothing that runs", "[a](javascript:alert(1)) <javascript:alert(1)>", "<p>[a](javascript:alert(1)) &lt;javascript:alert(1)&gt;</p>\n"],
    ["images of others as their words", "![a tree](https://attacker.example/x.png) ![gone](media:404)", "<p>a tree gone</p>\n"],
    ["names of empty links", "[](/b)", "<p><a href=\"/s/juniper/b\">/b</a></p>\n"]
  ]
  for (const [what, text, html] of cases) it(`has ${what}`, () => assert.strictEqual(markdownHtml(text, shown), html))

  it("shows images of the company in their sizes", () => {
    const html = markdownHtml("![An oak](media:42)", shown)
    assert.include(html, "<source type=\"image/avif\" srcset=\"/media/hash/480.avif 480w")
    assert.include(html, "alt=\"An oak\"")
    assert.include(html, "width=\"1600\" height=\"1200\"")
  })

  it("says what is in it, and what it leads to", () => {
    const text = "# Oak & ash\n\nWe *like* `both`.\n\n- one\n- two [three](page:3) ![four](media:4)\n\n```\nfive\n```"
    assert.strictEqual(markdownText(text), "Oak & ash We like both. one two three four five")
    assert.deepStrictEqual(JSON.stringify(markdownTargets(text)), `{"links":[{"page_id":3}],"media":[4]}`)
  })

  it("takes no longer for texts that are made to take long", () => {
    for (const part of ["[", "*a ", "`", "> ", "<", "![", "a**b", "|", "&#"]) {
      const from = performance.now()
      markdownHtml(part.repeat(50_000 / part.length), shown)
      assert.isBelow(performance.now() - from, 5_000, part)
    }
  })
})

describe("HTML of others", () => {
  const cases: ReadonlyArray<readonly [what: string, html: string, kept: string]> = [
    ["text", "<p>Made <em>by</em> <b>hand</b><br>here</p>", "<p>Made <em>by</em> <b>hand</b><br>here</p>"],
    ["no scripts, styles and frames", "a<script>x</script><style>y</style><iframe src=z></iframe><svg><p>b</p></svg>c", "ac"],
    ["no events, styles and classes", "<p onclick=x style=y class=z id=w>a</p>", "<p>a</p>"],
    ["links that run nothing", "<a href=javascript:x>a</a><a href=\"https://b.example\" target=_blank>b</a>", "<span>a</span><a href=\"https://b.example\">b</a>"],
    ["images of the company", "<img src=media:4 alt=x><img src=https://c.example/x.png>", "<img src=\"media:4\" alt=\"x\">"],
    ["list items in lists", "<li>a</li><ul>b<li>c</ul>", "a<ul><li>b</li><li>c</li></ul>"],
    ["cells in rows", "<td>a</td><table><p>b</p><tr><td colspan=x>c", "a<table><tr><td>c</td></tr></table>"],
    ["no links in links", "<a href=/b>b<a href=/c>c</a></a>", "<a href=\"/b\">b</a><a href=\"/c\">c</a>"]
  ]
  for (const [what, html, kept] of cases) it(`keeps ${what}`, () => {
    assert.strictEqual(sanitised(html), kept)
    assert.strictEqual(sanitised(kept), kept)
  })

  it("is shown with its headings below the block's, and with addresses of the site", () => {
    assert.strictEqual(
      sanitisedFor("<h1>a</h1><h4>b</h4><p><a href=\"page:7\">c</a><a href=\"/d\">d</a></p>", shown, 2),
      "<h2>a</h2><h3>b</h3><p><a href=\"/s/juniper/about\">c</a><a href=\"/s/juniper/d\">d</a></p>"
    )
    assert.include(sanitisedFor("<img src=media:42>", shown, 2), "srcset=\"/media/hash/480.webp 480w")
  })

  it("says what is in it", () => {
    assert.strictEqual(htmlText("<p>a &amp; <b>b</b>.</p><p>c &lt;d&gt;</p>"), "a & b. c <d>")
    assert.strictEqual(JSON.stringify(htmlTargets("<a href=page:1>x</a><img src=media:2>")), `{"links":[{"page_id":1}],"media":[2]}`)
  })
})

describe("drawings of others", () => {
  const wrapped = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
  const cases: ReadonlyArray<readonly [what: string, svg: string, kept: string | undefined]> = [
    ["what draws", wrapped(`<path d="M0 0L1 1z" fill="#f00"></path>`), wrapped(`<path d="M0 0L1 1z" fill="#f00"></path>`)],
    ["no scripts, events and links", wrapped(`<script>a</script><g onload="b"></g><a href="javascript:c"><text>d</text></a>`), wrapped("<g></g><text>d</text>")],
    ["nothing of elsewhere", wrapped(`<use href="https://a.example/b#c"/><image href="https://a.example/x.png"/>`), wrapped("<use></use><image></image>")],
    ["its own parts", `<svg xmlns:xlink="x">${`<use xlink:href="#a"/>`}</svg>`, wrapped(`<use href="#a"></use>`)],
    ["styles that draw", wrapped("<style>.a{fill:red;behavior:url(x)}@import 'b';.c>path{stroke:url(#d)}</style>"), wrapped("<style>.a{fill:red}.c&gt;path{stroke:url(#d)}</style>")],
    ["no script in a style", wrapped("<style>&lt;script&gt;alert(1)&lt;/script&gt;</style>"), wrapped("")],
    ["no attribute without a value", wrapped(`<rect fill=""/>`), wrapped("<rect></rect>")],
    ["nothing of what is no drawing", "<p>a</p>", undefined]
  ]
  for (const [what, svg, kept] of cases) it(`keep ${what}`, () => assert.strictEqual(sanitisedSvg(svg), kept))

  it("show parts that show parts only so often", () => {
    const bomb = wrapped(Array.from({ length: 40 }, (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`).join(""))
    assert.strictEqual(sanitisedSvg(bomb)!.split("<use href").length - 1, 16)
  })
})
