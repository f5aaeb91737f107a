import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { parseAst } from "vitest/node"

const root = join(import.meta.dirname, "../..")

interface Found {
  readonly pattern: RegExp
  readonly file: string
}

type Tree = { readonly type?: string; readonly regex?: { readonly pattern: string; readonly flags: string }; readonly [key: string]: unknown }

const literalsIn = (tree: unknown): ReadonlyArray<RegExp> => {
  if (typeof tree !== "object" || tree === null) return []
  const { regex, type } = tree as Tree
  const own = type === "Literal" && regex !== undefined ? [new RegExp(regex.pattern, regex.flags.replace(/[gyd]/g, ""))] : []
  return [...own, ...Object.values(tree).flatMap(literalsIn)]
}

/** Every regular expression that the program holds, once. */
const all = (): ReadonlyArray<Found> => {
  const files = ["schemas", "layers", "workflows", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) => /\.[jt]s$/.test(name)).map((name) => join(folder, name)))
  const found = new Map<string, Found>()
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8")
    if (!text.includes("/")) continue
    const tree = parseAst(file.endsWith(".ts") ? stripTypeScriptTypes(text, { mode: "transform" }) : text)
    for (const pattern of literalsIn(tree)) found.set(String(pattern), { pattern, file })
  }
  return [...found.values()]
}

