import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { CompanySettings } from "#layers/company/settings"
import { OptOutLinks } from "#layers/messages/sms/opt-out-links"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { payloadHash } from "#layers/workflows/runs"
import { Caller } from "#schemas/kernel/tenancy"
import { baseOf } from "../../payments/addressed.ts"

/** The path that links in texts lead to by which their readers opt out. */
export const OPT_OUT = "/o"

/** The variable of texts that stands for such a link. */
export const OPT_OUT_LINK = "opt_out_link"

/** Where each number opts out of the company's texts. */
export const optOutLinks = Effect.fnUntraced(function*(phones: ReadonlyArray<string>) {
  const base = yield* baseOf(OPT_OUT)
  const codes = yield* OptOutLinks.use((links) => links.of(phones))
  return new Map([...codes].map(([phone, code]) => [phone, `${base}/${code}`]))
})

const callerOf = Effect.fnUntraced(function*(code: string, company: number | undefined) {
  const found = yield* OptOutLinks.use((links) => links.find(code, company))
  return Option.map(found, (link) => ({ ...link, caller: anonymousCaller(link.company_id, NO_CREDENTIAL, link.livemode ? "live" : "test") }))
})

/** What the page of a link says; nothing where it is no link of ours, or of another company than `company`. */
export const optOutPageOf = Effect.fnUntraced(function*(code: string, company: number | undefined) {
  const found = yield* callerOf(code, company)
  if (Option.isNone(found)) return undefined
  const { caller, phone } = found.value
  return yield* Effect.gen(function*() {
    const { name } = yield* CompanySettings.use(({ own }) => own)
    return { company: name, phone, isOut: yield* OptOutLinks.use((links) => links.isOut(code, caller.mode)) }
  }).pipe(Effect.provideService(Caller, caller))
})

/** Opts the holder of a link out of all texts of the company, or in again; what the page says then. */
export const changeByLink = Effect.fnUntraced(function*(code: string, company: number | undefined, wants: "start" | "stop") {
  const found = yield* callerOf(code, company)
  if (Option.isNone(found)) return undefined
  const verb = wants === "stop" ? "add_opt_out" : "remove_opt_out"
  yield* Receipted.use((receipted) => receipted.write(
    { verb, payloadHash: payloadHash({ code, wants }) },
    OptOuts.use((optOuts) => wants === "stop" ? optOuts.addByLink(code) : optOuts.removeByLink(code))
  )).pipe(Effect.provideService(Caller, found.value.caller))
  return yield* optOutPageOf(code, company)
})
