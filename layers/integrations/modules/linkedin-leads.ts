import { Effect, Option, Schema } from "effect"
import { foundIn } from "#schemas/integrations/person-fields"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading, said } from "./asking.ts"

const PAGE = 100
const headers = { "linkedin-version": "202506", "x-restli-protocol-version": "2.0.0" }

const Answer = Schema.Struct({
  questionId: Schema.Int, answerDetails: maybe(Schema.Struct({ textQuestionAnswer: maybe(Schema.Struct({ answer: maybe(Schema.String) })) }))
})
const Response = Schema.Struct({ id: Schema.String, submittedAt: Schema.Int, versionedLeadGenFormUrn: Schema.String, formResponse: Schema.Struct({ answers: Schema.Array(Answer) }) })
const responses = eachOf(Response, "contact", "id")
const Responses = Schema.Struct({ elements: Schema.Array(Schema.Unknown), paging: maybe(Schema.Struct({ total: maybe(Schema.Int), links: maybe(Schema.Array(Schema.Struct({ rel: Schema.String }))) })) })

const Form = Schema.Struct({
  content: Schema.Struct({ questions: Schema.Array(Schema.Struct({ questionId: Schema.Int, predefinedField: maybe(Schema.String), name: maybe(Schema.String) })) })
})
const Me = Schema.Struct({ localizedFirstName: maybe(Schema.String), localizedLastName: maybe(Schema.String) })

/** The number of a form in its name, `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:3162,1)`. */
const formOf = (urn: string) => /leadGenForm:(\d{1,20})/u.exec(urn)?.[1]

/** What the questions of a form ask for. */
const questionsOf = (way: Way, access: Access, form: string) =>
  Effect.map(way.json(reading(access, "read_form", `${way.base}/rest/leadForms/${form}`, headers), Form), ({ content }) =>
    new Map(content.questions.map(({ name, predefinedField, questionId }) => [questionId, said(predefinedField) ?? said(name) ?? ""])))

/** Where the list is read, what is new since when, and the newest that was seen; times in milliseconds since 1970. */
const Place = Schema.Struct({ start: Schema.Int, since: Schema.Int, newest: Schema.Int })
const placeOf = Schema.decodeUnknownOption(Place)

/** Lead forms of LinkedIn (learn.microsoft.com/linkedin/marketing/lead-sync). */
export const linkedinLeads: IntegrationModule = {
  party: { name: "linkedin", usually: "https://api.linkedin.com", verdictOf: () => undefined },
  oauth: {
    authorize: "https://www.linkedin.com/oauth/v2/authorization", token: "https://www.linkedin.com/oauth/v2/accessToken", client: "post",
    scope: "r_basicprofile r_marketing_leadgen_automation"
  },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${way.base}/v2/me`, headers), Me), ({ localizedFirstName, localizedLastName }) =>
      ({ account: said([localizedFirstName, localizedLastName].filter((one) => one).join(" ")) ?? null })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { newest, since, start } = Option.getOrElse(placeOf(place), () => ({ start: 0, since: 0, newest: 0 }))
    const account = encodeURIComponent(`urn:li:sponsoredAccount:${access.settings.account ?? ""}`)
    const range = since > 0 ? `&submittedAtTimeRange=(start:${since})` : ""
    const { elements, paging } = yield* way.json(reading(access, "read_leads",
      `${way.base}/rest/leadFormResponses?q=owner&owner=(sponsoredAccount:${account})&leadType=(leadType:SPONSORED)&limitedToTestLeads=false&start=${start}&count=${PAGE}${range}`, headers), Responses)
    const { good, unreadable } = responses(elements)
    const forms = new Map<string, ReadonlyMap<number, string>>()
    for (const form of new Set(good.flatMap(({ versionedLeadGenFormUrn }) => formOf(versionedLeadGenFormUrn) ?? []))) forms.set(form, yield* questionsOf(way, access, form))
    const people = good.map(({ formResponse: { answers }, id, versionedLeadGenFormUrn }): RemotePerson => {
      const questions = forms.get(formOf(versionedLeadGenFormUrn) ?? "")
      const said = Object.fromEntries(answers.map(({ answerDetails, questionId }) => [questions?.get(questionId) ?? "", answerDetails?.textQuestionAnswer?.answer ?? ""]))
      return { remote_id: id, fields: foundIn(said, access.settings.mapping), tags: ["linkedin lead"] }
    })
    const seen = Math.max(newest, ...good.map(({ submittedAt }) => submittedAt))
    const done = elements.length === 0 || start + elements.length >= (paging?.total ?? 0)
    return { people, unreadable, done, place: done ? { start: 0, since: seen, newest: seen } : { start: start + elements.length, since, newest: seen } }
  })
}
