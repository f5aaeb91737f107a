import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { outsideGsm, segmentsOf, type SmsEncoding } from "#schemas/messages/sms/segments"

/*
 * Published cases:
 * - GSM0338.TXT, the table of the Unicode Consortium (version 1.1, beside this file with its notice): each character alone, and
 *   where a text of it becomes two messages. Its version 2.0 has a small ç at 0x09; TS 23.038 and Twilio have the capital, as 1.1 has.
 * - Mozilla's `test_segment_info.js` (public domain), whose figures are segments, size of a segment, and room in the last one.
 * - Twilio's message-segment-calculator (MIT), `tests/index.test.js`: encoding, segments and units of texts.
 * - 3GPP TS 23.040, 9.2.3.24.1: messages that are joined lose six octets of 140.
 */

type Case = readonly [name: string, text: string, encoding: SmsEncoding, segments: number, remaining?: number]

const times = (text: string, count: number) => text.repeat(count)

const table = readFileSync(new URL("GSM0338.TXT", import.meta.url), "utf8").split("\n").flatMap((line): Array<Case> => {
  const [, code, unicode, name] = /^(0x[0-9A-F]+)\t0x([0-9A-F]{4})\t#\t(.+)$/.exec(line) ?? []
  /* The escape itself is no character of a text. */
  if (code === undefined || code === "0x1B") return []
  const character = String.fromCodePoint(Number.parseInt(unicode!, 16))
  const size = code.length === 6 ? 2 : 1
  return [
    [`${name} alone`, character, "GSM-7", 1, 160 - size],
    [`${name}, 160 septets`, times(character, 160 / size), "GSM-7", 1, 0],
    [`${name}, more than 160 septets`, times(character, 160 / size + 1), "GSM-7", 2, size === 1 ? 145 : 143]
  ]
})

const wide = "櫻"
const mozilla: ReadonlyArray<Case> = [
  ["a", "a", "GSM-7", 1, 159],
  ["euro", "€", "GSM-7", 1, 158],
  ["space", " ", "GSM-7", 1, 159],
  ["a and euro", "a€", "GSM-7", 1, 157],
  ["a and space", "a ", "GSM-7", 1, 158],
  ["euro and a", "€a", "GSM-7", 1, 157],
  ["euro and space", "€ ", "GSM-7", 1, 157],
  ["space and euro", " €", "GSM-7", 1, 157],
  ["space and a", " a", "GSM-7", 1, 158],
  ["160 a", times("a", 160), "GSM-7", 1, 0],
  ["161 a", times("a", 161), "GSM-7", 2, 145],
  ["306 a", times("a", 306), "GSM-7", 2, 0],
  ["307 a", times("a", 307), "GSM-7", 3, 152],
  ["80 euro", times("€", 80), "GSM-7", 1, 0],
  ["81 euro", times("€", 81), "GSM-7", 2, 143],
  ["153 euro", times("€", 153), "GSM-7", 3, 151],
  ["a and 152 euro", `a${times("€", 152)}`, "GSM-7", 2, 1],
  ["152 euro and a", `${times("€", 152)}a`, "GSM-7", 2, 0],
  ["one wide", wide, "UCS-2", 1, 69],
  ["wide and a", `${wide}a`, "UCS-2", 1, 68],
  ["wide and euro", `${wide}€`, "UCS-2", 1, 68],
  ["wide and space", `${wide} `, "UCS-2", 1, 68],
  ["70 wide", times(wide, 70), "UCS-2", 1, 0],
  ["71 wide", times(wide, 71), "UCS-2", 2, 63],
  ["134 wide", times(wide, 134), "UCS-2", 2, 0],
  ["135 wide", times(wide, 135), "UCS-2", 3, 66]
]

