import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { eventDescriptions, type EventKind } from "#schemas/kernel/events"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "../auth/secret-store.ts"
import { execute, inTenant as inTenantOf } from "../kernel/sql.ts"
import { webhookSecrets } from "../webhooks/category.ts"

type Json = Readonly<Record<string, unknown>>

const text = (value: unknown) => typeof value === "string" && value !== "" ? value : undefined

/** What a record is called. */
const nameOf = (record: Json): string | undefined =>
  text([record["first_name"], record["last_name"]].filter((part) => part !== null && part !== undefined).join(" ")) ?? text(record["name"]) ??
    text(record["title"]) ?? text(record["number"]) ?? text(record["subject"]) ?? text(record["summary"]) ?? text(record["email"])

const amountOf = ({ amount, currency }: Json): string | undefined =>
  typeof amount === "number" && typeof currency === "string" && /^[A-Z]{3}$/u.test(currency)
    ? new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 10 ** (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2))
    : undefined

const MOST = 1_900

/** An event in a line, for people. `data` is JSON. */
export const lineOf = ({ data, kind, livemode }: { readonly kind: EventKind; readonly livemode: boolean; readonly data: string }): string => {
  const { object = {} } = JSON.parse(data) as { readonly object?: Json }
  const about = [nameOf(object), amountOf(object)].filter((one) => one !== undefined).join(", ")
  const { id } = object
  const which = `${kind.split(".")[0]}${typeof id === "number" ? ` ${id}` : ""}`
  return `${livemode ? "" : "[test] "}${eventDescriptions.get(kind) ?? kind} ${about === "" ? "" : `${about} `}(${which})`.slice(0, MOST)
}

/** How each chat takes a message. What stands in a record is shown as it is: it calls nobody, and makes no link of its own. */
const messages: Readonly<Record<string, (line: string) => unknown>> = {
  slack: (line) => ({ text: line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"), unfurl_links: false }),
  discord: (line) => ({ content: line, allowed_mentions: { parse: [] } })
}

const marked = /^([a-z]+)\+https?:/u

/** Which chat an endpoint is, by its address; nothing for one that takes events as they are. */
export const chatAt = (url: string): ((line: string) => unknown) | undefined => messages[marked.exec(url)?.[1] ?? ""]

/** Team chats that are told of events. Their addresses are kept as the secrets of endpoints are. */
export class TeamChats extends Context.Service<TeamChats>()("layers/integrations/TeamChats", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const store = yield* SecretStore
    const inTenant = inTenantOf(sql)
    const disconnect = (key: string) => execute(sql`update webhooks set deleted_at = now() where ${inTenant} and integration = ${key} and deleted_at is null`)
    return {
      /** In place of the channel before. */
      connect: Effect.fnUntraced(function*(key: "slack" | "discord", address: Redacted.Redacted, events: ReadonlyArray<string>) {
        const { company_id, mode } = yield* Caller
        const secret = webhookSecrets.sealed(store, { company_id }, Redacted.value(address))
        yield* disconnect(key)
        yield* execute(sql`insert into webhooks (company_id, url, events, secret, livemode, integration)
          values (${company_id}, ${`${key}+${new URL(Redacted.value(address)).origin}`}, ${[...events]}::text[], ${secret}, ${mode === "live"}, ${key})`)
      }),
      disconnect
    }
  })
}) {
  static readonly layer = Layer.effect(TeamChats, TeamChats.make).pipe(Layer.provide(SecretStore.layer))
}
