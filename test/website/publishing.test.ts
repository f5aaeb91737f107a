import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { approve } from "../agents/consent-calls.ts"
import { fault } from "../calendar/calling.ts"
import { eventually } from "../support/eventually.ts"
import { goal } from "../support/goals.ts"
import { TestServer } from "../support/test-server.ts"
import { call, done, eventsOf, make, text } from "./calling.ts"
import { uploaded, visited, whitePng } from "./media/files.ts"

let turn = 0
const page = (more: object = {}) => make("/pages", { title: `Page ${turn}`, slug: `published-${turn++}`, blocks: [text("First words")], ...more })

const soon = (seconds: number) => new Date(Math.ceil(Date.now() / 1_000 + seconds) * 1_000).toISOString()
const HOUR = 3_600

const until = (path: string, is: (document: any) => boolean) => eventually(done("GET", path), is)

const redirectsTo = Effect.fnUntraced(function*(from: string) {
  const { items } = yield* done("GET", "/redirects?limit=200")
  return items.filter((one: { readonly from: string }) => one.from === from).map(({ made_by, status, to }: any) => ({ made_by, status, to }))
})

layer(TestServer, { excludeTestServices: true })("publishing", (it) => {
  it.effect("happens at its time, to the second, of the revision that was scheduled", () =>
    Effect.gen(function*() {
      const { id } = yield* page()
      const at = soon(4)
      const scheduled = yield* done("POST", `/pages/${id}/publish`, { publish_at: at })
      assert.deepInclude(scheduled, { status: "scheduled", publish_at: at, publish_revision: 1 })
      assert.strictEqual((yield* done("POST", `/pages/${id}/publish`, { publish_at: at })).version, scheduled.version)
      const { items } = yield* done("GET", "/pages?scheduled=true")
      assert.include(items.map((one: { readonly id: number }) => one.id), id)
      yield* done("PATCH", `/pages/${id}`, { blocks: [text("Later words")] })
      const other = yield* page()
      yield* done("POST", `/pages/${other.id}/publish`, { publish_at: at })
      assert.deepInclude(yield* done("PATCH", `/pages/${other.id}`, { publish_at: null }), { publish_at: null, publish_revision: null, revision: 1 })

      const shown = yield* until(`/pages/${id}`, ({ status }) => status === "published")
      assert.deepInclude(shown, { published_revision: 1, revision: 2, publish_at: null, publish_revision: null, problem: null })
      assert.strictEqual(shown.published.blocks[0].text, "First words")
      const late = Date.parse(shown.published_at) - Date.parse(at)
      assert.isAtLeast(late, 0)
      assert.isAtMost(late, goal(1_000))
      assert.strictEqual((yield* done("GET", `/pages/${other.id}`)).status, "draft")
      assert.deepStrictEqual(yield* eventsOf("page", id), ["page.published"])

      const off = soon(2)
      yield* done("POST", `/pages/${id}/unpublish`, { unpublish_at: off })
      const hidden = yield* until(`/pages/${id}`, ({ status }) => status === "unpublished")
      assert.deepInclude(hidden, { published: null, published_path: null, unpublish_at: null })
      assert.deepStrictEqual(yield* eventsOf("page", id), ["page.published", "page.unpublished"])
    }))

  it.effect("refuses times that make no sense, and says the time", () =>
    Effect.gen(function*() {
      const { id } = yield* page()
      const [field, error] = fault(yield* call("POST", `/pages/${id}/publish`, { publish_at: "2020-01-01T00:00:00Z" }))
      assert.strictEqual(field, "publish_at")
      assert.match(error, /^it is in the past: it is \d{4}-.+Z now\. Leave it out for at once$/)
      assert.strictEqual(fault(yield* call("POST", `/pages/${id}/publish`, { publish_at: "2130-01-01T00:00:00Z" }))[0], "publish_at")
      assert.strictEqual(fault(yield* call("POST", `/pages/${id}/publish`, { revision: 7 }))[0], "revision")
      assert.strictEqual((yield* call("POST", `/pages/${id}/unpublish`, { unpublish_at: soon(HOUR) })).status, 409)
      yield* done("POST", `/pages/${id}/publish`, { publish_at: soon(2 * HOUR) })
      assert.strictEqual(fault(yield* call("POST", `/pages/${id}/unpublish`, { unpublish_at: soon(HOUR) }))[0], "unpublish_at")
      yield* done("POST", `/pages/${id}/unpublish`, { unpublish_at: soon(3 * HOUR) })
      assert.strictEqual(fault(yield* call("POST", `/pages/${id}/publish`, { publish_at: soon(4 * HOUR) }))[0], "publish_at")
      const off = yield* done("POST", `/pages/${id}/unpublish`, {})
      assert.deepInclude(off, { publish_at: null, unpublish_at: null, status: "draft" })
      assert.deepStrictEqual(yield* eventsOf("page", id), [])
    }))

  it.effect("happens once for each revision, and keeps what is scheduled beside it", () =>
    Effect.gen(function*() {
      const { id } = yield* page()
      const first = yield* done("POST", `/pages/${id}/publish`, {})
      assert.strictEqual((yield* done("POST", `/pages/${id}/publish`, {})).version, first.version)
      yield* done("PATCH", `/pages/${id}`, { blocks: [text("A redesign")] })
      yield* done("POST", `/pages/${id}/publish`, { publish_at: soon(HOUR) })
      yield* done("PATCH", `/pages/${id}`, { blocks: [text("A correction")] })
      const corrected = yield* done("POST", `/pages/${id}/publish`, {})
      assert.deepInclude(corrected, { published_revision: 3, publish_revision: 2, first_published_at: first.first_published_at })
      assert.deepStrictEqual(yield* eventsOf("page", id), ["page.published", "page.published"])
      const back = yield* done("POST", `/pages/${id}/publish`, { revision: 1 })
      assert.deepInclude(back, { published_revision: 1, revision: 3 })
    }))

  it.effect("leaves redirects where a page and what is below it were, and word of what is gone", () =>
    Effect.gen(function*() {
      const top = yield* page()
      const low = yield* make("/pages", { title: "Low", slug: "low", parent_id: top.id })
      for (const { id } of [top, low]) yield* done("POST", `/pages/${id}/publish`, {})
      const slug = `moved-${turn++}`
      assert.strictEqual((yield* done("PATCH", `/pages/${top.id}`, { slug })).published_path, top.path)
      assert.deepStrictEqual(yield* redirectsTo(top.path), [])
      yield* done("POST", `/pages/${top.id}/publish`, {})
      assert.strictEqual((yield* done("GET", `/pages/${low.id}`)).published_path, `/${slug}/low`)
      assert.deepStrictEqual(yield* redirectsTo(top.path), [{ made_by: "service", status: 301, to: `/${slug}` }])
      assert.deepStrictEqual(yield* redirectsTo(`${top.path}/low`), [{ made_by: "service", status: 301, to: `/${slug}/low` }])

      assert.strictEqual(fault(yield* call("DELETE", `/pages/${low.id}?redirect_to=${encodeURIComponent(`/${slug}/low`)}`))[0], "redirect_to")
      assert.strictEqual((yield* call("DELETE", `/pages/${low.id}?redirect_to=${encodeURIComponent("//evil.example")}`)).status, 422)
      yield* done("DELETE", `/pages/${low.id}?redirect_to=${encodeURIComponent(`/${slug}`)}`)
      assert.deepStrictEqual(yield* redirectsTo(`/${slug}/low`), [{ made_by: "service", status: 301, to: `/${slug}` }])
      assert.deepStrictEqual(yield* redirectsTo(`${top.path}/low`), [{ made_by: "service", status: 301, to: `/${slug}` }])
      yield* done("DELETE", `/pages/${top.id}`)
      assert.deepStrictEqual(yield* redirectsTo(`/${slug}`), [{ made_by: "service", status: 410, to: null }])
      const anew = yield* make("/pages", { title: "Anew", slug })
      yield* done("POST", `/pages/${anew.id}/publish`, {})
      assert.deepStrictEqual(yield* redirectsTo(`/${slug}`), [])
    }))

  it.effect("waits for what pictures show, and keeps their files", () =>
    Effect.gen(function*() {
      const picture = yield* uploaded({ content: whitePng(40 + turn, 30), name: "vase.png" })
      const { id } = yield* page({ blocks: [text("A vase"), { type: "image", media_id: picture.id }] })
      const refused = yield* call("POST", `/pages/${id}/publish`, {})
      assert.deepStrictEqual(fault(refused), [
        "blocks[1].media_id", "vase.png needs an alternative text: write it here or with the file, or mark the file as decorative"
      ])
      assert.strictEqual(fault(yield* call("POST", `/pages/${id}/publish`, { publish_at: soon(HOUR) }))[0], "blocks[1].media_id")
      assert.strictEqual((yield* call("DELETE", `/media/${picture.id}`)).status, 409)
      yield* done("PATCH", `/media/${picture.id}`, { alt: "A white vase" })
      yield* done("POST", `/pages/${id}/publish`, {})
      yield* done("PATCH", `/pages/${id}`, { blocks: [] })
      assert.strictEqual((yield* call("DELETE", `/media/${picture.id}`)).status, 409)
      yield* done("POST", `/pages/${id}/publish`, {})
      assert.strictEqual((yield* call("DELETE", `/media/${picture.id}`)).status, 200)
      assert.strictEqual(fault(yield* call("PATCH", `/pages/${id}`, { blocks: [{ type: "image", media_id: picture.id }] }))[0], "media_id")
    }))

  it.effect("tells what was in the way of what was scheduled", () =>
    Effect.gen(function*() {
      const slug = `contested-${turn++}`
      const first = yield* make("/posts", { title: "First", slug, body: "1" })
      yield* done("POST", `/posts/${first.id}/publish`, {})
      yield* done("PATCH", `/posts/${first.id}`, { slug: `${slug}-other` })
      const second = yield* make("/posts", { title: "Second", slug, body: "2" })
      yield* done("POST", `/posts/${second.id}/publish`, { publish_at: soon(1) })
      const told = yield* until(`/posts/${second.id}`, ({ publish_at }) => publish_at === null)
      assert.deepInclude(told, { status: "draft", problem: `Visitors see another post at /blog/${slug}: publish or unpublish that first.` })
      yield* done("POST", `/posts/${first.id}/publish`, {})
      assert.deepInclude(yield* done("POST", `/posts/${second.id}/publish`, {}), { status: "published", problem: null })
    }))

  it.effect("shows no revision that was made after a person agreed", () =>
    Effect.gen(function*() {
      const { id } = yield* page()
      const asked = yield* call("POST", `/pages/${id}/publish`, {}, "cautious")
      assert.strictEqual(asked.status, 428, asked.text)
      const { json: { confirmation } } = yield* approve(asked.json.consent.id)
      yield* done("PATCH", `/pages/${id}`, { blocks: [text("Unseen words")] })
      const unseen = yield* call("POST", `/pages/${id}/publish`, {}, "cautious", { "x-service-confirmation": confirmation })
      assert.strictEqual(unseen.status, 409, unseen.text)
      assert.match(unseen.json.message, /^Revision 2 was made after a person agreed/)
      assert.strictEqual((yield* done("GET", `/pages/${id}`)).status, "draft")
    }))

  it.effect("is tried out by a signed address that shows one draft", () =>
    Effect.gen(function*() {
      yield* done("PATCH", "/settings", { published: true })
      const { id } = yield* page({ blocks: [text("Words of a draft")] })
      const { expires_at, revision, url } = yield* done("GET", `/pages/${id}/preview`)
      assert.strictEqual(revision, null)
      const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000
      assert.isTrue(hours > 23.9 && hours <= 25, expires_at)
      const path = new URL(url).pathname.replace(/^\/s\/acme/u, "")
      const shown = yield* visited(path)
      assert.strictEqual(shown.status, 200)
      assert.include(shown.bytes.toString(), "Words of a draft")
      assert.strictEqual((yield* visited(path.replace(`-page-${id}-`, `-page-${id - 1}-`))).status, 404)
      assert.strictEqual((yield* call("GET", `/pages/${id}/preview?revision=9`)).status, 404)
    }))
})
