import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { newToken } from "#layers/auth/opaque-tokens"
import { currentContent } from "#layers/content/content-store"
import { readCode } from "#layers/referrals/code"
import { ClientNetwork, dayEndsIn } from "#layers/referrals/daily-counters"
import { ContactForm } from "#schemas/referrals/lead"
import { platformOf } from "#schemas/referrals/platform"
import { receive } from "#workflows/leads/receive"
import { templatesOf } from "#workflows/tools/template"
import { decoderOf, REQUIRED } from "../http/input-errors.ts"
import { rateLimited } from "../dashboard/authentication.ts"
import { pageResponse, errorPage } from "../dashboard/response.ts"
import { anonymousToken, setCookie, tokenOf } from "../dashboard/cookies.ts"
import { csrfTokenOf, isOwnForm } from "../dashboard/csrf.ts"
import { networkOf } from "../http/client-address.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { carried, contactForm, SHOWING, thanks, TRAP } from "./contact-form.ts"

/** Longer than anything that one of our links carries. */
const MOST_CARRIED = 200

const written = ["email", "name", "company_name", "message"] as const

const messages: Readonly<Record<typeof written[number], string>> = {
  email: "This is not an e-mail address: one looks like ana@example.com.",
  name: "This is too long for a name, or holds what cannot be kept.",
  company_name: "This is too long for a company's name, or holds what cannot be kept.",
  message: "This is too long, or holds what cannot be kept: write up to four thousand characters."
}

const explain = decoderOf(ContactForm)
const decode = Schema.decodeUnknownEffect(ContactForm)

const tokenShaped = /^[A-Za-z0-9_-]{43}$/u

const industryOf = (template: string) =>
  Effect.map(currentContent, (content) => templatesOf(content).get(template)?.known.industry.name)

const shown = Effect.fnUntraced(function*(given: URLSearchParams, wrong: ReadonlyMap<string, string> = new Map(), status?: number) {
  const token = yield* anonymousToken
  const said = (name: string) => {
    const text = (given.get(name) ?? "").trim()
    return (carried as ReadonlyArray<string>).includes(name) ? text.slice(0, MOST_CARRIED) : text
  }
  const page = contactForm({ showing: newToken(), said, wrong, industry: yield* industryOf(said("template")) })
  const response = pageResponse({ ...page, ...status !== undefined && { status } }, { csrf: csrfTokenOf(token) })
  return yield* setCookie("anonymous", token)(response)
})

/** The form, which knows what the link said that led to it. */
export const contactPage = rateLimited(undefined, Effect.gen(function*() {
  return yield* shown((yield* CurrentRequest).target.query)
}))

const wrongWith = (fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(explain(fields).map(({ error, field }) => [
    field, error === REQUIRED ? "Please fill this in: without it nobody can answer." : messages[field as keyof typeof messages]
  ]))

/** What a link said, as far as it means something here. */
const meant = Effect.fnUntraced(function*(form: URLSearchParams) {
  const said = (name: typeof carried[number]) => (form.get(name) ?? "").trim().slice(0, MOST_CARRIED)
  return {
    template_id: (yield* industryOf(said("template"))) === undefined ? null : said("template"),
    ai_platform: platformOf(said("source")) || null,
    referral_code: readCode(said("referral")) ?? null,
    continues: readCode(said("reference")) ?? null
  }
})

/** Takes the form of a page of ours and says thank you, or what has to be put right and where. */
export const contactSent = rateLimited(undefined, Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const form = new URLSearchParams(yield* Effect.orDie(request.text))
  if (!(yield* isOwnForm(yield* tokenOf("anonymous"), form))) {
    return yield* shown(form, new Map([["", "The form was not the one this browser was given. Nothing is lost: send this one, with cookies allowed."]]))
  }
  if (form.get(TRAP)) {
    return yield* shown(form, new Map([["", "A field that people do not see was filled in. If you are no program, just send it again."]]))
  }
  const fields = Object.fromEntries(written.flatMap((name) => {
    const text = (form.get(name) ?? "").trim()
    return text === "" ? [] : [[name, text]]
  }))
  const wrong = wrongWith(fields)
  if (wrong.size > 0) return yield* shown(form, wrong)
  const { company_name = null, email, message = null, name = null } = yield* Effect.orDie(decode(fields))
  const showing = form.get(SHOWING) ?? ""
  const { address } = yield* CurrentRequest
  return yield* receive({
    origin: "contact_page", email, name, company_name, message, ...yield* meant(form), form: tokenShaped.test(showing) ? showing : null
  }).pipe(
    Effect.provideService(ClientNetwork, networkOf(address)),
    Effect.matchEffect({
      onSuccess: ({ reference }) => Effect.succeed(pageResponse(thanks(reference, email))) ,
      onFailure: Effect.fnUntraced(function*({ most }) {
        const said = `No more than ${most} a day are taken from one network. Yours was not stored: send it again tomorrow.`
        const page = yield* errorPage(429, "Too many messages", said, { "retry-after": String(yield* dayEndsIn) })
        return pageResponse(page)
      })
    })
  )
}))
