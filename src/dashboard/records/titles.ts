import { Context, Option } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "#schemas/api"
import type { Operation } from "#schemas/kernel/catalog"
import type { Page } from "../handler.ts"
import { declared } from "../words/declared.ts"
import type { Said } from "../words/spoken.ts"
import { paths } from "../paths.ts"
import { type Arguments, argumentsFor, listOf, pageOf } from "./catalogue.ts"

const titles = new Map<string, string>()

HttpApi.reflect(Api, {
  onEndpoint: () => {},
  onGroup: ({ group }) => void titles.set(group.identifier, Option.getOrElse(Context.getOption(group.annotations, OpenApi.Title), () => group.identifier))
})

/** What a category is called in English. */
export const categoryTitle = (category: string): string => titles.get(category) ?? category

/** What a category is called. */
export const titleOf = (category: string): Said => declared("categories", categoryTitle(category))

/** What an operation is called, on buttons and above forms. */
export const summaryOf = ({ category, summary }: Operation): Said => declared("operations", summary, category)

/** What a page of an operation is called: that of a list by what is in it. */
export const nameOfPage = ({ category, method, summary }: Operation): Said => {
  const what = method === "GET" ? summary.replace(/^(?:List|Get) (?:the )?/u, "") : summary
  return declared("operations", summary, category, `${what.charAt(0).toUpperCase()}${what.slice(1)}`)
}

/** The section of the pages of an operation: its category. */
export const sectionOf = ({ category }: Operation): string => `${paths.records}/${category}`

/** The page above that of an operation: the list that its record is in, or its category. */
export const trailOf = (entry: Operation, args: Arguments): NonNullable<Page["trail"]> => {
  const list = listOf(entry)
  return list === undefined || list === entry
    ? { title: titleOf(entry.category), to: `${paths.records}/${entry.category}` }
    : { title: nameOfPage(list), to: pageOf(list, argumentsFor(list, entry, args)) }
}
