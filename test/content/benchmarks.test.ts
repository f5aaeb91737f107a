import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadContent } from "#layers/content/content-store"
import { SHIPPED } from "#layers/content/read-content"

/** What is said of the shipped content after one of its files was changed. */
const saidOf = (file: string, change: (content: any) => void) => Effect.gen(function*() {
  const own = mkdtempSync(join(tmpdir(), "pack-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(own, { recursive: true })))
  cpSync(join(SHIPPED, file), join(own, file))
  const content = JSON.parse(readFileSync(join(SHIPPED, file), "utf8"))
  change(content)
  writeFileSync(join(own, file), JSON.stringify(content))
  return (yield* Effect.flip(loadContent(own))).message
}).pipe(Effect.scoped)

const benchmarks = "benchmarks.json"
const metrics = "metrics.json"
const intelligence = "industry-intelligence.json"

const broken: ReadonlyArray<readonly [what: string, file: string, change: (content: any) => void, said: string]> = [
  ["figures in the wrong order", benchmarks, ({ industries: [one] }) => void (one.metrics[0].top_10 = 1), "industries[0].metrics[0]: average, top_25 and top_10 do not get better"],
  ["a figure out of bounds", benchmarks, ({ industries: [one] }) => void (one.metrics[0].top_10 = 101), "a figure lies outside 0 to 100"],
  ["a metric that nobody knows", benchmarks, ({ industries: [one] }) => void (one.metrics[9].metric = "happiness"), "metrics.json has no metric \"happiness\""],
  ["a metric twice", benchmarks, ({ industries: [one] }) => void (one.metrics[9] = one.metrics[8]), "already stands at industries[0].metrics[8]"],
  ["an industry missing", benchmarks, (content) => void content.industries.pop(), "the industry \"fintech\" is missing"],
  ["a metric missing that the service measures", benchmarks, ({ industries: [one] }) => void one.metrics.shift(), "\"win_rate\" is missing"],
  ["a measurement that the service did not make", benchmarks, (content) => void (content.provenance.source = "aggregate"), "only the service itself measures"],
  ["a direction other than the measured one", metrics, (content) => void (content[2].better = "higher"), "sales_cycle_days: better is not \"lower\""],
  ["bounds upside down", metrics, (content) => void (content[0].bounds = { lowest: 100, highest: 0 }), "lowest is not lower than highest"],
  ["a figure in a text", intelligence, ({ industries: [one] }) => void (one.tips[0].because = "It saves 20 percent of the evenings."), "industries[0].tips[0].because: expected no figures here"],
  ["a tip for a metric that the industry does not have", intelligence, ({ industries: [one] }) => void (one.tips[0].metric = "recall_rate"), "industries[0].tips[0].metric: benchmarks.json has no metric \"recall_rate\" there"],
  ["a category without a pattern", intelligence, ({ industries: [one] }) => void one.patterns.pop(), "there is no pattern of the category \"growth\""]
]

describe("a pack whose benchmarks do not agree", () => {
  for (const [what, file, change, said] of broken) {
    it.effect(`is refused for ${what}`, () => Effect.map(saidOf(file, change), (message) => assert.include(message, said)))
  }
})
