import { picture } from "./pictures.ts"

/**
 * An export as real sites make them. Every post is made by its number, and has the quirks whose turn it is:
 *
 * - CDATA that holds `]]>` and is split for it; CDATA that holds `</item>`; titles outside of CDATA with entities
 * - dates of 0000-00-00 with a publication in the year -1, and only the local time
 * - slugs that two posts have, that are escaped in percent and in small letters, and that are empty
 * - private posts, posts behind a password, scheduled posts, drafts, posts in the trash and empty drafts of the editor
 * - entries of menus, revisions, styles of the theme and products between them
 * - attachments without a file, whose file is gone, and pictures that no attachment tells of
 * - links that are absolute, relative to the protocol, relative to the site, by ?p=, with an anchor or a query behind them, and of http for https
 * - pictures by the names of their sizes (-300x200), scaled ones, lazy ones, with srcset and from another host
 * - captions, galleries, embeds, audio, shortcodes of plugins and of page builders, brackets that are none
 * - the block editor with its comments, reusable blocks, galleries, embeds, latest posts and footnotes; the older editor without paragraphs
 * - HTML entities, emoji, mojibake of Latin-1, typographic quotes, Arabic and Japanese
 * - scripts, frames, forms and styles in the text; handlers of events; unclosed and wrongly nested tags
 * - a line of a hundred thousand characters, a table of six hundred rows, a table with spanning cells
 * - categories with the name of a tag, names in another case, a category below another
 * - comments, authors who are not declared, carriage returns, control characters
 */
export interface Made {
  readonly xml: string
  /** What the old site serves, by path. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly posts: ReadonlyArray<ExpectedPost>
}

export interface ExpectedPost {
  readonly id: number
  readonly title: string
  readonly isTaken: boolean
  readonly isPublished: boolean
  /** Ids of the posts and pages that it links to. */
  readonly links: ReadonlyArray<number>
  /** Paths of the pictures that it shows. */
  readonly pictures: ReadonlyArray<string>
  /** Addresses that lead to it. */
  readonly old: ReadonlyArray<string>
}

export const ABOUT = 9_001
export const TEAM = 9_002
const FIRST_FILE = 5_000

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`
const two = (number: number) => String(number).padStart(2, "0")

const emoji = ["😀", "🧶", "🏔️", "👩‍🌾"]
const scripts = ["日本語の記事", "مقالة بالعربية", "Grüße aus Köln", "Ångström"]

export const slugOfNumber = (n: number) => n % 40 === 7 ? "twice" : n % 53 === 5 ? "" : n % 37 === 3 ? encodeURIComponent(`größe-${n}`).toLowerCase() : `post-${n}`
const dateOf = (n: number) => `${2_010 + n % 14}-${two(1 + n % 12)}-${two(1 + n % 28)} ${two(n % 24)}:${two(n % 60)}:00`
const pathOf = (n: number) => `/${dateOf(n).slice(0, 7).replace("-", "/")}/${slugOfNumber(n) || n}/`
const fileOf = (n: number) => `/wp-content/uploads/${2_010 + n % 14}/${two(1 + n % 12)}/picture-${n}.png`
const sized = (path: string) => path.replace(/\.png$/u, "-300x200.png")

const statusOf = (n: number) => n % 41 === 1 ? "private" : n % 43 === 2 ? "draft" : n % 47 === 3 ? "trash" : n % 59 === 4 ? "future" : n % 61 === 6 ? "auto-draft" : "publish"
const hasPassword = (n: number) => n % 71 === 8
const isTaken = (n: number) => statusOf(n) !== "trash" && statusOf(n) !== "auto-draft"

interface Text {
  readonly html: string
  readonly links: ReadonlyArray<number>
  readonly pictures: ReadonlyArray<string>
}

/** Links by every way that sites link to themselves. */
const linkTo = (site: string, target: number, way: number) => {
  const path = pathOf(target)
  const ways = [
    `${site}${path}`, site.replace(/^https?:/u, "") + path, path, `${site}/?p=${target}`, `${site}${path}#more-${target}`,
    `${site}${path}?utm_source=feed`, `${site.replace(/^http:/u, "https:")}${path.slice(0, -1)}`, `/?p=${target}`
  ]
  return ways[way % ways.length]!
}