/** Those that are put together when the program runs. */
const built: ReadonlyArray<Found> = [
  ...["br", "gzip"].map((encoding) => ({
    file: "src/tools/encodings.ts", pattern: new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[\\s,;]|$)`, "iu")
  })),
  { file: "layers/referrals/code.ts", pattern: /^[34679CDFGHJKMNPQRTVWX]{8}$/u },
  { file: "src/mcp/catalogue.ts", pattern: /^templates:\/\/industries\/([^/?#]+)\/([^/?#]+)$/u },
  { file: "src/site/person.ts", pattern: /bot\b|bot[/_-]|crawl|spider|google-(?:extended|inspectiontool|read-aloud|safety)|safelinks/iu }
]

/** Characters that some part of a pattern may take, and some that none does. */
const alphabetOf = ({ source }: RegExp): ReadonlyArray<string> => {
  const literal = source.replaceAll(/\\[bBdDsSwW\d]|\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|(?<!\\)[\^$*+?()[\]{}|]/g, "").replaceAll("\\", "")
  return [...new Set(["a", "A", "0", " ", "\n", "\u0000", "\u00e9", ...literal])].slice(0, 24)
}

/** What is repeated: single characters, pairs of them, words of the pattern. */
const pumpsOf = (pattern: RegExp): ReadonlyArray<string> => {
  const alphabet = alphabetOf(pattern)
  const few = alphabet.slice(0, 14)
  const words = [...pattern.source.replaceAll("\\", "").matchAll(/[\w"'/:=<> -]{2,}/g)].map(([word]) => word).slice(0, 12)
  return [...alphabet, ...few.flatMap((one) => few.map((other) => one + other)), ...words, ...words.flatMap((word) => [`${word}a`, `${word} `])]
}

const around: ReadonlyArray<readonly [before: string, after: string]> = [
  ["", ""], ["", "\u0000"], ["a", "\u0000a"], ["a", "a"], ["0", "!"], ["x@", "@"], ["/", "\n"], ["\"", "x"], [" ", "\u0000 "]
]

/** Lengths at which time that doubles with each character is seen before it is for ever. */
const short = [12, 16, 20, 23, 26, 30, 36, 48, 64, 100, 250, 1_000]
/** What is linear takes some 50 µs for it, what is quadratic fifty milliseconds and more. */
const LONG = 32_000
const MOST_MS = 10

const timed = (pattern: RegExp, text: string): number => {
  let least = Infinity
  // As often as it takes that no other process was in between each time.
  for (let turn = 0; turn < 8 && least > MOST_MS / 2; turn++) {
    if (turn > 1 && least > 10 * MOST_MS) break
    // Of this thread: what others do meanwhile is not the pattern's.
    const began = process.threadCpuUsage()
    pattern.test(text)
    const { system, user } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

interface Slow {
  readonly pattern: string
  /** What is repeated, with what stands before and after it. */
  readonly input: readonly [before: string, pump: string, after: string]
  readonly length: number
  readonly ms: number
}

/** The first input that takes too long; nothing where none does. Only a repetition of what repeats can take longer than squares. */
const slowInput = (pattern: RegExp): Slow | undefined => {
  const lengths = /\)[*+{]/.test(pattern.source) ? [...short, LONG] : [1_000, LONG]
  for (const pump of pumpsOf(pattern)) {
    for (const [before, after] of around) {
      for (const length of lengths) {
        const of = (length: number) => timed(pattern, before + pump.repeat(Math.ceil(length / pump.length)) + after)
        const ms = of(length)
        // On a slow machine what is linear takes long, too, but half the time for half the length.
        if (ms > MOST_MS && (length < LONG || ms > 3 * of(LONG / 2))) return { pattern: String(pattern), input: [before, pump, after], length, ms: Math.round(ms) }
      }
    }
  }
  return undefined
}

/** What the search has to find, or it finds nothing. */
const slow = [
  /(a+)+$/, /^(a|a)*$/, /^(?:a|ab|b)*$/, /(\w+\s?)+$/, /\/+$/, /\s+$/, /^_+|_+$/, /^[^a-z]+|[^a-z]+$/, /\{[^}]*\}|:\w+/, /lock file ".*" already exists/, /<[^>]+>/, /(.*)=(.*)=(.*)$/,
  /\d+[.,]\d+$/, /\{\{.*\}\}/, /^(.+?)\1+$/, /\(.*\)/
]
const fast = [/^[a-z]+$/, /^\s*\w+\s*$/, /\s+/, /^[^@]+@[^@]+$/, /\{[^{}]*\}/, /^(?:[a-z]+-)*[a-z]+$/, /[a-z](?:.*[a-z])?/s, /"[^"]*"\s*:/]

/**
 * Those that the search has been through and found nothing in: what a pattern costs depends on nothing else. A new one is searched each time until
 * `UPDATE_GOLDEN=expressions` adds it here; `FAULTS=all` searches all of them again, for a Node with another engine.
 */
const golden = join(import.meta.dirname, "golden/regular-expressions.txt")

const searched = (): ReadonlySet<string> =>
  process.env["FAULTS"] === "all" || process.env["UPDATE_GOLDEN"] === "expressions" ? new Set() : new Set(readFileSync(golden, "utf8").split("\n"))

describe("regular expressions", () => {
  it("that are slow are found by the search, and others are not", () => {
    const [few, many] = process.env["FAULTS"] === "all" ? [fast, slow] : [fast.slice(0, 1), slow.filter((_, n) => n % 4 === 0)]
    assert.deepStrictEqual(many.filter((pattern) => slowInput(pattern) === undefined).map(String), [])
    assert.deepStrictEqual(few.flatMap((pattern) => slowInput(pattern) ?? []), [])
  })

  it("of the program take no time that grows faster than their input", ({ annotate }) => {
    const found = [...all(), ...built]
    assert.isAbove(found.length, 150)
    const known = searched()
    const findings = found.filter(({ pattern }) => !known.has(String(pattern))).flatMap(({ file, pattern }) => {
      const found = slowInput(pattern)
      return found === undefined ? [] : [{ file, ...found }]
    })
    assert.deepStrictEqual(findings, [])
    if (process.env["UPDATE_GOLDEN"] === "expressions") writeFileSync(golden, `${found.map(({ pattern }) => String(pattern)).toSorted().join("\n")}\n`)
    return annotate(`${found.length} patterns`).then(() => undefined)
  })
})
