import { Schema } from "effect"
import type { ProviderCall } from "#layers/providers/messaging/provider"
import type { NewCallEvent } from "#layers/messages/voice/calls"
import type { CallResult } from "#schemas/messages/voice/result"
import { CallStep, type Destination, type Menu } from "#schemas/messages/voice/routing"

/** What a number's settings say of one call; it holds until the call ends, whatever is changed meanwhile. */
export const CallPlan = Schema.Struct({
  step: CallStep,
  /** BCP 47, as the provider knows it. */
  language: Schema.String,
  /** What is said before a voicemail begins, and where no voicemail follows. */
  greeting: Schema.String,
  /** How long a voicemail may be, in seconds. */
  longest: Schema.Int,
  transcribe: Schema.Boolean,
  record: Schema.Boolean,
  /** What the caller hears before a conversation that is recorded. */
  announcement: Schema.NullOr(Schema.String)
})
export type CallPlan = typeof CallPlan.Type

/**
 * Where a call stands when the provider comes back. `via`: the key of the menu that led there; `*` where none did, nothing where there was no
 * menu. `person`: whose phone of those that ring in order rang.
 */
export const Place = Schema.Union([
  Schema.Struct({ at: Schema.Literal("menu"), tries: Schema.Int }),
  Schema.Struct({ at: Schema.Literal("ring"), via: Schema.NullOr(Schema.String), person: Schema.Int }),
  Schema.Struct({ at: Schema.Literal("recorded") }),
  /** Of a call that the company made: the other phone was rung. */
  Schema.Struct({ at: Schema.Literal("bridged") }),
  /** Somebody who was called hears that the conversation is recorded. */
  Schema.Struct({ at: Schema.Literal("whisper") })
])
export type Place = typeof Place.Type

/** What the provider is to do. */
export type Instruction =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "ask"; readonly text: string; readonly seconds: number; readonly next: Place }
  | {
    readonly do: "dial"; readonly phones: ReadonlyArray<string>; readonly seconds: number; readonly record: boolean; readonly next: Place
    /** Whom the phones see; who calls, unless told. */
    readonly as?: string
    readonly whisper?: Place
  }
  | { readonly do: "record"; readonly seconds: number; readonly transcribe: boolean; readonly next: Place }
  /** The caller hears that the line is busy; nothing was answered, so that nothing is paid for. */
  | { readonly do: "reject" }
  | { readonly do: "hang_up" }

export interface Next {
  readonly instructions: ReadonlyArray<Instruction>
  /** What the call came to, as far as it is known now. */
  readonly result?: CallResult
  readonly answered_by?: string
  readonly events: ReadonlyArray<NewCallEvent>
}

/** What the provider came back with. */
export interface Heard {
  /** Keys that were pressed; "" for none. */
  readonly digits: string | null
  readonly dialed: ProviderCall["status"] | null
  /** Seconds of what was recorded. */
  readonly seconds: number | null
  /** The caller has hung up. */
  readonly over: boolean
}

const event = (kind: NewCallEvent["kind"], about: string | null = null): NewCallEvent => ({ kind, about })

const end: Instruction = { do: "hang_up" }

type Ring = Extract<Destination, { readonly type: "ring" }>

const phonesOf = ({ order, people }: Ring, person: number) =>
  order === "together" ? people.map(({ phone }) => phone) : people.slice(person, person + 1).map(({ phone }) => phone)

const ringing = ({ announcement, record }: CallPlan, ring: Ring, via: string | null, person: number): Next => {
  const phones = phonesOf(ring, person)
  const isAnnounced = record && announcement !== null && person === 0
  return {
    instructions: [
      ...isAnnounced ? [{ do: "say", text: announcement } as const] : [],
      { do: "dial", phones, seconds: ring.seconds, record, next: { at: "ring", via, person } }
    ],
    events: phones.map((phone) => event("dialed", phone))
  }
}

const voicemail = ({ greeting, longest, transcribe }: CallPlan): Next => ({
  instructions: [
    { do: "say", text: greeting }, { do: "record", seconds: longest, transcribe, next: { at: "recorded" } },
    /* Where nothing was said, the provider goes on here. */
    end
  ],
  events: [event("voicemail")]
})