const classic = (site: string, n: number, target: number): Text => {
  /* These are the odd ones: each counts by itself. */
  const m = (n - 1) / 2
  const path = fileOf(n)
  const picture = m % 5 === 0 ? sized(path) : path
  return {
    html: [
      `First line of ${n} with <b>bold</b>, *stars*, _lines_ and ${emoji[n % 4]}`,
      `second line &amp; &eacute;&nbsp;&hellip; <a href="${linkTo(site, target, n)}">a link</a>`,
      "",
      m % 3 === 0 ? `[caption id="attachment_${n}" align="aligncenter" width="300"]<a href="${site}${path}"><img src="${site}${picture}" alt="Picture ${n}" width="300" height="200" /></a> What it shows[/caption]`
        : `<img class="alignleft size-medium" src="${m % 2 === 0 ? site.replace(/^https?:/u, "") : site}${picture}" alt="Picture ${n}" onerror="alert(1)" srcset="${site}${sized(path)} 300w" />`,
      "",
      m % 6 === 0 ? "[contact-form-7 id=\"12\" title=\"Contact\"]" : "[sic] and [1] stay",
      m % 7 === 0 ? "<script>document.write('x')</script><style>p{color:red}</style><form action=\"/x\"><input name=\"q\"></form>" : "",
      m % 8 === 0 ? "<strong>never closed\n\n<ul><li>one<li>two</ul>" : "",
      m % 9 === 0 ? "[vc_row][vc_column width=\"1/2\"]In a column[/vc_column][/vc_row]" : "",
      m % 10 === 0 ? "https://www.youtube.com/watch?v=dQw4w9WgXcQ" : "",
      m % 11 === 0 ? "<iframe src=\"https://player.vimeo.com/video/76979871\" width=\"640\"></iframe>" : "",
      m % 13 === 0 ? "<table><tr><td colspan=\"2\">wide</td></tr><tr><td>a</td><td>b</td></tr></table>" : "",
      m % 14 === 0 ? "]]> and </item> are only words" : "",
      m % 97 === 0 ? "long ".repeat(20_000) : ""
    ].join(m % 4 === 0 ? "\r\n" : "\n"),
    links: [target],
    pictures: [path]
  }
}

const modern = (site: string, n: number, target: number): Text => {
  const path = fileOf(n)
  const other = fileOf(n - 1)
  const gallery = n % 8 === 0
  const note = n % 6 === 4
  return {
    html: [
      `<!-- wp:paragraph -->\n<p>Paragraph of ${n}${note ? "<sup data-fn=\"note\" class=\"fn\"><a href=\"#note\" id=\"note-link\">1</a></sup>" : ""} with a <a href="${linkTo(site, target, n)}">link</a> and <a href="${linkTo(site, ABOUT, 3).replace("?p=", "?page_id=")}">about</a>.</p>\n<!-- /wp:paragraph -->`,
      `<!-- wp:image {"id":${FIRST_FILE + n},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${site}${n % 3 === 0 ? sized(path) : path}" alt="Picture ${n}" class="wp-image-${FIRST_FILE + n}"/><figcaption class="wp-element-caption">What it shows</figcaption></figure>\n<!-- /wp:image -->`,
      gallery ? `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images"><!-- wp:image --><figure class="wp-block-image"><img src="${site}${path}" alt=""/></figure><!-- /wp:image --><!-- wp:image --><figure class="wp-block-image"><img src="${site}${other}" alt=""/></figure><!-- /wp:image --></figure>\n<!-- /wp:gallery -->` : "",
      n % 5 === 0 ? "<!-- wp:block {\"ref\":8001} /-->" : "",
      n % 7 === 0 ? "<!-- wp:latest-posts {\"postsToShow\":3} /-->" : "",
      n % 9 === 0 ? "<!-- wp:social-links /-->" : "",
      n % 8 === 0 ? "<!-- wp:embed {\"url\":\"https://vimeo.com/76979871\",\"type\":\"video\"} -->\n<figure class=\"wp-block-embed is-type-video\"><div class=\"wp-block-embed__wrapper\">\nhttps://vimeo.com/76979871\n</div></figure>\n<!-- /wp:embed -->" : "",
      n % 11 === 0 ? `<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody>${Array.from({ length: n % 99 === 0 ? 600 : 3 }, (_, row) => `<tr><td>${row}</td><td>a|b</td></tr>`).join("")}</tbody></table></figure>\n<!-- /wp:table -->` : "",
      note ? "<!-- wp:footnotes /-->" : ""
    ].filter((one) => one !== "").join("\n\n"),
    links: [target, ABOUT],
    pictures: gallery ? [path, other] : [path]
  }
}

