import { readdirSync } from "node:fs"
import { Effect } from "effect"
import type { Template } from "./template.ts"

const folder = new URL("./templates/", import.meta.url)

/** Every template there is, by name: each file of the folder is one. */
export const allTemplates: Effect.Effect<ReadonlyMap<string, Template>> = Effect.runSync(Effect.cached(Effect.promise(async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts")).toSorted()
  const found = await Promise.all(files.map(async (file) => (await import(new URL(file, folder).href)).default as Template))
  return new Map(found.map((one) => [one.name, one]))
})))
