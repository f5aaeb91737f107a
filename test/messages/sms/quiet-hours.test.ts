import { describe, expect, it } from "vitest"
import { type QuietHours, textableFrom, usualQuietHours, zonesOf } from "#schemas/messages/sms/quiet-hours"

const at = (instant: string) => Date.parse(instant)
const from = (phone: string, now: string, quiet: QuietHours = usualQuietHours) =>
  new Date(textableFrom(phone, quiet, "Europe/Oslo", at(now))).toISOString()

/** What a clock on the wall there shows, by the formatter of the language. */
const wallOf = (zone: string, instant: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant)
const isQuiet = ({ from, to }: QuietHours, wall: string) => from < to ? wall >= from && wall < to : wall >= from || wall < to

const newYork = "+12125550100"
const honolulu = "+18085550100"
const oslo = "+4722123456"
const adelaide = "+61882000000"

describe("quiet hours", () => {
  it("go by the zone of the number", () => {
    expect(zonesOf(newYork)).toEqual(["America/New_York"])
    expect(zonesOf(honolulu)).toEqual(["Pacific/Honolulu"])
    expect(zonesOf("+4915112345678")).toEqual(["Europe/Berlin"])
    expect(zonesOf("+447911123456")).toEqual(["Europe/London"])
    expect(zonesOf("+81312345678")).toEqual(["Asia/Tokyo"])
  })

  it.each([
    ["noon in New York", newYork, "2026-06-01T16:00:00Z", "2026-06-01T16:00:00.000Z"],
    ["the last minute before", newYork, "2026-06-02T00:59:59Z", "2026-06-02T00:59:59.000Z"],
    ["nine in the evening", newYork, "2026-06-02T01:00:00Z", "2026-06-02T12:00:00.000Z"],
    ["after midnight", newYork, "2026-06-02T05:00:00Z", "2026-06-02T12:00:00.000Z"],
    ["the same instant in Honolulu", honolulu, "2026-06-02T05:00:00Z", "2026-06-02T05:00:00.000Z"],
    ["the night into summer time, New York", newYork, "2026-03-08T02:30:00Z", "2026-03-08T12:00:00.000Z"],
    ["the night out of it, New York", newYork, "2026-11-01T02:30:00Z", "2026-11-01T13:00:00.000Z"],
    ["the night into summer time, Oslo", oslo, "2026-03-28T22:00:00Z", "2026-03-29T06:00:00.000Z"],
    ["the night out of it, Oslo", oslo, "2026-10-24T22:00:00Z", "2026-10-25T07:00:00.000Z"],
    ["the last of two zones, Adelaide or Perth", adelaide, "2026-10-03T11:30:00Z", "2026-10-04T00:00:00.000Z"]
  ])("%s", (_name, phone, now, expected) => expect(from(phone, now)).toBe(expected))

  it("may end in an hour that a clock skips", () =>
    expect(from(oslo, "2026-03-29T00:30:00Z", { from: "23:00", to: "02:30" })).toBe("2026-03-29T01:00:00.000Z"))

  it("last through an hour that comes twice", () =>
    expect(from(oslo, "2026-10-25T00:15:00Z", { from: "23:00", to: "02:30" })).toBe("2026-10-25T01:30:00.000Z"))

  it("are no hours where they begin and end at once, or are null", () => {
    expect(from(newYork, "2026-06-02T05:00:00Z", { from: "00:00", to: "00:00" })).toBe("2026-06-02T05:00:00.000Z")
    expect(textableFrom(newYork, null, "Europe/Oslo", 5)).toBe(5)
  })

  it("go by the company's zone where the zones of a number leave no hour, and else by all of them", () => {
    expect(zonesOf("+15995550100").length).toBeGreaterThan(5)
    expect(from("+15995550100", "2026-06-01T16:00:00Z")).toBe("2026-06-01T22:00:00.000Z")
    expect(from("+15995550100", "2026-06-01T16:00:00Z", { from: "12:00", to: "10:00" })).toBe("2026-06-02T08:00:00.000Z")
  })

  it("are over in every zone of the number at the instant that is told, and no minute sooner", () => {
    const phones = [newYork, honolulu, oslo, adelaide, "+56221234567", "+6723221234", "+61295551234", "+19075550100", "+35312345678", "+212522123456"]
    const changes = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-09-06", "2026-10-04", "2026-10-25", "2026-11-01"].map(at)
    for (const phone of phones) {
      for (const change of changes) {
        for (let hours = -30; hours <= 36; hours += 1.75) {
          const now = change + hours * 3_600_000
          const told = textableFrom(phone, usualQuietHours, "Europe/Oslo", now)
          const quietAt = (instant: number) => zonesOf(phone).some((zone) => isQuiet(usualQuietHours, wallOf(zone, instant)))
          expect([phone, quietAt(told), told === now || quietAt(told - 1)]).toEqual([phone, false, true])
        }
      }
    }
  })
})