const item = (fields: Readonly<Record<string, string>>, rest = "") =>
  `<item>${Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`).join("\n")}${rest}</item>\n`

const meta = (key: string, value: string) => `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`

/** What some text looks like that was UTF-8 and was taken for Latin-1. */
const broken = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text))

const titleOf = (n: number) => n % 12 === 0 ? "Wetter für Köln — „schön“" : n % 15 === 0 ? "Tom & Jerry <3" : `${scripts[n % 4]} ${n}`

const postItem = (site: string, n: number, text: Text) => {
  const bad = n % 29 === 4
  const title = titleOf(n)
  return item({
    title: n % 12 === 0 ? cdata(broken(title)) : n % 15 === 0 ? "Tom &amp; Jerry &lt;3" : cdata(title),
    link: statusOf(n) === "draft" ? `${site}/?p=${n}` : `${site}${pathOf(n)}`,
    pubDate: bad ? "Wed, 30 Nov -0001 00:00:00 +0000" : new Date(`${dateOf(n).replace(" ", "T")}Z`).toUTCString(),
    "dc:creator": cdata(n % 31 === 0 ? "gone" : "nora"),
    guid: `${site}/?p=${n}`,
    "content:encoded": cdata(n % 17 === 0 ? text.html.replace("First line", `${broken("Grüße")} \u0007First line`) : text.html),
    "excerpt:encoded": cdata(n % 4 === 1 ? `In short: ${n}` : ""),
    "wp:post_id": String(n),
    "wp:post_date": cdata(dateOf(n)),
    "wp:post_date_gmt": cdata(bad ? "0000-00-00 00:00:00" : dateOf(n)),
    "wp:post_name": cdata(slugOfNumber(n)),
    "wp:status": cdata(statusOf(n)),
    "wp:post_parent": "0", "wp:menu_order": "0",
    "wp:post_type": cdata("post"),
    "wp:post_password": cdata(hasPassword(n) ? "secret" : ""), "wp:is_sticky": "0"
  }, [
    "<category domain=\"category\" nicename=\"news\"><![CDATA[News]]></category>",
    n % 2 === 0 ? "<category domain=\"post_tag\" nicename=\"news\"><![CDATA[news]]></category>" : "<category domain=\"post_tag\" nicename=\"clay-glaze\"><![CDATA[Clay & glaze]]></category>",
    n % 3 === 0 ? meta("_thumbnail_id", String(FIRST_FILE + n)) : "",
    n % 6 === 4 ? meta("footnotes", JSON.stringify([{ content: "The note", id: "note" }])) : "",
    n % 5 === 2 ? "<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[Nice!]]></wp:comment_content></wp:comment>" : ""
  ].join("\n"))
}

const pageItem = (site: string, id: number, [title, slug, parent, content]: readonly [string, string, number, string]) => item({
  title: cdata(title), link: parent === 0 ? `${site}/${slug}/` : `${site}/about/${slug}/`, "dc:creator": cdata("nora"), "content:encoded": cdata(content),
  "excerpt:encoded": cdata(""), "wp:post_id": String(id), "wp:post_date": "2015-01-01 10:00:00", "wp:post_date_gmt": "2015-01-01 10:00:00",
  "wp:post_name": slug, "wp:status": "publish", "wp:post_parent": String(parent), "wp:menu_order": "1", "wp:post_type": "page"
})

const fileItem = (site: string, n: number) => item({
  title: cdata(`picture-${n}`), link: `${site}/picture-${n}/`, "excerpt:encoded": cdata(""), "wp:post_id": String(FIRST_FILE + n),
  "wp:status": "inherit", "wp:post_type": "attachment", ...n % 67 !== 0 && { "wp:attachment_url": cdata(`${site}${fileOf(n)}`) }
}, meta("_wp_attachment_image_alt", `Words for ${n}`))

const other = (id: number, type: string, fields: Readonly<Record<string, string>> = {}) =>
  item({ title: `${type} ${id}`, "wp:post_id": String(id), "wp:status": "publish", "wp:post_type": type, ...fields })

const head = (site: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.6" created="2024-01-01 10:00" -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old site</title><link>${site}</link><description>Just another site</description><language>en-GB</language>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[nora]]></wp:author_login><wp:author_email><![CDATA[nora@example.com]]></wp:author_email><wp:author_display_name><![CDATA[Nora Vale]]></wp:author_display_name></wp:author>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename><![CDATA[news]]></wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename><![CDATA[local]]></wp:category_nicename><wp:category_parent><![CDATA[news]]></wp:category_parent><wp:cat_name><![CDATA[Local]]></wp:cat_name></wp:category>
<wp:tag><wp:term_id>3</wp:term_id><wp:tag_slug><![CDATA[clay-glaze]]></wp:tag_slug><wp:tag_name><![CDATA[Clay & glaze]]></wp:tag_name></wp:tag>
<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug><![CDATA[news]]></wp:tag_slug><wp:tag_name><![CDATA[news]]></wp:tag_name></wp:tag>
`

