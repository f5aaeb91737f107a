import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SHIPPED } from "#layers/content/read-content"

export const DENTAL = "templates/dental_care.json"
const shipped = (file: string) => readFileSync(join(SHIPPED, file), "utf8")

export const put = (folder: string, file: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
}

/** The shipped file with something done to it. */
const changed = (file: string, change: (content: any) => void) => {
  const content = JSON.parse(shipped(file))
  change(content)
  return JSON.stringify(content, null, 2)
}

export const plans = (change: (content: any) => void) => changed("plans.json", change)
export const dental = (change: (content: any) => void) => changed(DENTAL, change)

/** A way to break content: a file, what is in it, and the line that says so. */
type Way = readonly [how: string, file: string, content: string | Uint8Array, says: string | RegExp]

export const ways: ReadonlyArray<Way> = [
  ["a comma is missing", "plans.json", plans(() => {}).replace(",", ""),
    "plans.json: it is not JSON: at line 4, column 5, before \"\\\"name\\\": \\\"S\", a comma is missing"],
  ["the file is cut off", "plans.json", plans(() => {}).trimEnd().slice(0, -1).trimEnd(),
    /^plans\.json: it is not JSON: the file ends at line \d+, column 4, where a \] is missing$/u],
  ["the file is empty", "plans.json", "", "plans.json: it is not JSON: the file ends at line 1, column 1, where a value is missing"],
  ["the file is not UTF-8", "plans.json", Buffer.from("[\"Café\"]", "latin1"), "plans.json: it is not UTF-8: save it in that encoding"],
  ["a number stands for a text", "plans.json", plans((all) => all[0].name = 5), "plans.json at [0].name: expected string, got 5"],
  ["a text stands for a number", "plans.json", plans((all) => all[0].price.monthly = "29"),
    "plans.json at [0].price.monthly: expected number, got \"29\""],
  ["a field is missing", "plans.json", plans((all) => delete all[1].fits), "plans.json at [1].fits: it is missing"],
  ["a list is empty", "plans.json", "[]", "plans.json at [0]: it is missing: the list needs one more entry"],
  ["a field is misspelt", "plans.json", plans((all) => all[0].prise = 1),
    "plans.json at [0].prise: nothing is called so here; did you mean price?"],
  ["a plan is not one that there is", "plans.json", plans((all) => all[0].id = "gold"),
    "plans.json at [0].id: expected \"starter\" | \"builder\" | \"professional\" | \"enterprise\", got \"gold\""],
  ["a price is negative", "plans.json", plans((all) => all[0].price.monthly = -29),
    "plans.json at [0].price.monthly: expected a value greater than or equal to 0, got -29"],
  ["a day does not exist", "plans.json", plans((all) => all[0].provenance.as_of = "2026-02-30"),
    "plans.json at [0].provenance.as_of: expected a day that exists, as YYYY-MM-DD, got \"2026-02-30\""],
  ["an id stands twice", "plans.json", plans((all) => all[1].id = all[0].id),
    "plans.json at [1].id: the plan \"starter\" already stands at [0].id"],
  ["an id stands in two files", DENTAL, dental(({ industries }) => industries[0].id = "restaurant"),
    /^templates\/\S+\.json at industries\[\d+\]\.id: the industry "restaurant" already stands at templates\/\S+\.json industries\[\d+\]\.id$/u],
  ["a reference leads nowhere", DENTAL, dental(({ industries }) => industries[0].without = ["nothing"]),
    `${DENTAL} at industries[0].without: the sector has no section "nothing"`],
  ["a blank is none", DENTAL, dental(({ sections }) => sections[0].questions[0].answer += " {{Your Name}}"),
    `${DENTAL} at sections[0].questions[0].answer: expected each blank as {{lower_case}}, found "{{Your Name}}"`],
  ["figures are out of order", "benchmarks.json", changed("benchmarks.json", ({ industries }) => industries[0].metrics[0].top_25 = 1),
    /^benchmarks\.json at industries\[0\]\.metrics\[0\]: average, top_25 and top_10 do not get better/u],
  ["a file is misnamed", "plan.json", plans(() => {}), "plan.json: nothing of a content pack is called so; did you mean plans.json?"],
  ["a template is no JSON file", "templates/dental.txt", "", "templates/dental.txt: nothing of a content pack is called so; did you mean templates/dental.json?"],
  ["a sector is not called as its file", "templates/dentists.json", shipped(DENTAL),
    "templates/dentists.json at sector: it must be \"dentists\", as the file is called"],
  ["a file is a folder", "plans.json/notes.txt", "", "plans.json/: nothing of a content pack is called so; did you mean plans.json?"]
]

/** A folder of the test's own. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "content-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** One of the lines is this one. */
export const says = (text: string, line: string | RegExp) => {
  const lines = text.split("\n")
  assert.isTrue(lines.some((one) => typeof line === "string" ? one === line : line.test(one)), `${line} is not said, but\n${text}`)
}
