import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"
import { companyIds, json, send, TestServer } from "../../support/test-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { metadataOf, noise, photo, photoOfPlace, settled, upload, uploaded, visited, whitePng } from "./files.ts"

const made = (image: Sharp) => Effect.promise(async () => new Uint8Array(await image.toBuffer()))

layer(TestServer, { excludeTestServices: true })("media", (it) => {
  it.effect("a photo is turned upright, tells no place, and is made in sizes that can be asked for in parts", () =>
    Effect.gen(function*() {
      const content = new Uint8Array(yield* Effect.promise(() => photoOfPlace(1_600, 1_200)))
      const sent = yield* metadataOf(content)
      assert.deepStrictEqual([sent.width, sent.orientation, sent.exif!.includes("Camera of Ada")], [1_600, 6, true])
      const file = yield* uploaded({ content, name: "Ferien „Ä“.JPEG", type: "image/jpeg", fields: { alt: "A lake", tags: ["holiday", "lake"], focal_x: "30" } })
      assert.deepInclude(file, {
        name: "Ferien „Ä“.JPEG", kind: "image", type: "image/jpeg", status: "ready", problem: null, alt: "A lake", decorative: false,
        width: 1_200, height: 1_600, focal_x: 30, focal_y: 50, tags: ["holiday", "lake"], uses: []
      })
      assert.deepStrictEqual(file.sizes.map(({ format, height, width }: any) => `${width}x${height} ${format}`), [
        "320x427 avif", "320x427 webp", "640x853 avif", "640x853 webp", "960x1280 avif", "960x1280 webp", "1200x1600 avif", "1200x1600 webp"
      ])
      assert.strictEqual(file.path, `/media/${file.hash}/ferien-a.jpg`)

      const whole = yield* visited(file.path)
      assert.deepStrictEqual([whole.status, whole.bytes.length, whole.headers.get("content-type")], [200, file.bytes, "image/jpeg"])
      assert.deepInclude(yield* metadataOf(whole.bytes), { width: 1_200, height: 1_600, space: "srgb" })
      const { exif, icc, iptc, orientation, xmp } = yield* metadataOf(whole.bytes)
      assert.deepStrictEqual([exif, icc, iptc, orientation, xmp], [undefined, undefined, undefined, undefined, undefined])
      assert.strictEqual(whole.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(whole.headers.get("x-content-type-options"), "nosniff")
      assert.isNull(whole.headers.get("set-cookie"))
      assert.match(whole.headers.get("content-disposition")!, /^inline; filename="Ferien/u)
      for (const { bytes, format, height, width } of file.sizes) {
        const size = yield* visited(`/media/${file.hash}/${width}.${format}`)
        assert.deepStrictEqual([size.status, size.headers.get("content-type"), size.bytes.length], [200, `image/${format}`, bytes])
        assert.deepInclude(yield* metadataOf(size.bytes), { width, height })
        assert.isUndefined((yield* metadataOf(size.bytes)).exif)
      }

      const etag = whole.headers.get("etag")!
      const held = yield* visited(file.path, { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([held.status, held.bytes.length], [304, 0])
      const part = yield* visited(file.path, { headers: { range: "bytes=100-199" } })
      assert.deepStrictEqual([part.status, part.headers.get("content-range")], [206, `bytes 100-199/${file.bytes}`])
      assert.deepStrictEqual(part.bytes, whole.bytes.subarray(100, 200))
      const end = yield* visited(file.path, { headers: { range: "bytes=-10", "if-range": etag } })
      assert.deepStrictEqual(end.bytes, whole.bytes.subarray(-10))
      const behind = yield* visited(file.path, { headers: { range: `bytes=${file.bytes}-` } })
      assert.deepStrictEqual([behind.status, behind.headers.get("content-range")], [416, `bytes */${file.bytes}`])
      const head = yield* visited(file.path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.headers.get("content-length"), head.bytes.length], [200, String(file.bytes), 0])
      for (const path of [`/media/${file.hash}/321.webp`, `/media/${"0".repeat(64)}/a.jpg`, "/media/x/a.jpg", `/media/${file.hash}/640.gif/x`]) {
        assert.strictEqual((yield* visited(path)).status, 404, path)
      }
      assert.strictEqual((yield* visited(file.path, {}, "bolt")).status, 404)
    }))

  it.effect("formats, colours and movement come out as browsers show them", () =>
    Effect.gen(function*() {
      const cmyk = yield* uploaded({ content: yield* made(photo(400, 300).toColourspace("cmyk").jpeg()), name: "print.jpg" })
      assert.deepInclude(yield* metadataOf((yield* visited(cmyk.path)).bytes), { space: "srgb", channels: 3 })
      const png = yield* uploaded({ content: yield* made(noise(200, 100, 4).png()), name: "640.png" })
      assert.deepStrictEqual([png.type, png.sizes.length, png.path.split("/").at(-1)], ["image/png", 2, "file-640.png"])
      assert.deepInclude(yield* metadataOf((yield* visited(`/media/${png.hash}/200.webp`)).bytes), { hasAlpha: true })
      const webp = yield* uploaded({ content: yield* made(photo(500, 500).webp()), name: "a.webp" })
      assert.deepInclude(webp, { type: "image/webp", status: "ready" })
      const avif = yield* uploaded({ content: yield* made(photo(500, 400).avif({ effort: 0 })), name: "a.avif" })
      assert.deepInclude(avif, { type: "image/avif", status: "ready", width: 500 })

      const frames = yield* Effect.promise(() => Promise.all([1, 2, 3].map((n) => photo(400, 200, n).png().toBuffer())))
      const moving = yield* Effect.promise(() => sharp(frames, { join: { animated: true } }).gif({ delay: [50, 50, 50], loop: 0 }).toBuffer())
      const gif = yield* uploaded({ content: new Uint8Array(moving), name: "moves.gif" })
      assert.deepInclude(gif, { type: "image/gif", width: 400, height: 200 })
      assert.deepStrictEqual(gif.sizes.map(({ format, height, width }: any) => `${width}x${height} ${format}`), ["320x160 webp", "400x200 webp"])
      for (const path of [gif.path, `/media/${gif.hash}/320.webp`]) assert.strictEqual((yield* metadataOf((yield* visited(path)).bytes)).pages, 3)
    }))

  it.effect("a drawing loses what runs, and is served apart from everything", () =>
    Effect.gen(function*() {
      const svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\" width=\"40\" height=\"20\" onload=\"alert(1)\">" +
        "<script>alert(2)</script><image href=\"https://evil.example/x.png\"/><a href=\"javascript:alert(3)\"><rect width=\"40\" height=\"20\" fill=\"red\"/></a>" +
        "<rect width=\"9\" height=\"9\" fill=\"blue\"/></svg>"
      const file = yield* uploaded({ content: svg, name: "logo.svg", type: "image/svg+xml" })
      assert.deepInclude(file, { type: "image/svg+xml", kind: "image", status: "ready", width: 40, height: 20, sizes: [] })
      const { bytes, headers } = yield* visited(file.path)
      const shown = bytes.toString()
      assert.include(shown, "fill=\"blue\"")
      assert.notMatch(shown, /script|alert|evil|onload/iu)
      assert.match(headers.get("content-security-policy")!, /default-src 'none'.*sandbox/u)
      assert.strictEqual(headers.get("content-type")!.split(";")[0], "image/svg+xml")
    }))

  it.effect("is what its content says, or is refused, and leaves nothing", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const png = yield* made(photo(64, 64).png())
      const jpeg = yield* made(photo(640, 480).jpeg())
      const bomb = whitePng(30_000, 30_000)
      const zip = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, ...Buffer.alloc(40)])
      const html = "<html><script>alert(1)</script></html>"
      const cases: ReadonlyArray<readonly [string, Uint8Array<ArrayBuffer> | string, string, RegExp]> = [
        ["a PNG that is said to be a JPEG", png, "image/jpeg", /sent as image\/jpeg, and its content is image\/png/u],
        ["HTML that is said to be a PNG", html, "image/png", /no known type/u],
        ["HTML", html, "application/octet-stream", /no known type/u],
        ["nothing", new Uint8Array(0), "image/png", /empty/u],
        ["900 million pixels", bomb, "image/png", /30000 x 30000/u],
        ["an archive", zip, "application/octet-stream", /application\/zip/u],
        ["a beginning", jpeg.slice(0, 30), "image/jpeg", /header cannot be read/u],
        ["PNG in name only", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]), "image/png", /content is of no known type|header cannot be read/u],
        ["gzip", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]), "application/octet-stream", /application\/gzip/u]
      ]
      for (const [what, content, type, problem] of cases) {
        const sent = yield* upload({ key: "bolt", content, type })
        assert.deepStrictEqual([sent.status, sent.json.details?.[0]?.field], [422, "file"], `${what}: ${sent.text}`)
        assert.match(sent.json.message, problem, what)
      }
      assert.strictEqual((yield* upload({ key: "bolt", content: html, type: "text/html" })).status, 415)
      assert.strictEqual((yield* upload({ key: "bolt", content: png, fields: { focal_x: "101" } })).status, 422)
      assert.strictEqual((yield* upload({ key: "bolt", content: png, fields: { name: "../x.png" } })).status, 422)
      assert.deepStrictEqual(yield* sql`select 1 from media where company_id = ${companyIds.bolt}`, [])
      assert.deepStrictEqual(yield* sql`select 1 from uploads where company_id = ${companyIds.bolt}`, [])
      for (const [key, status] of [["scopeless", 403], ["acmeShop", 403]] as const) assert.strictEqual((yield* upload({ key, content: png })).status, status)

      const cut = yield* uploaded({ key: "bolt", content: jpeg.slice(0, jpeg.length / 2), type: "image/jpeg", name: "cut.jpg" })
      assert.strictEqual(cut.status, "failed")
      assert.match(cut.problem, /^The image is broken: /u)
      assert.strictEqual((yield* visited(cut.path, {}, "bolt")).status, 404)
      yield* eventually(sql`select 1 from media_objects where company_id = ${companyIds.bolt}`, ({ length }) => length === 0)

      const polyglot = yield* uploaded({ key: "bolt", content: new Uint8Array(Buffer.concat([png, Buffer.from(html)])), name: "two.png" })
      assert.notInclude((yield* visited(polyglot.path, {}, "bolt")).bytes.toString("latin1"), "script")
    }))

  it.effect("the same content is kept once, and its record can be changed and found", () =>
    Effect.gen(function*() {
      const content = yield* made(photo(300, 300, 7).png())
      const headers = { "idempotency-key": "media-1" }
      const first = yield* upload({ content, name: "one.png", headers })
      const replayed = yield* upload({ content, name: "one.png", headers })
      assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
      const file = yield* settled(first.json.id)
      const again = yield* upload({ content, name: "two.png" })
      assert.deepStrictEqual([again.status, again.json], [201, file])
      const both = yield* Effect.all([uploaded({ content: yield* made(photo(90, 90, 8).png()) }), uploaded({ content: yield* made(photo(90, 90, 8).png()) })], { concurrency: 2 })
      assert.strictEqual(both[0].id, both[1].id)

      const path = `/cms/media/${file.id}`
      const changed = yield* send(path, { key: "acme", method: "PATCH", ...json({ name: "Red mug", alt: "A red mug", tags: ["mugs"], focal_y: 10 }) })
      assert.deepInclude(changed.json, { name: "Red mug.png", alt: "A red mug", tags: ["mugs"], focal_y: 10, path: `/media/${file.hash}/red-mug.png`, version: file.version + 1 })
      for (const address of [file.path, changed.json.path]) assert.strictEqual((yield* visited(address)).status, 200)
      assert.strictEqual((yield* send(path, { key: "acme", method: "PATCH", ...json({ alt: "x" }), headers: { "if-match": `"${file.version}"` } })).status, 412)
      const found = Effect.fnUntraced(function*(query: string) {
        const { json } = yield* send(`/cms/media?${query}`, { key: "acme" })
        return json.items.map(({ id }: any) => id)
      })
      assert.deepStrictEqual([yield* found("search=RED+mug"), yield* found("tag=mugs")], [[file.id], [file.id]])
      assert.notInclude(yield* found("undescribed=true"), file.id)
      assert.include(yield* found("undescribed=true&kind=image"), both[0].id)
      assert.include(yield* found("used=false&sort=-bytes"), file.id)
      assert.deepStrictEqual(yield* found("kind=video"), [])
      assert.strictEqual((yield* send(path, { key: "bolt" })).status, 404)
      assert.strictEqual((yield* send(path, { key: "cautious", method: "DELETE" })).status, 428)
      assert.strictEqual((yield* send(path, { key: "acme", method: "DELETE" })).status, 200)
      assert.strictEqual((yield* visited(changed.json.path)).status, 404)
      const sql = yield* OwnerSql
      yield* eventually(sql`select 1 from media_objects where prefix like ${`%${file.hash}%`}`, ({ length }) => length === 0)
    }))

  it.effect("documents, sounds and films are stored as they are, but for places", () =>
    Effect.gen(function*() {
      const pdf = yield* uploaded({ content: `%PDF-1.7\n${"1 0 obj\n".repeat(1_000)}`, name: "menu.pdf" })
      assert.deepInclude(pdf, { kind: "document", status: "ready", width: null, sizes: [] })
      const { bytes, headers } = yield* visited(pdf.path)
      assert.deepStrictEqual([bytes.length, headers.get("content-type"), headers.get("accept-ranges")], [pdf.bytes, "application/pdf", "bytes"])
      const box = (type: string, inner: Buffer) => Buffer.concat([Buffer.from([0, 0, (inner.length + 8) >> 8, (inner.length + 8) & 255]), Buffer.from(type, "latin1"), inner])
      const film = Buffer.concat([
        box("ftyp", Buffer.from("isom\u0000\u0000\u0002\u0000isomiso2mp41")),
        box("moov", box("udta", box("\u00a9xyz", Buffer.from("\u0000\u0012+59.9139+10.7522/")))), box("mdat", Buffer.alloc(200, 7))
      ])
      const video = yield* uploaded({ content: new Uint8Array(film), name: "film.mp4" })
      assert.deepInclude(video, { kind: "video", type: "video/mp4", status: "ready", bytes: film.length })
      const shown = (yield* visited(video.path)).bytes
      assert.isFalse(shown.includes("+59.9139"))
      assert.deepStrictEqual(shown.subarray(-200), Buffer.alloc(200, 7))
    }))
})
