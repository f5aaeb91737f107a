import { readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"

/** What changed in the contract on one day, as `/docs/changelog` tells it. */
export interface Changes {
  readonly date: string
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** By the operation's name: each a few words. */
  readonly changed: Readonly<Record<string, ReadonlyArray<string>>>
}

type Json = Readonly<Record<string, any>>

interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components?: Readonly<Record<string, Json>>
}

/** What is compared of an operation: by a few words, whether it holds or which value. */
type Shape = Readonly<Record<string, unknown>>

const resolve = (components: Json, value: Json | undefined): Json => {
  const [, , kind, name] = typeof value?.["$ref"] === "string" ? value["$ref"].split("/") : []
  return kind === undefined || name === undefined ? value ?? {} : components[kind]?.[name] ?? {}
}

const shapeOf = (components: Json, method: string, path: string, operation: Json): Shape => {
  const schemaOf = (media: Json | undefined) => resolve(components, media?.["application/json"]?.schema ?? media?.["multipart/form-data"]?.schema)
  const shape: Record<string, unknown> = { "is at": `\`${method.toUpperCase()} ${path}\`` }
  for (const given of operation["parameters"] ?? []) {
    const { in: place, name, required } = resolve(components, given)
    if (place === "header" && !required) continue
    shape[`takes \`${name}\``] = required ? "required" : "optional"
  }
  const body = schemaOf(operation["requestBody"]?.content)
  for (const name of Object.keys(body["properties"] ?? {})) shape[`takes \`${name}\``] = body["required"]?.includes(name) ? "required" : "optional"
  for (const [status, given] of Object.entries<Json>(operation["responses"] ?? {})) {
    const response = resolve(components, given)
    if (Number(status) >= 400) {
      for (const code of Object.keys(response["content"]?.["application/json"]?.examples ?? {})) shape[`may answer \`${code}\``] = true
      continue
    }
    const whole = schemaOf(response["content"])
    const answered = whole["properties"]?.items === undefined ? whole : resolve(components, whole["properties"].items.items)
    for (const name of Object.keys(answered["properties"] ?? {})) shape[`answers with \`${name}\``] = true
  }
  const { destructive, requiresConsent, scope, tierFloor } = operation["x-operation"] ?? {}
  return {
    ...shape, "has the scope": `\`${scope}\``, "is for the tier": `\`${tierFloor}\``,
    ...destructive === true && { "is destructive": true }, ...requiresConsent === true && { "needs consent": true },
    ...operation["deprecated"] === true && { "is deprecated": true }
  }
}

/** Every operation of documents that share their components, by name. */
export const shapesOf = (documents: ReadonlyArray<Described>): ReadonlyMap<string, Shape> => {
  const components: Record<string, Record<string, unknown>> = {}
  for (const document of documents) for (const [kind, all] of Object.entries(document.components ?? {})) components[kind] = { ...components[kind], ...all }
  return new Map(documents.flatMap(({ paths = {} }) => Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [String(operation["operationId"]), shapeOf(components, method, path, operation)] as const))))
}

const told = (before: Shape, after: Shape): ReadonlyArray<string> => [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((what) => {
  const [old, now] = [before[what], after[what]]
  if (old === now) return []
  if (now === undefined) return [`no longer ${what}`]
  if (now === true) return [what]
  if (old === undefined) return [now === "required" ? `${what}, which is required` : now === "optional" ? what : `${what} ${now}`]
  return [now === "required" ? `${what}, which is required now` : now === "optional" ? `${what}, which is optional now` : `${what} ${now}, not ${old}`]
})

/** How the operations differ. */
export const changesOf = (before: ReadonlyMap<string, Shape>, after: ReadonlyMap<string, Shape>, date: string): Changes => ({
  date,
  added: [...after.keys()].filter((name) => !before.has(name)).toSorted(),
  removed: [...before.keys()].filter((name) => !after.has(name)).toSorted(),
  changed: Object.fromEntries([...after].flatMap(([name, now]) => {
    const old = before.get(name)
    return old === undefined || isDeepStrictEqual(old, now) ? [] : [[name, told(old, now)] as const]
  }).toSorted(([a], [b]) => a < b ? -1 : 1))
})

/** The operations that are there after all of the changes. */
export const standing = (log: ReadonlyArray<Changes>): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { added, removed } of log.toReversed()) {
    for (const name of added) names.add(name)
    for (const name of removed) names.delete(name)
  }
  return names
}

const isEmpty = ({ added, changed, removed }: Changes) => added.length + removed.length + Object.keys(changed).length === 0

/** With one day's changes on top: they join those of the same day, of which an operation that came and went again is not told. */
export const extended = (log: ReadonlyArray<Changes>, now: Changes): ReadonlyArray<Changes> => {
  const [last, ...rest] = log
  if (isEmpty(now)) return log
  if (last?.date !== now.date) return [now, ...log]
  const before = standing(rest)
  const added = [...new Set([...last.added, ...now.added])].filter((name) => !now.removed.includes(name) && !before.has(name)).toSorted()
  const removed = [...new Set([...last.removed, ...now.removed])].filter((name) => !now.added.includes(name) && before.has(name)).toSorted()
  const names = [...new Set([...Object.keys(last.changed), ...Object.keys(now.changed)])].filter((name) => !added.includes(name) && !removed.includes(name)).toSorted()
  const changed = Object.fromEntries(names.map((name) => [name, [...new Set([...last.changed[name] ?? [], ...now.changed[name] ?? []])]]))
  const joined = { date: now.date, added, removed, changed }
  return isEmpty(joined) ? rest : [joined, ...rest]
}

const file = new URL("../../src/surfaces/docs/changes/changelog.json", import.meta.url)

export const changelog = (): ReadonlyArray<Changes> => JSON.parse(readFileSync(file, "utf8"))

const list = (names: ReadonlyArray<string>) => JSON.stringify(names)

/** A line for each operation that changed, so that two branches seldom touch the same. */
const print = ({ added, changed, date, removed }: Changes) => {
  const lines = Object.entries(changed).map(([name, what]) => `      ${JSON.stringify(name)}: ${list(what)}`)
  return `  {\n    "date": ${JSON.stringify(date)},\n    "added": ${list(added)},\n    "removed": ${list(removed)},\n` +
    `    "changed": {${lines.length === 0 ? "" : `\n${lines.join(",\n")}\n    `}}\n  }`
}

export const writeChangelog = (log: ReadonlyArray<Changes>) => writeFileSync(file, `[\n${log.map(print).join(",\n")}\n]\n`)
