import { Effect, Option } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { CallStepNames } from "#layers/messages/voice/call-steps"
import { CompanyId } from "#schemas/kernel/ids"
import { CallId } from "#schemas/messages/voice/ids"
import { callsPath } from "./asking.ts"
import type { Place } from "./flow.ts"
import type { Addresses } from "./twiml.ts"

const tellings = ["status", "voicemail", "conversation"] as const

/** In which call of which company the provider comes back: at a place of its flow, or to tell something. */
export interface Step {
  readonly company: CompanyId
  readonly call: CallId
  readonly what: Place | { readonly tells: typeof tellings[number] }
}

const simple = { v: { at: "recorded" }, b: { at: "bridged" }, w: { at: "whisper" } } as const

/* Short, as a part of a path has a hundred characters at most, and half of them seal it. */
const codeOf = (what: Step["what"]): string => {
  if ("tells" in what) return `t${tellings.indexOf(what.tells)}`
  if (what.at === "menu") return `m${what.tries}`
  if (what.at === "ring") return `r${what.via ?? "-"}${what.person}`
  return what.at === "recorded" ? "v" : what.at === "bridged" ? "b" : "w"
}

const whatOf = (code: string): Step["what"] | undefined => {
  const [, menu, via, person, tells] = /^(?:m(\d)|r([-*\d])(\d{1,2})|t(\d)|[vbw])$/u.exec(code) ?? []
  if (menu !== undefined) return { at: "menu", tries: Number(menu) }
  if (via !== undefined) return { at: "ring", via: via === "-" ? null : via, person: Number(person) }
  const telling = tells === undefined ? undefined : tellings[Number(tells)]
  if (telling !== undefined) return { tells: telling }
  return code in simple ? simple[code as keyof typeof simple] : undefined
}

export const encodeStep = ({ call, company, what }: Step): string => `${company}.${call}.${codeOf(what)}`

export const decodeStep = (text: string): Option.Option<Step> => {
  const [company = "", call = "", code = ""] = text.split(".")
  const what = whatOf(code)
  return what === undefined ? Option.none() : Option.some({ company: CompanyId.make(Number(company)), call: CallId.make(Number(call)), what })
}

/** The step that an address names; nothing where nobody here made it. */
export const stepNamed = (name: string) => CallStepNames.use((names) => Effect.succeed(Option.flatMap(names.read(name), decodeStep)))

/** Where this provider comes back to about a call. */
export const addressesOf = Effect.fnUntraced(function*(company: CompanyId, call: CallId, by: string) {
  const { issue } = yield* CallStepNames
  const { linked } = yield* Site
  const at = (kind: "steps" | "reports", what: Step["what"]) => `${linked}${callsPath(by)}/${kind}/${issue(encodeStep({ company, call, what }))}`
  return {
    step: (place) => at("steps", place),
    report: (tells) => at("reports", { tells })
  } satisfies Addresses as Required<Addresses>
})
