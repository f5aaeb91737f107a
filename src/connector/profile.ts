import { Effect, Stream } from "effect"
import { API_VERSION } from "#schemas/api"
import { callMeta } from "#schemas/connector/meta"
import type { Operation } from "#schemas/kernel/catalog"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Caller } from "#schemas/kernel/tenancy"
import type { McpCall, McpTool, Profile } from "../mcp/profile.ts"
import { callOf } from "./call.ts"
import { Connection } from "./connection.ts"
import { searchTools } from "./search.ts"
import { begunOf, hintsOf, isOffered, takenInShort, verbs } from "./verbs.ts"

/** How long a person may take over a question of their client, in seconds. */
const HOLDS_S = 600

const instructions =
  "Acts for one company on the business platform: contacts, companies, deals, tasks, segments, webhooks and more, as far as the person " +
  "who connected granted it. The list shows the common tools in short; search_tools finds every other one, and each can be called by its " +
  "name. Asked for by its name, a tool is told with all that it takes. Some calls need a person's confirmation: they are asked, or the " +
  "answer says on which page they decide; after their approval make the very same call again. A refused call says in its hint what works " +
  `instead. To be safe against repetition send a key of your own in _meta as ${callMeta.idempotencyKey}; to change only what you have ` +
  `read, the record's ETag as ${callMeta.ifMatch}.`

/** A caller as sessions and what calls keep are bound to them. */
export const principalOf = ({ company_id, key_id }: Caller["Service"]): string => `company ${company_id} grant ${key_id}`

const isOf = (company: CompanyId) => (principal: string) => principal.startsWith(`company ${company} `)

/** What a call needs of the service. */
type Needs = Exclude<Effect.Services<ReturnType<ReturnType<typeof callOf>>>, McpCall>

/** In short and without what it answers, which a model sees when it calls: the list is part of each question to it. */
const toolOf = (entry: Operation): McpTool<Needs> => ({
  name: entry.name,
  title: entry.summary,
  description: begunOf(entry),
  inputSchema: takenInShort(entry),
  annotations: hintsOf(entry),
  call: callOf(entry)
})

const byName = new Map(verbs.map((entry) => [entry.name, entry]))

const offered = (caller: Caller["Service"] | undefined) => {
  const isShown = caller === undefined ? () => false : isOffered(caller)
  return (tool: string): boolean => {
    const entry = byName.get(tool)
    return entry === undefined || isShown(entry)
  }
}

/**
 * The operations of the API in the Model Context Protocol, as far as a connection may call them. `changed` tells of companies in
 * which that may be another than before.
 */
export const connectorProfile = (changed: Stream.Stream<CompanyId>): Profile<Needs> => ({
  anyPage: true,
  name: "business-platform-connector",
  title: "Business Platform",
  version: API_VERSION,
  instructions,
  tools: [searchTools, ...verbs.map(toolOf)],
  offers: Effect.map(Effect.flatMap(Connection, ({ caller }) => caller), offered),
  resources: [],
  resourceTemplates: [],
  prompts: [],
  lists: { ttl: 0, scope: "private" },
  reads: { ttl: 0, scope: "private" },
  changes: Stream.map(changed, (company) => ({ changed: "tools", isFor: isOf(company) }) as const),
  sessions: true,
  plain: true,
  holds: HOLDS_S
})
