import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { OptOut, optOut } from "./opt-out.ts"

const phone = {
  phone: Schema.String.check(Schema.isPattern(/^\+[1-9]\d{6,14}$/u, { expected: "a phone number in E.164, like +12025550123" })).annotate({
    description: "E.164. The plus sign is written `%2B` in an address.", examples: ["+12025550187"]
  })
}

export const list_opt_outs = operation.list("list_opt_outs", "/sms/opt-outs", OptOut, {
  ...optOut.list,
  by: "-id",
  summary: "List opt-outs",
  description: "Numbers that are not written to, newest first, with what they wrote. `guessed=true` lists those that sent no keyword, for a person to " +
    "look through. Opt-outs of live and of test keys are apart.",
  access: "messages:read"
})

const Reason = Schema.Struct({
  text: Schema.optionalKey(line(500).annotate({ description: "What was said, or how.", examples: ["Asked on the phone"] }))
}).annotate({ identifier: "OptOutReason" })

export const add_opt_out = operation.set("add_opt_out", "/sms/opt-outs/:phone", Reason, OptOut, {
  params: phone,
  summary: "Opt a number out",
  description: "The number gets no more texts, from nobody in the company, also none that wait to leave. Sending STOP does the same; sending START lifts it. " +
    "One that opted out before stays as it is.",
  access: "messages:write"
})

export const remove_opt_out = operation.remove("remove_opt_out", "/sms/opt-outs/:phone", OptOut, {
  params: phone,
  summary: "Lift an opt-out",
  description: "The number can be written to again: for those who asked for it otherwise than by START, and for wrong guesses.",
  requiresConsent: true,
  undo: { by: "add_opt_out" },
  destructive: false,
  access: "messages:write"
})
