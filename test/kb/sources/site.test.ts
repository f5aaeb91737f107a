import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { OtherSites } from "#layers/website/other-sites"
import { Caller } from "#schemas/kernel/tenancy"
import { add_kb_source } from "#workflows/kb/sources"
import { OwnerSql } from "../../support/database.ts"
import { begin, companyUrl, programsOn } from "../../support/engine.ts"
import { killedAfter } from "../../support/engine-worker.ts"
import { eventually } from "../../support/eventually.ts"
import { TestServerWith } from "../../support/test-server.ts"
import { somebody } from "../../support/workflows.ts"
import { html, links, page, siteServing } from "./local-site.ts"
import { added, adding, documentsOf, found, pdfOf, synced } from "./reading.ts"

const xml = "application/xml"

layer(TestServerWith({ webhookAllowHosts: ["127.0.0.1"] }), { excludeTestServices: true })("a site as a source", (it) => {
  it.effect("is read as its rules let, with the place of each passage, once at each of its addresses", () =>
    Effect.gen(function*() {
      const pdf = yield* Effect.promise(() => pdfOf([["Kiln", "The kiln reaches 1,280 degrees."]]))
      let about = "We throw pots in Bergen."
      const site = yield* siteServing((request, response, path) => {
        const [plain] = path.split("?")
        if (plain === "/robots.txt") return void response.end(`User-agent: *\nDisallow: /secret\nSitemap: /no-address\nSitemap: http://${request.headers.host}/map.xml\n`)
        if (plain === "/map.xml") return void response.writeHead(200, { "content-type": xml }).end(
          `<urlset><url><loc>http://${request.headers.host}/only-in-the-map</loc></url><url><loc>https://elsewhere.example/x</loc></url></urlset>`)
        if (plain === "/") return html(response, page("Pottery", "Welcome to the pottery.", links([
          "/about", "/about?utm_source=x", "/about#team", "/moved", "/secret/plan", "/print/about", "/hidden", "/kiln.pdf", "/logo.png", "/missing", "https://elsewhere.example/", "mailto:a@b.example"
        ])))
        if (plain === "/about") return html(response, page("About us", about, ""), 200, { etag: `"${about.length}"` })
        if (plain === "/print/about") return html(response, `<link rel="canonical" href="/about">${page("About us", about, "")}`)
        if (plain === "/moved") return void response.writeHead(301, { location: "/about" }).end()
        if (plain === "/hidden") return html(response, `<meta name="robots" content="noindex"><p>The safe is behind the clay.</p>${links(["/behind"])}`)
        if (plain === "/behind") return html(response, page("Behind", "The drying room.", ""))
        if (plain === "/only-in-the-map") return html(response, page("Map", "Find us at the harbour.", ""))
        if (plain === "/kiln.pdf") return void response.writeHead(200, { "content-type": "application/pdf" }).end(pdf)
        html(response, "Not here", 404)
      })
      const source = yield* added({ fields: { kind: "site", url: site.address, audience: "staff", tags: ["pots"] } })
      assert.deepInclude(source, { state: "completed", documents: 5, unreadable: 1, error: null, remark: null }, JSON.stringify([source, yield* documentsOf(source.id)]))
      assert.isUndefined([...site.asked.keys()].find((path) => path.startsWith("/secret") || path.startsWith("/logo")))
      assert.lengthOf(site.asked.get("/about")!, 1)
      const states = Object.fromEntries((yield* documentsOf(source.id)).map(({ reason, state, url }) => [url.slice(site.address.length), reason ?? state]))
      assert.deepStrictEqual(states, {
        "/": "read", "/about": "read", "/moved": `It leads to ${site.address}/about.`, "/print/about": `It is another address of ${site.address}/about.`,
        "/hidden": "It asks not to be found by searches.", "/kiln.pdf": "read", "/missing": "Its server answered 404.", "/only-in-the-map": "read", "/behind": "read"
      })
      assert.deepInclude((yield* found("pots in Bergen"))[0], { title: "About us", place: { url: `${site.address}/about` }, audience: "staff" })
      assert.deepInclude((yield* found("how hot is the kiln"))[0], { place: { url: `${site.address}/kiln.pdf`, page: 1 } })
      assert.lengthOf(yield* found("where is the safe", { tags: ["pots"] }), 0)
      assert.lengthOf(yield* found("Bergen", { audience: "customers" }), 0)
      assert.lengthOf(yield* found("imprint cookies"), 0)

      about = "We throw pots in Oslo now."
      assert.deepInclude(yield* synced(source.id), { changed: 1, added: 0, removed: 0, documents: 5 })
      assert.lengthOf(yield* found("Bergen"), 0)
    }))

  it.effect("is not read at private addresses, nor against its rules", () =>
    Effect.gen(function*() {
      for (const url of ["http://10.0.0.1/", "http://[::1]/", "http://user:secret@shop.example/", "ftp://shop.example/", "http://169.254.169.254/latest/meta-data/"]) {
        const refused = yield* adding({ fields: { kind: "site", url } })
        assert.strictEqual(refused.status, 422, `${url}: ${refused.text}`)
      }
      const site = yield* siteServing((_, response, path) => {
        if (path === "/robots.txt") return void response.end("User-agent: *\nDisallow: /\n")
        html(response, page("A", "b", ""))
      })
      const forbidden = yield* added({ fields: { kind: "site", url: site.address } })
      assert.deepInclude(forbidden, { state: "failed", error: "Its robots.txt does not let it be read.", documents: 0 })
      const leading = yield* siteServing((_, response, path) => {
        if (path === "/robots.txt") return html(response, "", 404)
        if (path === "/") return html(response, `<main><p>Something of its own.</p>${links(["/in", "/out"])}</main>`)
        response.writeHead(302, { location: path === "/in" ? "http://10.0.0.1/admin" : "http://localhost:9/" }).end()
      })
      const source = yield* added({ fields: { kind: "site", url: leading.address } })
      assert.deepInclude(source, { state: "completed", documents: 1 })
      assert.deepStrictEqual((yield* documentsOf(source.id, "&state=skipped")).map(({ reason }) => reason), [
        "It leads to http://10.0.0.1/admin, which does not belong to this source.", "It leads to http://localhost:9/, which does not belong to this source."
      ])
    }))
})

