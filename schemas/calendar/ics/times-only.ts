import { createHash } from "node:crypto"

/** What of an event says when it takes somebody's time. */
const kept = new Set([
  "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXRULE", "EXDATE", "RECURRENCE-ID", "SEQUENCE", "STATUS", "TRANSP", "DTSTAMP",
  "LAST-MODIFIED", "X-MICROSOFT-CDO-BUSYSTATUS", "FREEBUSY"
])
const takesTime = new Set(["VEVENT", "VFREEBUSY"])
const ofZone = new Set(["TZID", "TZOFFSETFROM", "TZOFFSETTO", "DTSTART", "RRULE", "RDATE", "X-LIC-LOCATION"])

/** What of a calendar is one event, with all its exceptions. */
export interface TimesOf {
  readonly uid: string
  /** A calendar that holds nothing else, without any of the event's words. */
  readonly times: string
  /** Changes with the times. */
  readonly etag: string
  /** It comes again, so that it has to be told anew as time goes on. */
  readonly recurs: boolean
}

/** The lines, each as one (RFC 5545, 3.1). */
const unfolded = (text: string) => text.replace(/\r?\n[ \t]/gu, "").split(/\r?\n|\r/u)

const nameOf = (line: string) => {
  const end = line.search(/[:;]/u)
  return (end < 0 ? line : line.slice(0, end)).toUpperCase()
}

const zoneIn = (line: string) => /;TZID="?([^":;]{1,200})/iu.exec(line)?.[1]

const DEEPEST = 20

/**
 * A calendar taken apart into its events, each as no more than its times. Words of people, who comes and where, are dropped before anything is
 * kept. What is no event is left out: a task takes nobody's time.
 */
export const timesOnly = (text: string): ReadonlyArray<TimesOf> => {
  const zones = new Map<string, string>()
  const events = new Map<string, { readonly lines: Array<string>; readonly zones: Set<string>; recurs: boolean }>()
  const open: Array<string> = []
  let block: Array<string> = []
  let method = ""
  let uid = ""
  let zone = ""
  let used = new Set<string>()
  let recurs = false

  for (const line of unfolded(text)) {
    const name = nameOf(line)
    if (name === "BEGIN") {
      const component = line.slice(6).trim().toUpperCase()
      if (open.length >= DEEPEST) return []
      open.push(component)
      if (takesTime.has(component) || component === "VTIMEZONE") {
        block = [`BEGIN:${component}`]
        ;[uid, zone, used, recurs] = ["", "", new Set(), false]
      } else if (open.at(-2) === "VTIMEZONE") block.push(`BEGIN:${component}`)
      continue
    }
    if (name === "END") {
      const component = open.pop()
      if (component === "VTIMEZONE") zones.set(zone, [...block, "END:VTIMEZONE"].join("\r\n"))
      else if (open.at(-1) === "VTIMEZONE") block.push(`END:${component}`)
      else if (component !== undefined && takesTime.has(component)) {
        block.push(`END:${component}`)
        /* One without an identity can only be told apart by its times. */
        const key = uid === "" ? createHash("sha256").update(block.join()).digest("hex") : uid
        if (uid === "") block.splice(1, 0, `UID:${key}`)
        const event = events.get(key) ?? { lines: [], zones: new Set<string>(), recurs: false }
        event.lines.push(...block)
        for (const one of used) event.zones.add(one)
        event.recurs ||= recurs
        events.set(key, event)
      }
      continue
    }
    const within = open.at(-1)
    if (name === "METHOD" && within === "VCALENDAR") method = line
    else if (within !== undefined && takesTime.has(within) && kept.has(name)) {
      block.push(line)
      const found = zoneIn(line)
      if (found !== undefined) used.add(found)
      if (name === "UID") uid = line.slice(line.indexOf(":") + 1).trim()
      if (name === "RRULE" || name === "RDATE" || name === "EXRULE") recurs = true
    } else if ((within === "VTIMEZONE" || open.at(-2) === "VTIMEZONE") && ofZone.has(name)) {
      block.push(line)
      if (name === "TZID") zone = line.slice(line.indexOf(":") + 1).trim()
    }
  }

  return [...events].map(([key, { lines, recurs, zones: named }]) => {
    const parts = [...named].flatMap((one) => zones.get(one) ?? [])
    const times = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Times//EN", ...method === "" ? [] : [method], ...parts, ...lines, "END:VCALENDAR", ""].join("\r\n")
    /* Some servers stamp everything anew each time that they are asked. */
    const lasting = times.replace(/\r\nDTSTAMP[^\r]*/gu, "")
    return { uid: key, times, etag: createHash("sha256").update(lasting).digest("base64url"), recurs }
  })
}
