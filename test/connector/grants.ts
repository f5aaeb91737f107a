import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { randomBytes } from "node:crypto"
import { hashOfRecord, sealedUnder } from "#layers/oauth/sealed"
import { scopes } from "#schemas/kernel/tenancy"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { catalog } from "../contract/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, emailOf, type Key, keys, send } from "../support/test-server.ts"
import { messageIn, modernRequest } from "../mcp/asking.ts"

/** Another connection to a company, as the authorization server leaves it behind. */
export interface Made {
  /** A seeded person. */
  readonly person: Key
  readonly scopes: ReadonlyArray<string>
  readonly client?: string
  /** Where its token is good for; the connector without it. */
  readonly resource?: string
  /** Seconds from now. */
  readonly lasts?: number
}

/** A connection of a person to a tool client, with the access token that it holds. */
export interface TestGrant {
  readonly token: string
  readonly key_id: number
  readonly company_id: number
  readonly client: string
}

export const baseOf = HttpServer.addressFormattedWith(Effect.succeed)

/** What a connection can call: it acts for a company, so what people do before they sign in is not for it, nor what only visitors do. */
export const callable = catalog.filter(({ access, readOnly, visitors }) => access !== "public" || (readOnly && visitors.length === 0))

/** All that can be granted: what only a person may do is not among them. */
export const grantable = scopes.filter((scope) => scope !== "consents:approve")

let turn = 0

/** Makes a connection in the database, with an access token of its own. */
export const connect = Effect.fnUntraced(function*({ client = `Client ${turn++}`, lasts = 600, person, resource, scopes }: Made) {
  const sql = yield* OwnerSql
  const company_id = companyIds[keys[person].company]
  const [user] = yield* sql<{ id: number; account_id: number }>`
    select id, account_id from users where company_id = ${company_id} and email = ${emailOf(person)}`
  const [key] = yield* sql<{ id: number }>`insert into api_keys ${
    sql.insert({ company_id, kind: "grant", user_id: user!.id, prefix: "", label: client, mode: keys[person].mode, scopes: [...scopes], agent: client })
  } returning id`
  const grant_hash = randomBytes(32)
  yield* sql`insert into oauth_grants ${
    sql.insert({
      company_id, key_id: key!.id, account_id: user!.account_id, grant_hash, client_id: `https://${turn}.example/client`, client_name: client
    })
  }`
  const token = randomBytes(32).toString("base64url")
  yield* sql`insert into identity.oauth_records ${
    sql.insert({
      kind: "AccessToken", hash: hashOfRecord("AccessToken", token), grant_hash,
      sealed: sealedUnder("AccessToken", token, JSON.stringify({ scope: scopes.join(" ") })),
      resource: resource ?? `${yield* baseOf}${CONNECTOR_PATH}`,
      expires_at: new Date(Date.now() + lasts * 1_000).toISOString()
    })
  }`
  return { token, key_id: key!.id, company_id, client } satisfies TestGrant
}, Effect.orDie)

/** One request of 2026-07-28 to the connector. */
export const ask = Effect.fnUntraced(function*(
  { token }: Pick<TestGrant, "token">,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { capabilities = {}, meta = {} }: { readonly capabilities?: object; readonly meta?: object } = {}
) {
  const { body, headers } = modernRequest(method, params, capabilities as never, meta as never)
  const sent = yield* send(CONNECTOR_PATH, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body)
  })
  return { ...sent, message: sent.text === "" ? undefined : messageIn(sent.text) }
})

/** What a tool answered: its data, or its refusal. */
export interface Told {
  readonly structured: any
  readonly error: any
  readonly text: string
  readonly result: any
}

export const toldOf = (message: any): Told => {
  /* With a scope that is lacking, and could be granted, the request itself is refused, so that the client asks for more. */
  const refused = message?.error?.data?.error
  if (refused !== undefined) return { result: undefined, text: JSON.stringify(message), structured: undefined, error: refused }
  const result = message?.result
  if (result === undefined) throw new Error(`no result: ${JSON.stringify(message)}`)
  const text = result.content?.[0]?.text ?? ""
  return { result, text, structured: result.structuredContent, error: result.isError === true ? JSON.parse(text).error : undefined }
}

/** Calls a tool. */
export const call = (
  held: Pick<TestGrant, "token">,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: Parameters<typeof ask>[3] & { readonly params?: object } = {}
) => Effect.map(ask(held, "tools/call", { name, arguments: args, ...options.params }, options), ({ message }) => toldOf(message))

/** The names of the tools that a connection is shown. */
export const listed = (held: Pick<TestGrant, "token">) =>
  Effect.map(ask(held, "tools/list"), ({ message, text }): ReadonlyArray<any> => {
    if (message?.result === undefined) throw new Error(text)
    return message.result.tools
  })
