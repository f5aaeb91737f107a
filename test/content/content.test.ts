import { execFileSync } from "node:child_process"
import { symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as fc from "fast-check"
import { ServiceConfig } from "#layers/kernel/config"
import { ContentVersion } from "#layers/content/content-version"
import { jsonFault } from "#layers/content/json-fault"
import { loadContent, ContentStore } from "#layers/content/content-store"
import { run } from "../process/service.ts"
import { DENTAL, dental, folder, plans, put, says, ways } from "./content-ways.ts"

/** What a start has to do with the content, and nothing else. */
const starting = (contentDir: string) =>
  Layer.build(ContentStore.layer).pipe(
    Effect.provide(ContentVersion.layer),
    Effect.provide(ServiceConfig.layerOf({ contentDir: Option.some(contentDir) })),
    Effect.scoped
  )

describe("a content pack", () => {
  it.effect("as it is shipped is usable, and so are files in place of its own", () =>
    Effect.gen(function*() {
      const own = yield* folder
      put(own, "plans.json", plans((all) => all[0].price.monthly = 31))
      put(own, ".hidden", "not looked at")
      const { content, files: { files } } = yield* loadContent(own)
      assert.strictEqual(content.plans[0].price?.monthly, 31)
      assert.strictEqual(files.find(({ name }) => name === "plans.json")?.at, join(own, "plans.json"))
      assert.strictEqual(content.templates.length, (yield* loadContent(undefined)).content.templates.length)
    }))

  for (const [how, file, content, line] of ways) {
    it.effect(`says so, and keeps the service from starting, when ${how}`, () =>
      Effect.gen(function*() {
        const own = yield* folder
        put(own, file, content)
        const { message } = yield* Effect.flip(starting(own))
        assert.isTrue(message.startsWith(`The content pack with the files of ${own} is not usable:\n`), message)
        says(message, line)
      }))
  }

  it.effect("waits for no pipe, reads nothing without end, and does not walk what cannot be a pack", () =>
    Effect.gen(function*() {
      const [pipe, endless, huge, circle] = [yield* folder, yield* folder, yield* folder, yield* folder]
      execFileSync("mkfifo", [join(pipe, "faq.json")])
      symlinkSync("/dev/zero", join(endless, "faq.json"))
      put(huge, "faq.json", "")
      truncateSync(join(huge, "faq.json"), 9 * 2 ** 30)
      symlinkSync("faq.json", join(circle, "faq.json"))
      for (const [own, why] of [
        [pipe, "it cannot be read: it is neither a file nor a link to one"],
        [endless, "it cannot be read: it is neither a file nor a link to one"],
        [huge, "it is larger than 4 MiB"],
        [circle, "it cannot be read: its links lead in a circle"]
      ] as const) says((yield* Effect.flip(starting(own))).message, `faq.json: ${why}`)

      const deep = yield* folder
      put(deep, "faq.json", "[".repeat(100_000))
      says((yield* Effect.flip(starting(deep))).message, "faq.json: it is not JSON: it nests too deep to be read")

      const full = yield* folder
      for (let n = 0; n <= 1_000; n++) writeFileSync(join(full, String(n)), "")
      says((yield* Effect.flip(starting(full))).message, `${full}: it cannot be read: it has more than 1,000 entries, which no content pack has`)
    }))

  it.effect("says so when its folder is not there, or is none", () =>
    Effect.gen(function*() {
      const own = yield* folder
      put(own, "file", "")
      for (const [path, why] of [[join(own, "nowhere"), "it is not there"], [join(own, "file"), "it is not a folder"]] as const) {
        says((yield* Effect.flip(starting(path))).message, `${path}: it cannot be read: ${why}`)
      }
    }))

  it.effect("tells all that is wrong at once, up to fifty lines", () =>
    Effect.gen(function*() {
      const own = yield* folder
      put(own, "plans.json", plans((all) => all.forEach((plan: any) => Object.assign(plan, { name: 5, fits: 5 }))))
      put(own, DENTAL, dental(({ sections }) => sections.forEach((section: any) => section.questions.forEach((one: any) => one.question = "?"))))
      put(own, "notes.md", "")
      const lines = (yield* Effect.flip(loadContent(own))).message.split("\n")
      for (const file of ["plans.json", DENTAL, "notes.md"]) assert.isTrue(lines.some((line) => line.startsWith(file)), file)
      put(own, DENTAL, dental((sector) => sector.sections = Array.from({ length: 100 }, () => ({ id: "a", title: "A section", questions: 5 }))))
      const many = (yield* Effect.flip(loadContent(own))).message.split("\n")
      assert.lengthOf(many, 52)
      assert.match(many.at(-1)!, /^and \d+ more$/u)
    }))

  it("is told where its text stops being JSON, exactly when it does", () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const pieces = fc.constantFrom("{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "-0.5e+3", "01", "1.", "true", "nul", "null", " ", "\n", "\\", "\"\\u12\"", "\u0001")
    const broken = fc.tuple(fc.jsonValue(), fc.nat(), pieces).map(([value, at, piece]) => {
      const text = JSON.stringify(value, null, 1)
      const place = at % (text.length + 1)
      return text.slice(0, place) + piece + text.slice(place + at % 3)
    })
    const any = fc.oneof(broken, fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")), fc.string(), fc.json())
    fc.assert(fc.property(any, (text) => assert.strictEqual(jsonFault(text) === undefined, isJson(text))), { numRuns: 5_000 })
  })
})

describe("service content check", () => {
  it.live("counts what is in each file", () =>
    Effect.gen(function*() {
      const own = yield* folder
      put(own, "plans.json", plans(() => {}))
      const { code, err, out } = yield* run(["content", "check", own])
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /^plans\.json +own +4 entries$/mu)
      assert.match(out, /^templates\/dental_care\.json +shipped +\d+ industries$/mu)
      assert.match(out, /^The content pack is usable: \d+ files, templates for 258 industries\.\n$/mu)
      const byVariable = yield* run(["content", "check"], { CONTENT_DIR: own })
      assert.deepStrictEqual([byVariable.code, byVariable.out], [0, out])
    }))

  it.live("says each problem on a line", () =>
    Effect.forEach(ways, ([how, file, content, line]) =>
      Effect.scoped(Effect.gen(function*() {
        const own = yield* folder
        put(own, file, content)
        const { code, err, out } = yield* run(["content", "check", own])
        assert.deepStrictEqual([code, out], [1, ""], how)
        says(err, line)
      })), { concurrency: 2 }))

  it.live("says that there is no such folder", () =>
    Effect.gen(function*() {
      const { code, err } = yield* run(["content", "check", "/nowhere"])
      assert.deepStrictEqual([code, err], [1, "The content pack with the files of /nowhere is not usable:\n/nowhere: it cannot be read: it is not there\n"])
    }))
})
