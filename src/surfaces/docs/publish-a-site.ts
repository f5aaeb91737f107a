import { addressOf } from "../addresses.ts"
import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const page = "/cms/pages/$PAGE"

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"><rect width="240" height="160" fill="#f4dcc0"/>` +
  `<circle cx="160" cy="60" r="26" fill="#e4b04a"/><path d="M0 110Q70 70 140 104T240 96V160H0Z" fill="#2f5f51"/><!-- $$ --></svg>`

const pictureInTypescript = `const upload = new FormData()
upload.append("file", new Blob([\`${drawn.replace("$$", () => "${stamp}")}\`], { type: "image/svg+xml" }), "hills.svg")
upload.append("alt", "Green hills under a low sun")
const uploaded = await fetch(\`\${address}/cms/media\`, { method: "POST", headers: { Authorization: \`Bearer \${process.env.API_KEY}\` }, body: upload })
const picture: number = (await uploaded.json()).id`

const pictureInPython = `drawn = '${drawn.replace("$$", () => "STAMP")}'.replace("STAMP", str(stamp))
parts = [
    '--parts\\r\\nContent-Disposition: form-data; name="alt"\\r\\n\\r\\nGreen hills under a low sun\\r\\n',
    '--parts\\r\\nContent-Disposition: form-data; name="file"; filename="hills.svg"\\r\\nContent-Type: image/svg+xml\\r\\n\\r\\n', drawn, "\\r\\n--parts--\\r\\n"
]
request = urllib.request.Request(
    address + "/cms/media", method="POST", data="".join(parts).encode(),
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "multipart/form-data; boundary=parts"}
)
with urllib.request.urlopen(request) as response:
    picture = json.load(response)["id"]`

const blocks = [
  { type: "hero", title: "Classes at the kiln", text: "Six seats, two evenings, one bowl to take home.", media_id: "$PICTURE", layout: "beside" },
  {
    type: "questions", heading: "Before you come",
    items: [{ question: "What should I wear?", answer: "Something that may get **clay** on it." }]
  },
  { type: "form", form_id: "$FORM", heading: "Ask us" }
]

const steps: ReadonlyArray<Step> = [
  {
    title: "Who it is for, and how it looks",
    text: "Every company has a site, which visitors see once it is shown. Its design is a set of tokens: colors that some people could not read " +
      "are refused, and the refusal names the pair and its ratio.",
    lines: [
      line("GET", "/company/settings", { keep: { as: "SLUG", at: ["slug"] } }),
      line("PATCH", "/cms/settings", { body: { tagline: "Pots and evenings", published: true } }),
      line("GET", "/cms/design")
    ]
  },
  {
    title: "A picture",
    text: "Of photographs the service makes AVIF and WebP in several widths, and strips what tells where they were taken; drawings stay drawings. " +
      "A page with pictures is not published before each of them says what it shows.",
    lines: [
      {
        curl: `PICTURE=$(echo '${drawn.replace("$$", () => "'$$'")}' \\\n  | curl -s -X POST "${ORIGIN}/api/v1/cms/media" \\\n` +
      `  -H "Authorization: Bearer $API_KEY" \\\n  -F "file=@-;filename=hills.svg" \\\n` +
      `  -F "alt=Green hills under a low sun" \\\n  | sed 's/^{"id":\\([0-9]*\\).*/\\1/')`,
        typescript: pictureInTypescript,
        python: pictureInPython
      },
      line("GET", "/cms/media/$PICTURE", { until: { field: "status", value: "ready" } })
    ]
  },
  {
    title: "A form",
    text: "Whoever sends it becomes a contact, or is found among them. Programs that fill in forms are told apart without asking anything of people.",
    lines: [line("POST", "/cms/forms", {
      body: {
        name: "Ask us", tag: "classes",
        fields: [
          { name: "email", label: "E-mail address", type: "email", required: true },
          { name: "message", label: "What would you like to know?", type: "paragraph", required: true }
        ]
      },
      keep: { as: "FORM" }
    })]
  },
  {
    title: "A page of blocks",
    text: "Each block has a type and says what is in it; how it looks is the design's. Texts are Markdown. A page begins as a draft, which only " +
      "whoever has its preview sees.",
    lines: [
      line("POST", "/cms/pages", { body: { title: "Classes", slug: "classes-$$", blocks }, keep: { as: "PAGE" } }),
      line("GET", `${page}/preview`)
    ]
  },
  {
    title: "Publish it",
    text: "This waits for a person: the first line asks, the second is the person who agrees, and the third does it. With publish_at it goes " +
      "public at that time, as it was when the person agreed.",
    lines: agreed("POST", `${page}/publish`, {})
  },
  {
    title: "As visitors see it",
    text: "On a host of the company's own, or below its name here; and for a program, by path.",
    lines: [
      line("GET", "/s/$SLUG/classes-$$", { file: "page.html" }),
      line("GET", "/cms/settings")
    ]
  },
  {
    title: "Change it",
    text: "Every change is a revision with its author. Visitors see the old one until the new one is published; two revisions can be compared, and " +
      "each can be brought back.",
    lines: [
      line("PATCH", page, { body: { title: "Classes and evenings", note: "There is more than classes" } }),
      line("GET", `${page}/revisions/compare`),
      line("POST", `${page}/revisions/1/restore`, { body: {} })
    ]
  },
  {
    title: "Write about it",
    text: "Posts are Markdown, or blocks. Tags, series, feeds and related posts come by themselves.",
    lines: [
      line("POST", "/cms/posts", {
        body: {
          title: "A bowl in two evenings $$", excerpt: "What happens on the first, and why nothing is dry on the second.", tags: ["classes"],
          authors: [{ name: "Ola Brandt" }], cover_media_id: "$PICTURE", body: "## The first evening\n\nWe wedge, center and *breathe*."
        },
        keep: { as: "POST" }
      }),
      ...agreed("POST", "/cms/posts/$POST/publish", {})
    ]
  },
  {
    title: "How it is found",
    text: "A score, of which every point says what to change and where.",
    lines: [line("GET", "/cms/seo/$PAGE")]
  }
]

/** From a picture and a form to a page that visitors see, and a post about it, as lines that run one after another. */
export const publishASite: Guide = guide({
  id: "publish-a-site",
  title: "Publish a site",
  before: html`Live and test keys share a company's site; what visitors send is apart. These lines run one after another in one shell; where a person
agrees, with the <code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`A company's own host is added with <code>add_host</code> and proved by a TXT record. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the website's part of this documentation.`
})