const enter = (plan: CallPlan, step: Destination, via: string | null): Next => {
  if (step.type === "ring") return ringing(plan, step, via, 0)
  if (step.type === "voicemail") return voicemail(plan)
  if (step.type === "say") return { instructions: [{ do: "say", text: step.text }, end], result: "told", events: [event("said")] }
  /* Only what was not answered yet can be refused as busy. */
  return { instructions: [via === null ? { do: "reject" } : end], result: "missed", events: [] }
}

const asking = ({ prompt, seconds }: Menu, tries: number): Next => ({
  instructions: [{ do: "ask", text: prompt, seconds, next: { at: "menu", tries } }],
  events: tries === 1 ? [event("menu")] : []
})

/** What a call that came in hears first. */
export const begin = (plan: CallPlan): Next => plan.step.type === "menu" ? asking(plan.step, 1) : enter(plan, plan.step, null)

const NO_KEY = "*"

const chosen = (plan: CallPlan, menu: Menu, tries: number, digits: string): Next => {
  const pressed = digits === "" ? [] : [event("digit", digits)]
  const choice = menu.choices.find(({ digit }) => digit === digits)
  const next = choice !== undefined ? enter(plan, choice.go_to, choice.digit)
    : tries < menu.tries ? asking(menu, tries + 1) : enter(plan, menu.otherwise, NO_KEY)
  return { ...next, events: [...pressed, ...next.events] }
}

/** The step that a key of the menu led to, or the first where there is no menu. */
const ringAt = ({ step }: CallPlan, via: string | null): Ring | undefined => {
  const found = step.type !== "menu" ? step : via === NO_KEY ? step.otherwise : step.choices.find(({ digit }) => digit === via)?.go_to
  return found?.type === "ring" ? found : undefined
}

const isAnswered = (dialed: Heard["dialed"]) => dialed === "completed"

const rung = (plan: CallPlan, via: string | null, person: number, { dialed, over }: Heard): Next => {
  const ring = ringAt(plan, via)
  if (ring === undefined) return { instructions: [end], events: [] }
  const phones = phonesOf(ring, person)
  const [only] = phones
  if (isAnswered(dialed)) {
    const about = phones.length === 1 ? only! : null
    return { instructions: [end], result: "answered", ...about !== null && { answered_by: about }, events: [event("connected", about)] }
  }
  const events = [event("not_answered", dialed)]
  if (over) return { instructions: [end], result: "missed", events }
  const isLast = ring.order === "together" || person + 1 >= ring.people.length
  const next: Next = !isLast ? ringing(plan, ring, via, person + 1)
    : ring.otherwise === "voicemail" ? voicemail(plan) : { instructions: [end], result: "missed", events: [] }
  return { ...next, events: [...events, ...next.events] }
}

/** What follows at a place of a call, by what the provider came back with. Where a caller hung up, nobody hears the answer. */
export const goOn = (plan: CallPlan, place: Place, heard: Heard): Next => {
  switch (place.at) {
    case "menu": {
      if (heard.over) return { instructions: [end], result: "missed", events: [] }
      return plan.step.type === "menu" ? chosen(plan, plan.step, place.tries, heard.digits ?? "") : { instructions: [end], events: [] }
    }
    case "ring": return rung(plan, place.via, place.person, heard)
    case "recorded": {
      const seconds = heard.seconds ?? 0
      return seconds > 0
        ? { instructions: [end], result: "voicemail", events: [event("recorded", `${seconds} s`)] }
        : { instructions: [end], result: "missed", events: [] }
    }
    case "bridged":
      return isAnswered(heard.dialed)
        ? { instructions: [end], result: "answered", events: [event("connected")] }
        : { instructions: [end], result: "not_reached", events: [event("not_answered", heard.dialed)] }
    case "whisper": return { instructions: plan.announcement === null ? [] : [{ do: "say", text: plan.announcement }], events: [] }
  }
}