/** The next post that has an address, for links that lead somewhere. */
const targetOf = (n: number, count: number) => {
  let target = n % count + 1
  while (!isTaken(target) || statusOf(target) === "draft") target = target % count + 1
  return target
}

export const wordpressExport = (site: string, count = 300): Made => {
  const files = new Map<string, Buffer>()
  const posts: Array<ExpectedPost> = []
  const items: Array<string> = []
  for (let n = 1; n <= count; n++) {
    const target = targetOf(n, count)
    const text = n % 2 === 0 ? modern(site, n, target) : classic(site, n, target)
    files.set(fileOf(n), picture(n))
    items.push(postItem(site, n, text), fileItem(site, n))
    const cover = n % 3 === 0 && n % 67 !== 0 ? [fileOf(n)] : []
    posts.push({
      id: n, title: titleOf(n), isTaken: isTaken(n), isPublished: statusOf(n) === "publish" && !hasPassword(n), links: text.links,
      pictures: [...new Set([...text.pictures, ...cover])], old: [`/?p=${n}`, ...statusOf(n) === "draft" ? [] : [pathOf(n)]]
    })
    if (n % 10 === 0) items.push(other(20_000 + n, "revision", { "content:encoded": cdata("older") }), other(30_000 + n, "nav_menu_item"))
  }
  files.set(fileOf(0), picture(0))
  return {
    xml: head(site) + [
      other(8_001, "wp_block", { "content:encoded": cdata("<!-- wp:paragraph --><p>Reused words.</p><!-- /wp:paragraph -->") }),
      pageItem(site, ABOUT, ["About us", "about", 0, `<p>We make pots. <a href="${site}/about/team/">The team</a></p>`]),
      pageItem(site, TEAM, ["Our team", "team", ABOUT, "[gallery ids=\"5001,5002\"]"]),
      pageItem(site, 9_003, ["Blog", "blog", 0, "The service itself has a blog."]),
      ...items, other(40_001, "product"), other(40_002, "custom_css"), other(40_003, "tribe_events")
    ].join("") + "</channel></rss>\n",
    files,
    posts
  }
}
