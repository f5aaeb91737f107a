import type { Heard, Place } from "#workflows/messages/voice/flow"
import type { Routing } from "#schemas/messages/voice/routing"

/** What the provider comes back with, and where; and what it is to be told. */
interface Turn {
  readonly place: Place
  readonly heard: Partial<Heard>
  /** Verbs of the document, in order: each number that is dialed is named. */
  readonly does: string
  readonly result?: string
}

interface Situation {
  readonly name: string
  readonly routing: Routing
  /** By the company's clock, `2026-11-25T10:00` in Oslo. */
  readonly at?: string
  readonly rule?: "open" | "closed" | "holiday"
  readonly recorded?: boolean
  readonly first: string
  readonly result?: string
  readonly turns?: ReadonlyArray<Turn>
}

const people = [{ phone: "+4722000001", name: "Grace" }, { phone: "+4722000002", name: "Ada" }]
const ring = (order: "in_order" | "together", otherwise: "voicemail" | "hang_up" = "voicemail") =>
  ({ type: "ring", people, order, seconds: 20, otherwise }) as const
const voicemail = { type: "voicemail" } as const
const closed = { type: "say", text: "We are closed." } as const
const holiday = { type: "say", text: "Today is a holiday & we rest." } as const
const busy = { type: "hang_up" } as const
const menu = {
  type: "menu", prompt: "For the workshop press 1, for the office press 2.", tries: 2, seconds: 5, otherwise: voicemail,
  choices: [{ digit: "1", go_to: ring("in_order") }, { digit: "2", go_to: ring("together", "hang_up") }, { digit: "3", go_to: closed }, { digit: "9", go_to: busy }, { digit: "0", go_to: voicemail }]
} as const

const routed = (open: Routing["open"], others: Partial<Routing> = {}): Routing => ({ open, closed, holiday: null, ...others })

const OPEN = "2026-11-25T10:00"
const at = (person: number, via: string | null = null): Place => ({ at: "ring", via, person })
const asked = (tries: number): Place => ({ at: "menu", tries })
const recorded: Place = { at: "recorded" }

const MESSAGE = "Say Record Hangup"
const LATER = "Dial[+4722000002]"
const BOTH = "Dial[+4722000001 +4722000002]"

