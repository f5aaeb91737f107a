import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { Site } from "#layers/kernel/installation/site"
import { told } from "#schemas/content/provenance"
import type { ToolInput } from "#schemas/tools/catalog"
import { namesOf } from "./product-names.ts"
import { addressesOf } from "./product-operations.ts"
import { perContent } from "./search.ts"

const integrationsOf = perContent(({ integrations }) => ({
  ...namesOf(integrations.platforms),
  ways: integrations.ways.map(({ how, verbs, way }) => ({ way, how, operations: addressesOf(verbs) }))
}))

const UNLISTED = "Nothing is built for it, and nothing is known of it here. What can send or receive HTTP, or read and write " +
  "CSV, connects by one of these ways."

export const get_integration_info = Effect.fnUntraced(function*({ platform }: ToolInput<"get_integration_info">) {
  const content = yield* currentContent
  const { named, near, ways } = integrationsOf(content)
  const found = named(platform)
  const provenance = told(content.integrations.provenance)
  if (found === undefined) {
    const nearest = near(platform, 3).map(({ id }) => id)
    return {
      platform, listed: false, status: "by_webhook_or_api" as const, how: UNLISTED, ways,
      ...nearest.length > 0 && { nearest },
      provenance
    }
  }
  const { how, kind, meanwhile, name, status } = found
  return { platform: name, listed: true, kind, status, how, ...meanwhile !== undefined && { meanwhile }, ways, provenance }
})

const partnersOf = perContent(({ interoperability }) => namesOf(interoperability.platforms))

export const get_ai_interoperability = Effect.fnUntraced(function*({ platform = "all" }: ToolInput<"get_ai_interoperability">) {
  const content = yield* currentContent
  const { others, platforms, protocols, provenance } = content.interoperability
  const origin = yield* (yield* Site).origin
  const one = partnersOf(content).named(platform)
  const all = platform.trim().toLowerCase() === "all"
  const shown = all ? platforms : one === undefined ? [] : [one]
  return {
    platforms: shown.map(({ how, id, name, protocols }) => ({ id, name, protocols, how })),
    protocols: protocols.filter(({ id }) => one === undefined || one.protocols.includes(id)).map(({ path, ...protocol }) => ({
      ...protocol,
      ...path !== null && { address: origin + path }
    })),
    ...!all && one === undefined && { note: others },
    provenance: told(provenance)
  }
})
