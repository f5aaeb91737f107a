import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../../support/guide.ts"
import { TestServer } from "../../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to publishing a site, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a picture and a form to a page that visitors see, and a post about it", () =>
      Effect.gen(function*() {
        const { answers, folder, lines } = yield* ranGuide("publish-a-site", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 21)
        const [settings, design, preview, published, shown, changed, compared, restored, posted, seo] = answers
        assert.deepInclude(settings, { tagline: "Pots and evenings", published: true })
        assert.property(design, "colors")
        assert.match(preview.url, /^https?:/u)
        assert.deepInclude(published, { status: "published", revision: 1, published_revision: 1 })
        const page = readFileSync(join(folder, "page.html"), "utf8")
        assert.match(page, /<h1[^>]*>Classes at the kiln<\/h1>/u)
        assert.include(page, "Green hills under a low sun")
        assert.include(page, "What would you like to know?")
        assert.strictEqual(shown.url, settings.url)
        assert.deepInclude(changed, { id: published.id, title: "Classes and evenings", revision: 2, published_revision: 1 })
        assert.include(compared.summary.join("\n"), "Classes and evenings")
        assert.deepInclude(restored, { id: published.id, title: "Classes", revision: 3, published_revision: 1 })
        assert.deepInclude(posted, { status: "published", tags: ["classes"] })
        assert.isAtLeast(seo.score, 0)
        assert.strictEqual(answers.length, 10)
      }))
  })
}
