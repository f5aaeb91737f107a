import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { allKeywords, keywordLanguages, keywordOf } from "#schemas/messages/sms/keywords"
import { guessOptOut } from "#schemas/messages/sms/opt-out-guess"

const Texts = Schema.fromJsonString(Schema.Array(Schema.Struct({ language: Schema.String, text: Schema.String, stop: Schema.Boolean })))
/** Written before the code that reads them, and not changed since. */
const texts = Schema.decodeUnknownSync(Texts)(readFileSync(new URL("opt-out-texts.json", import.meta.url), "utf8"))

describe("keywords", () => {
  it("are known in 12 languages, each with words of all three meanings", () => {
    expect(keywordLanguages).toHaveLength(12)
    for (const language of keywordLanguages) {
      const means = new Set(allKeywords.filter((one) => one.language === language).map((one) => one.means))
      expect([...means].toSorted()).toEqual(["help", "start", "stop"])
    }
  })

  it.each(allKeywords)("$word of $language means $means", ({ means, word }) => {
    for (const text of [word, word.toUpperCase(), ` ${word}.\n`, `"${word}"!`]) expect(keywordOf(text)?.means).toBe(means)
    expect(keywordOf(`${word} x1`)).toBeUndefined()
  })

  it.each(["Arrêt", "ARRÊTER", "Hjälp", "Hjælp", "começar", "Börja"])("reads %s with its accents", (text) =>
    expect(keywordOf(text)).toBeDefined())

  it.each(["yes", "no", "ok", "", "👍", "stop by at 5"])("does not read %s as one", (text) => expect(keywordOf(text)).toBeUndefined())
})

describe("free texts", () => {
  it("are told apart with precision and recall of at least 0.95", () => {
    expect(texts.filter(({ stop }) => stop)).toHaveLength(60)
    expect(texts.filter(({ stop }) => !stop)).toHaveLength(40)
    const read = texts.map((one) => ({ ...one, found: keywordOf(one.text)?.means === "stop" || guessOptOut(one.text) !== undefined }))
    const right = read.filter(({ found, stop }) => found && stop).length
    const precision = right / read.filter(({ found }) => found).length
    const recall = right / read.filter(({ stop }) => stop).length
    console.log(`free texts that mean stop: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    const wrong = read.filter(({ found, stop }) => found !== stop).map(({ text }) => text)
    if (wrong.length > 0) console.log("read wrong:", wrong)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })
})
