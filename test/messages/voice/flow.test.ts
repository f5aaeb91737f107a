import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { holidaysBetween } from "#layers/calendar/holidays"
import { wallClock, wallTime } from "#schemas/calendar/availability/wall-clock"
import { CompanyId } from "#schemas/kernel/ids"
import { CallId } from "#schemas/messages/voice/ids"
import { isAnnounced, lawOf } from "#schemas/messages/voice/recording-laws"
import type { Routing } from "#schemas/messages/voice/routing"
import { ruleAt } from "#workflows/messages/voice/business-hours"
import { begin, type CallPlan, goOn, type Heard, type Next } from "#workflows/messages/voice/flow"
import { languageOf, sentencesOf } from "#workflows/messages/voice/sentences"
import { decodeStep, encodeStep, type Step } from "#workflows/messages/voice/steps"
import { type Addresses, nowhere, twimlOf } from "#workflows/messages/voice/twiml"
import { unfetched } from "../../support/fetched.ts"
import { situations } from "./situations.ts"
import { builtByTwilio, parsed, verbsOf } from "./twiml-check.ts"

const ZONE = "Europe/Oslo"
const weekly = [1, 2, 3, 4, 5].flatMap((weekday) => [{ weekday, from: "09:00", to: "12:00" }, { weekday, from: "13:00", to: weekday === 5 ? "02:00" : "17:00" }])
/** Ascension Day of 2026. */
const openOn = ["2026-05-14"]

const norway = { holidays_country: "NO", holidays_region: null }
const hours = {
  time_zone: ZONE, weekly,
  isHoliday: (date: string) => !openOn.includes(date) && holidaysBetween(norway, "nb-NO", date, date).length > 0
}

const instantOf = (time: string) => {
  const wall = wallTime(time)
  return wallClock(ZONE, { from: wall - 2 * 86_400_000, to: wall + 2 * 86_400_000 }).first(wall)
}

const stepOf = ({ closed, holiday, open }: Routing, rule: "open" | "closed" | "holiday") => rule === "open" ? open : rule === "holiday" ? holiday ?? closed : closed

const addresses: Addresses = {
  step: (place) => `https://platform.example/api/v1/voice/inbound/twilio/steps/${Buffer.from(JSON.stringify(place)).toString("base64url")}`,
  report: (tells) => `https://platform.example/api/v1/voice/inbound/twilio/reports/${tells}`
}

const silent: Heard = { digits: null, dialed: null, seconds: null, over: false }

describe("the flow of a call", () => {
  it("is tried in 40 situations and more", () => assert.isAtLeast(situations.length, 40))

  for (const { at = "2026-11-25T10:00", first, name, recorded = false, result, routing, rule = "open", turns = [] } of situations) {
    it(`goes as it should ${name}`, () => {
      assert.strictEqual(ruleAt(hours, instantOf(at)), rule)
      const plan: CallPlan = {
        step: stepOf(routing, rule), language: "nb-NO", greeting: "Legg igjen en beskjed <etter> \"tonen\".", longest: 120, transcribe: true, record: recorded,
        announcement: recorded ? "This call is recorded." : null
      }
      const check = ({ instructions, result }: Next, verbs: string, expected: string | undefined) => {
        const document = twimlOf(instructions, plan.language, addresses)
        assert.strictEqual(verbsOf(document), verbs)
        assert.deepStrictEqual(parsed(builtByTwilio(document)), parsed(document), "Twilio's library builds the same")
        assert.strictEqual(result, expected as typeof result)
      }
      check(begin(plan), first, result)
      for (const { does, heard, place, result } of turns) check(goOn(plan, place, { ...silent, ...heard }), does, result)
    })
  }

  it("leads each step to an address of its own, and nowhere where the provider cannot reach us", () => {
    const dial = { do: "dial", phones: ["+4722000001"], seconds: 20, record: true, next: { at: "bridged" }, as: "+12025550100", whisper: { at: "whisper" } } as const
    const document = twimlOf([dial], "en-US", addresses)
    assert.deepStrictEqual(parsed(builtByTwilio(document)), parsed(document))
    assert.include(document, `url="${addresses.step({ at: "whisper" })}"`)
    const unreached = twimlOf([{ ...dial, record: false }], "en-US", nowhere)
    assert.notInclude(unreached, "action")
    assert.deepStrictEqual(parsed(builtByTwilio(unreached)), parsed(unreached))
  })

  it.skipIf(unfetched)("refuses what the provider's library does not know", () => {
    for (const wrong of ["<Dial colour=\"red\"/>", "<Say language=\"xx-XX\">x</Say>", "<Shout>x</Shout>", "<Gather><Record/></Gather>", "<Record maxLength=\"long\"/>"]) {
      assert.throws(() => builtByTwilio(`<?xml version="1.0"?><Response>${wrong}</Response>`), /has no|is none of|cannot stand|is no number/)
    }
  })

  it("is said in the company's language, or in English", () => {
    assert.strictEqual(languageOf("nn-NO"), "nb-NO")
    assert.strictEqual(languageOf("de-AT"), "de-DE")
    assert.strictEqual(languageOf("en-GB"), "en-GB")
    assert.strictEqual(languageOf("xh"), "en-US")
    assert.include(sentencesOf("de-CH").greeting("Müller"), "Müller")
    assert.strictEqual(sentencesOf("xh"), sentencesOf("en-US"))
  })
})

describe("the name of a step", () => {
  it("holds a place of a call, and fits into a path", () => {
    const [company, call] = [CompanyId.make(Number.MAX_SAFE_INTEGER), CallId.make(Number.MAX_SAFE_INTEGER)]
    const all: ReadonlyArray<Step["what"]> = [
      { at: "menu", tries: 5 }, { at: "ring", via: null, person: 0 }, { at: "ring", via: "*", person: 9 }, { at: "ring", via: "0", person: 3 }, { at: "recorded" },
      { at: "bridged" }, { at: "whisper" }, { tells: "status" }, { tells: "voicemail" }, { tells: "conversation" }
    ]
    for (const what of all) {
      const text = encodeStep({ company, call, what })
      assert.isAtMost(text.length, 38)
      assert.deepStrictEqual(Option.getOrThrow(decodeStep(text)), { company, call, what })
    }
    for (const wrong of ["", "1.2", "1.2.x", "1.2.t7", "1.2.m", "1.2.r"]) assert.isTrue(Option.isNone(decodeStep(wrong)), wrong)
  })
})

describe("the announcement of a recording", () => {
  it("is left out only where the law of neither asks for it", () => {
    const us = (state: string | null) => ({ country: "US", state })
    assert.isFalse(isAnnounced([us("TX"), us("NY")]))
    assert.isTrue(isAnnounced([us("TX"), us("CA")]))
    assert.isTrue(isAnnounced([us("PA"), us("TX")]))
    assert.isTrue(isAnnounced([us(null), us("TX")]))
    assert.isTrue(isAnnounced([{ country: "DE", state: null }, us("TX")]))
    assert.isTrue(isAnnounced([{ country: "XK", state: null }, us("TX")]))
    assert.isTrue(isAnnounced([{ country: null, state: null }]))
    assert.include(lawOf({ country: "US", state: "CA" }).source, "632")
  })
})
