import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { cookieOf } from "../cookies.ts"
import { inLanguage, isTag, Language, type Tag } from "./spoken.ts"

const LONGEST_HEADER = 500

const languageOf = (locale: string): Tag | undefined => {
  const language = locale.toLowerCase().split(/[-_]/u, 1)[0]!
  return isTag(language) ? language : undefined
}

/** The first of a browser's languages that pages are written in. */
export const accepted = (header: string | undefined): Tag | undefined => {
  const wanted = (header ?? "").slice(0, LONGEST_HEADER).split(",").map((one) => {
    const [tag = "", ...more] = one.split(";").map((part) => part.trim())
    return { language: languageOf(tag), weight: Number(more.find((part) => part.startsWith("q="))?.slice(2) ?? 1) }
  })
  return wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight).find(({ language }) => language !== undefined)?.language
}

const tagFor = Effect.fnUntraced(function*(locale: string | undefined) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const own = (yield* cookieOf("language")) ?? ""
  return isTag(own) ? own : (locale === undefined ? undefined : languageOf(locale)) ?? accepted(headers["accept-language"]) ?? "en"
})

/** Decides the language of a request, once: a person's own choice, or their company's, or that of their browser. */
export const inChosenLanguage = <A, E, R>(locale: string | undefined, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(tagFor(locale), (tag) => Effect.provideService(work, Language, inLanguage(tag)))
