import { readFileSync } from "node:fs"
import { join } from "node:path"
import { XMLParser } from "fast-xml-parser"
import { fetched, fetchedModule, unfetched } from "../../support/fetched.ts"

const library = unfetched === undefined ? { folder: await fetched("twilio"), twilio: (await fetchedModule("twilio")).default } : undefined

/** The provider's own declarations of its documents: which verbs there are, what they take, and what may be inside them. */
const declared = library === undefined ? "" : readFileSync(join(library.folder, "node_modules/twilio/lib/twiml/VoiceResponse.d.ts"), "utf8")

const bodyOf = (name: string) => new RegExp(`interface ${name}Attributes \\{([\\s\\S]*?)\\n {4}\\}`).exec(declared)?.[1]

/** Verbs like `Hangup` have none. */
const attributesOf = (name: string) => {
  const body = bodyOf(name) ?? ""
  return new Map([...body.matchAll(/^\s+"?([\w-]+)"?\?: ([^;]+);$/gmu)].map(([, key, type]) => [key!, type!]))
}

const literalsOf = (type: string) => {
  const found = new RegExp(`type ${type} = ([^;]+);`).exec(declared)?.[1]
  return found === undefined ? undefined : new Set([...found.matchAll(/"([^"]*)"/g)].map(([, literal]) => literal!))
}

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<Node | string>
}

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", preserveOrder: true, trimValues: false, parseTagValue: false, parseAttributeValue: false })

const nodeOf = (one: any): Node | string => {
  if ("#text" in one) return one["#text"]
  const name = Object.keys(one).find((key) => key !== ":@")!
  return { name, attributes: one[":@"] ?? {}, children: one[name].map(nodeOf) }
}

export const parsed = (document: string): Node => {
  const root = (parser.parse(document, true) as Array<any>).find((one) => "Response" in one)
  if (root === undefined) throw new Error(`no <Response>: ${document}`)
  return nodeOf(root) as Node
}

const textOf = ({ children }: Node) => children.filter((one) => typeof one === "string").join("")
const elementsOf = ({ children }: Node) => children.filter((one): one is Node => typeof one !== "string")

/** In Twilio's library a verb is a method of what it stands in. */
const methodOf = (name: string) => name[0]!.toLowerCase() + name.slice(1)

const valueOf = (type: string, value: string): unknown => {
  if (type === "number") {
    if (!/^\d+$/.test(value)) throw new Error(`${value} is no number`)
    return Number(value)
  }
  if (type === "boolean") {
    if (value !== "true" && value !== "false") throw new Error(`${value} is no boolean`)
    return value === "true"
  }
  if (type === "string") return value
  const literals = literalsOf(type.replace("[]", ""))
  if (literals === undefined || !literals.has(value)) throw new Error(`${value} is none of ${type}`)
  return type.endsWith("[]") ? [value] : value
}

const build = (into: any, node: Node) => {
  const known = attributesOf(node.name)
  const attributes = Object.fromEntries(Object.entries(node.attributes).map(([key, value]) => {
    const type = known.get(key)
    if (type === undefined) throw new Error(`<${node.name}> has no ${key}`)
    return [key, valueOf(type, value)]
  }))
  const method = into[methodOf(node.name)]
  if (typeof method !== "function") throw new Error(`<${node.name}> cannot stand here`)
  const words = textOf(node)
  const made = words === "" ? method.call(into, attributes) : method.call(into, attributes, words)
  for (const child of elementsOf(node)) build(made, child)
}

/**
 * Builds the same document by the provider's own library, which refuses a verb or an attribute that it does not know. Only `npm run goals` has the
 * library: elsewhere it is the document itself.
 */
export const builtByTwilio = (document: string): string => {
  if (library === undefined) return document
  const response = new library.twilio.twiml.VoiceResponse()
  for (const verb of elementsOf(parsed(document))) build(response, verb)
  return response.toString()
}

/** The verbs of a document in order, with what stands in them. */
export const verbsOf = (document: string): string => 
  elementsOf(parsed(document)).map((node) => {
    const inside = elementsOf(node).map((one) => one.name === "Number" ? textOf(one) : one.name)
    return inside.length === 0 ? node.name : `${node.name}[${inside.join(" ")}]`
  }).join(" ")