/** Calls as they go, and what the provider is to be told at each point. Wednesday 25 November 2026 is an ordinary day; the company is in Norway. */
export const situations: ReadonlyArray<Situation> = [
  /* Hours. */
  { name: "at ten on a Wednesday", routing: routed(voicemail), at: OPEN, rule: "open", first: MESSAGE },
  { name: "at the minute of opening", routing: routed(voicemail), at: "2026-11-25T09:00", rule: "open", first: MESSAGE },
  { name: "a minute before opening", routing: routed(voicemail), at: "2026-11-25T08:59", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "at the minute of closing", routing: routed(voicemail), at: "2026-11-25T17:00", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "in the lunch break", routing: routed(voicemail), at: "2026-11-25T12:30", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "on Saturday", routing: routed(voicemail), at: "2026-11-28T10:00", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "after midnight, of hours that began on Friday", routing: routed(voicemail), at: "2026-11-28T01:30", rule: "open", first: MESSAGE },
  { name: "after midnight, when those are over", routing: routed(voicemail), at: "2026-11-28T02:00", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "in the hour that summer time takes away", routing: routed(voicemail), at: "2026-03-29T03:30", rule: "closed", first: "Say Hangup", result: "told" },
  { name: "on the first Monday of winter time", routing: routed(voicemail), at: "2026-10-26T09:00", rule: "open", first: MESSAGE },
  /* Holidays. */
  { name: "on Christmas Day", routing: routed(voicemail, { holiday }), at: "2026-12-25T10:00", rule: "holiday", first: "Say Hangup", result: "told" },
  { name: "on Christmas Day, with nothing said of holidays", routing: routed(voicemail), at: "2026-12-25T10:00", rule: "holiday", first: "Say Hangup", result: "told" },
  { name: "on a holiday on which the company is open", routing: routed(voicemail, { holiday }), at: "2026-05-14T10:00", rule: "open", first: MESSAGE },
  { name: "before opening on a holiday on which it is open", routing: routed(voicemail, { holiday }), at: "2026-05-14T07:00", rule: "closed", first: "Say Hangup", result: "told" },
  /* One after the other. */
  {
    name: "the first person answers", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "completed" }, does: "Hangup", result: "answered" }]
  },
  {
    name: "the first is busy, the second answers", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "busy" }, does: LATER }, { place: at(1), heard: { dialed: "completed" }, does: "Hangup", result: "answered" }]
  },
  {
    name: "nobody answers, and a message is left", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [
      { place: at(0), heard: { dialed: "no-answer" }, does: LATER }, { place: at(1), heard: { dialed: "no-answer" }, does: MESSAGE },
      { place: recorded, heard: { seconds: 12 }, does: "Hangup", result: "voicemail" }
    ]
  },
  {
    name: "nobody answers, and there is no voicemail", routing: routed(ring("in_order", "hang_up")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "no-answer" }, does: LATER }, { place: at(1), heard: { dialed: "busy" }, does: "Hangup", result: "missed" }]
  },
  {
    name: "a phone that cannot be reached is passed over", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "failed" }, does: LATER }]
  },
  {
    name: "a phone whose ringing was canceled is passed over", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "canceled" }, does: LATER }]
  },
  {
    name: "the caller hangs up while the first phone rings", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "no-answer", over: true }, does: "Hangup", result: "missed" }]
  },
  {
    name: "the caller hangs up while the second phone rings", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "busy" }, does: LATER }, { place: at(1), heard: { dialed: "canceled", over: true }, does: "Hangup", result: "missed" }]
  },
  {
    name: "the caller hangs up after a talk", routing: routed(ring("in_order")), first: "Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "completed", over: true }, does: "Hangup", result: "answered" }]
  },
  /* Together. */
  {
    name: "all ring, and one answers", routing: routed(ring("together")), first: BOTH,
    turns: [{ place: at(0), heard: { dialed: "completed" }, does: "Hangup", result: "answered" }]
  },
  { name: "all ring, and nobody answers", routing: routed(ring("together")), first: BOTH, turns: [{ place: at(0), heard: { dialed: "no-answer" }, does: MESSAGE }] },
  {
    name: "all are busy, and there is no voicemail", routing: routed(ring("together", "hang_up")), first: BOTH,
    turns: [{ place: at(0), heard: { dialed: "busy" }, does: "Hangup", result: "missed" }]
  },
  /* Menu. */
  {
    name: "a key leads to people in order", routing: routed(menu), first: "Gather[Say]",
    turns: [
      { place: asked(1), heard: { digits: "1" }, does: "Dial[+4722000001]" }, { place: at(0, "1"), heard: { dialed: "busy" }, does: LATER },
      { place: at(1, "1"), heard: { dialed: "completed" }, does: "Hangup", result: "answered" }
    ]
  },
  {
    name: "a key leads to people together, and nobody answers", routing: routed(menu), first: "Gather[Say]",
    turns: [{ place: asked(1), heard: { digits: "2" }, does: BOTH }, { place: at(0, "2"), heard: { dialed: "no-answer" }, does: "Hangup", result: "missed" }]
  },
  { name: "a key has a text said", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(1), heard: { digits: "3" }, does: "Say Hangup", result: "told" }] },
  { name: "a key hangs up, which is no busy line any more", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(1), heard: { digits: "9" }, does: "Hangup", result: "missed" }] },
  { name: "a key leads to the voicemail", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(1), heard: { digits: "0" }, does: MESSAGE }] },
  {
    name: "a key that stands for nothing is asked for again, and then it is the voicemail", routing: routed(menu), first: "Gather[Say]",
    turns: [{ place: asked(1), heard: { digits: "7" }, does: "Gather[Say]" }, { place: asked(2), heard: { digits: "8" }, does: MESSAGE }]
  },
  {
    name: "no key is asked for again, and then one is pressed", routing: routed(menu), first: "Gather[Say]",
    turns: [{ place: asked(1), heard: { digits: "" }, does: "Gather[Say]" }, { place: asked(2), heard: { digits: "3" }, does: "Say Hangup", result: "told" }]
  },
  { name: "the star is no key of a menu", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(2), heard: { digits: "*" }, does: MESSAGE }] },
  { name: "nothing is told of keys", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(2), heard: { digits: null }, does: MESSAGE }] },
  {
    name: "without a key people ring", routing: routed({ ...menu, tries: 1, otherwise: ring("in_order") }), first: "Gather[Say]",
    turns: [{ place: asked(1), heard: { digits: "" }, does: "Dial[+4722000001]" }, { place: at(0, "*"), heard: { dialed: "busy" }, does: LATER }]
  },
  { name: "the caller hangs up in the menu", routing: routed(menu), first: "Gather[Say]", turns: [{ place: asked(1), heard: { over: true }, does: "Hangup", result: "missed" }] },
  /* Voicemail. */
  { name: "a message is left", routing: routed(voicemail), first: MESSAGE, turns: [{ place: recorded, heard: { seconds: 3 }, does: "Hangup", result: "voicemail" }] },
  {
    name: "the caller hangs up at the end of the message", routing: routed(voicemail), first: MESSAGE,
    turns: [{ place: recorded, heard: { seconds: 9, digits: "hangup", over: true }, does: "Hangup", result: "voicemail" }]
  },
  {
    name: "the caller hangs up before the tone", routing: routed(voicemail), first: MESSAGE,
    turns: [{ place: recorded, heard: { seconds: 0, over: true }, does: "Hangup", result: "missed" }]
  },
  { name: "nothing was recorded", routing: routed(voicemail), first: MESSAGE, turns: [{ place: recorded, heard: {}, does: "Hangup", result: "missed" }] },
  /* Nobody. */
  { name: "the line is busy by rule", routing: routed(busy), first: "Reject", result: "missed" },
  { name: "a text is said by rule", routing: routed(closed), first: "Say Hangup", result: "told" },
  /* Recorded. */
  {
    name: "the caller hears once that a talk is recorded", routing: routed(ring("in_order")), recorded: true, first: "Say Dial[+4722000001]",
    turns: [{ place: at(0), heard: { dialed: "busy" }, does: LATER }]
  },
  { name: "a message is announced as no talk", routing: routed(voicemail), recorded: true, first: MESSAGE },
  /* Of calls that the company makes. */
  { name: "who is called hears that it is recorded", routing: routed(busy), recorded: true, first: "Reject", result: "missed", turns: [{ place: { at: "whisper" }, heard: {}, does: "Say" }] },
  { name: "the other phone answered", routing: routed(busy), first: "Reject", result: "missed", turns: [{ place: { at: "bridged" }, heard: { dialed: "completed" }, does: "Hangup", result: "answered" }] },
  { name: "the other phone was busy", routing: routed(busy), first: "Reject", result: "missed", turns: [{ place: { at: "bridged" }, heard: { dialed: "busy" }, does: "Hangup", result: "not_reached" }] },
  /* Of what is not there: whoever has a sealed step of another call cannot come here, and nothing breaks if it did. */
  { name: "a place of another flow ends the call", routing: routed(voicemail), first: MESSAGE, turns: [{ place: at(3, "7"), heard: { dialed: "busy" }, does: "Hangup" }] }
]
