import { resolve } from "node:path"
import { Console, Effect, Option } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { loadContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"

/** How much is in a file: the entries of its list or lists, or else its values. */
const amountIn = (value: object): string => {
  if (Array.isArray(value)) return `${value.length} entries`
  const lists = Object.values(value).filter((one): one is ReadonlyArray<unknown> => Array.isArray(one))
  return lists.length === 0 ? `${Object.keys(value).length} values` : `${lists.reduce((sum, list) => sum + list.length, 0)} entries`
}

const amountsOf = ({ templates, ...files }: Content): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(files).map(([name, value]) => [`${name}.json`, amountIn(value)] as const),
    ...templates.map(({ industries, sector }) => [`templates/${sector}.json`, `${industries.length} industries`] as const)
  ])

/** Prints what the content has; fails with all that is wrong with it, a line each. */
export const checkContent = Effect.fnUntraced(function*(folder: Option.Option<string>) {
  const { contentDir } = Option.isSome(folder) ? { contentDir: folder } : yield* ServiceConfig
  const own = Option.getOrUndefined(contentDir)
  const { content, files: { files } } = yield* loadContent(own)
  const amounts = amountsOf(content)
  const width = Math.max(...files.map(({ name }) => name.length))
  const isOwn = ({ at }: typeof files[number]) => own !== undefined && resolve(at).startsWith(resolve(own))
  yield* Console.log([
    ...files.map((file) => `${file.name.padEnd(width)}  ${isOwn(file) ? "own" : "shipped"}  ${amounts.get(file.name)}`),
    `The content pack is usable: ${files.length} files, templates for ${content.templates.flatMap(({ industries }) => industries).length} industries.`
  ].join("\n"))
}, Effect.provide(ServiceConfig.layer))