it.live("a hostile site ends within limits", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    let sent = 0
    const word = (path: string) => [...path].map((sign) => sign.charCodeAt(0)).join(" ")
    const site = yield* siteServing((_, response, path) => {
      if (path === "/robots.txt") return html(response, "", 404)
      const n = Number(/(\d+)/u.exec(path)?.[1] ?? 0)
      const trap = path.split("/")[1]!
      if (path === "/") return html(response, page("Start", "Begin here.", links(["/endless/1", "/calendar/?day=1", "/a/b/a/b/", "/huge", "/hops/1", "/slow", "/same?id=1", "/deep", "/bomb"])))
      if (trap === "endless") return html(response, page(`Endless ${n}`, `Words ${word(path)}.`, links([1, 2, 3].map((k) => `/endless/${10 * n + k}`))))
      if (trap.startsWith("same")) return html(response, page("The same", "Always these very words, whatever the number behind its address says. ".repeat(5), ""
        ) + links([`/same?id=${n + 1}`, `/same?id=${n + 2}`]))
      if (trap === "hops") return void response.writeHead(302, { location: `/hops/${n + 1}` }).end()
      if (trap === "slow") {
        response.writeHead(200, { "content-type": "text/html" })
        const drip = setInterval(() => response.write("<p>"), 200)
        return void response.on("close", () => clearInterval(drip))
      }
      if (trap === "huge") {
        response.writeHead(200, { "content-type": "text/html", "content-length": String(10 * 1_073_741_824) })
        const piece = Buffer.alloc(65_536, "a ")
        const more = () => {
          while (!response.destroyed && response.write(piece)) sent += piece.length
        }
        response.on("drain", more)
        return more()
      }
      if (trap === "deep") return html(response, "<div>".repeat(20_000))
      if (trap === "a") return html(response, page("Round", `At ${path}`, links([`${path}a/b/`, `${path}b/a/`])))
      html(response, page("Day", `The day ${word(path)}`, links([`/calendar/?day=${n + 1}`, `/calendar/?day=${n + 1}&view=${n}`])))
    })
    const work = killedAfter(url, join(import.meta.dirname, "reading-works.ts"), JSON.stringify({ pageMs: 2_000, bytes: 1_048_576 }))
    const here = Layer.fresh(OtherSites.layer).pipe(Layer.provide(ServiceConfig.layerOf({ webhookAllowHosts: ["127.0.0.1"] })))
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const began = performance.now()
      yield* begin(Effect.provide(add_kb_source({
        kind: "site", url: `${site.address}/`, collections: ["pages"], audience: "public", tags: [], max_pages: 40, max_depth: 20, schedule: "never", file: undefined
      }), here))
      yield* work(eventually(Effect.orDie(sql`select from kb_sources where finished_at is not null`), (rows) => rows.length > 0, 900_000))
      const [source] = yield* Effect.orDie(sql<Record<string, unknown>>`select documents, error, remark, (select count(*)::int from kb_documents) as rows from kb_sources`)
      const asked = [...site.asked.values()].flat().length
      console.log(`a hostile site: ${Math.round(performance.now() - began)} ms, ${asked} requests, ${JSON.stringify(source)}, ${Math.round(sent / 1_048_576)} MiB of 10 GiB taken`)
      assert.deepInclude(source, { documents: 40, error: null, remark: "It has more than 40 pages: max_pages says how many are read." })
      assert.isAtMost(asked, 2 * 40 + 60)
      assert.isAtMost(sent, 64 * 1_048_576)
      const reasons = (yield* Effect.orDie(sql<{ reason: string }>`select reason from kb_documents where reason is not null`)).map(({ reason }) => reason)
      /* What does not answer in time is asked for again when all else is read, of which there is no end here. */
      assert.lengthOf(site.asked.get("/slow")!, 1)
      for (const reason of ["It is larger than 1 MiB.", "It leads from one address to the next, more than 5 times."]) {
        assert.include(reasons, reason)
      }
      assert.isTrue(reasons.some((reason) => reason.startsWith("It says the same as")))
    }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped), 1_800_000)