const digits = (count: number) => times("1234567890", Math.ceil(count / 10)).slice(0, count)
const twilio: ReadonlyArray<Case> = [
  ["GSM-7 in one segment", digits(160), "GSM-7", 1],
  ["GSM-7 in two segments", digits(161), "GSM-7", 2],
  ["GSM-7 in three segments", digits(307), "GSM-7", 3],
  ["UCS-2 in one segment", `😜${digits(68)}`, "UCS-2", 1],
  ["UCS-2 in two segments", `😜${digits(69)}`, "UCS-2", 2],
  ["UCS-2 in three segments", `😜${digits(133)}`, "UCS-2", 3],
  ["flag in one segment", `🇮🇹${digits(66)}`, "UCS-2", 1],
  ["flag in two segments", `🇮🇹${digits(67)}`, "UCS-2", 2],
  ["rainbow flag in one segment", `🏳️🌈${digits(65)}`, "UCS-2", 1],
  ["rainbow flag in two segments", `🏳️🌈${digits(66)}`, "UCS-2", 2],
  ...["|", "^", "€", "{", "}", "[", "]", "~", "\\"].flatMap((sign): Array<Case> => [
    [`one segment with ${sign}`, `${sign}${digits(158)}`, "GSM-7", 1],
    [`two segments with ${sign}`, `${sign}${digits(159)}`, "GSM-7", 2]
  ]),
  ...["Á", "Ú", "ú", "ç", "í", "Í", "ó", "Ó"].flatMap((letter): Array<Case> => [
    [`70 of ${letter}`, times(letter, 70), "UCS-2", 1],
    [`71 of ${letter}`, times(letter, 71), "UCS-2", 2]
  ]),
  ["extension signs within UCS-2, one segment", `😀${times("]", 68)}`, "UCS-2", 1],
  ["extension signs within UCS-2, two segments", `😀${times("]", 69)}`, "UCS-2", 2],
  ["three accents, one segment", `é\u0301\u0301${times("a", 66)}`.normalize("NFD"), "UCS-2", 1],
  ["three accents, two segments", `é\u0301\u0301${times("a", 67)}`.normalize("NFD"), "UCS-2", 2],
  ["lines by CR and LF", "Ce weekend c'est Big Kiff ! Découvrez vite 4 nouveaux menus à partager:\r\nl.dominos.fr/MqGKjT0Vi2\r\nConditions sur le " +
    "site Domino's.\r\nSTOP : l.dominos.fr/oIv05Yymdm", "GSM-7", 2],
  ["the same by LF", "Ce weekend c'est Big Kiff ! Découvrez vite 4 nouveaux menus à partager:\nl.dominos.fr/MqGKjT0Vi2\nConditions sur le " +
    "site Domino's.\nSTOP : l.dominos.fr/oIv05Yymdm", "GSM-7", 1]
]

/** A surrogate pair, as an escape and its sign, is never cut: one unit stays free where it would be. */
const joints: ReadonlyArray<Case> = [
  ["nothing", "", "GSM-7", 1, 160],
  ["a pair over the joint", `${times("a", 66)}😀${times("a", 10)}`, "UCS-2", 2, 55],
  ["35 emoji", times("😀", 35), "UCS-2", 1, 0],
  ["36 emoji", times("😀", 36), "UCS-2", 2, 61],
  ["66 emoji fill two", times("😀", 66), "UCS-2", 2, 1],
  ["67 emoji take a third", times("😀", 67), "UCS-2", 3, 65],
  ["an escape over the joint", `${times("a", 152)}€${times("a", 10)}`, "GSM-7", 2, 141],
  ["ten messages", times("a", 1_530), "GSM-7", 10, 0],
  ["a curly quote makes it wide", `${times("a", 69)}’`, "UCS-2", 1, 0]
]

const cases = [...table, ...mozilla, ...twilio, ...joints]

describe("segments of a text", () => {
  it("has at least 200 published cases", () => expect(cases.length).toBeGreaterThanOrEqual(200))

  for (const [name, text, encoding, segments, remaining] of cases) {
    it(`counts ${name}`, () => {
      const told = segmentsOf(text)
      expect(told).toMatchObject({ encoding, segments, remaining: remaining ?? told.remaining })
    })
  }

  it("tells which characters make a text wide", () => expect(outsideGsm("It’s “fine” €5 {ok}")).toEqual(["’", "“", "”"]))
})
