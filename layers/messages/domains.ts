import { generateKeyPair } from "node:crypto"
import { promisify } from "node:util"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailDomain } from "#schemas/company/email-domain"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "../auth/secret-store.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { execute, first, inTenant as ofTenant } from "../kernel/sql.ts"
import { NameServers, textResolver } from "../network/names.ts"
import { Mail } from "../providers/mail.ts"
import { emailKeys } from "./category.ts"

/** What every mail server that checks signatures still takes (RFC 8301). */
const KEY_BITS = 2_048

interface KeyRow {
  readonly selector: string
  readonly public_key: string
  readonly private_key: string
}

const makeKey = promisify(generateKeyPair)

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/** The tags of a DKIM record, without the white space that may stand anywhere in them (RFC 6376). */
const tagsOf = (text: string) =>
  new Map(text.split(";").map((tag) => {
    const [name = "", ...value] = tag.split("=")
    return [name.trim(), value.join("=").replace(/\s+/gu, "")] as const
  }))

const isKeyRecord = (text: string, key: string) => {
  const tags = tagsOf(text)
  return tags.get("p") === key && (tags.get("v") ?? "DKIM1") === "DKIM1" && (tags.get("k") ?? "rsa") === "rsa"
}

/** A domain has one SPF record; with two, no server goes by either (RFC 7208). */
const includes = (texts: ReadonlyArray<string>, host: string) => {
  const records = texts.filter((text) => /^v=spf1(?: |$)/iu.test(text))
  return records.length === 1 && records[0]!.toLowerCase().split(/\s+/u).some((term) => /^\+?include:/u.test(term) && term.endsWith(`:${host}`))
}

/** The domains that e-mails of the caller's company come from: their keys, and what the DNS says of them. */
export class EmailDomains extends Context.Service<EmailDomains>()("layers/messages/EmailDomains", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const { mailSpf } = yield* ServiceConfig
    const { sender } = yield* Mail
    const secrets = yield* SecretStore
    const texts = textResolver(yield* NameServers)
    const spfHost = Option.getOrElse(mailSpf, () => domainOf(sender)).toLowerCase()

    const keyOf = (domain: string) =>
      first(sql<KeyRow>`select selector, public_key, private_key from email_keys where ${inTenant} and domain = ${domain}`)

    const recordsOf = (domain: string, { public_key, selector }: KeyRow, found: { readonly spf: boolean; readonly dkim: boolean }) => [
      { purpose: "spf" as const, type: "TXT" as const, name: domain, value: `v=spf1 include:${spfHost} ~all`, found: found.spf },
      { purpose: "dkim" as const, type: "TXT" as const, name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${public_key}`, found: found.dkim }
    ]

    return {
      /** Sees to it that the domain has a key, and answers with the records that it has to publish. Within a transaction. */
      begin: Effect.fnUntraced(function*(domain: string) {
        const { company_id } = yield* Caller
        if (Option.isNone(yield* keyOf(domain))) {
          const { privateKey, publicKey } = yield* Effect.promise(() => makeKey("rsa", { modulusLength: KEY_BITS }))
          const public_key = publicKey.export({ type: "spki", format: "der" }).toString("base64")
          const private_key = emailKeys.sealed(secrets, { company_id }, privateKey.export({ type: "pkcs8", format: "pem" }).toString())
          yield* execute(sql`insert into email_keys (company_id, domain, selector, public_key, private_key)
            values (${company_id}, ${domain}, ${`s${company_id}-${public_key.replace(/[^a-z0-9]/gu, "").slice(-6)}`}, ${public_key}, ${private_key})
            on conflict do nothing`)
        }
        const key = Option.getOrThrow(yield* keyOf(domain))
        return { domain, verified: false, checked_at: null, records: recordsOf(domain, key, { spf: false, dkim: false }) } satisfies EmailDomain
      }),
      /** What the DNS says by now; nothing where nobody could say, or the domain has no key. */
      check: Effect.fnUntraced(function*(domain: string) {
        const key = yield* keyOf(domain)
        if (Option.isNone(key)) return Option.none<EmailDomain>()
        const { public_key, selector } = key.value
        return yield* Effect.option(Effect.tryPromise(async (): Promise<EmailDomain> => {
          const [ofDomain, ofKey] = await Promise.all([texts(domain), texts(`${selector}._domainkey.${domain}`)])
          const found = { spf: includes(ofDomain, spfHost), dkim: ofKey.some((text) => isKeyRecord(text, public_key)) }
          return {
            domain, verified: found.spf && found.dkim, checked_at: new Date().toISOString(), records: recordsOf(domain, key.value, found)
          }
        }))
      }),
      /** What signs e-mails for the domain. */
      signature: Effect.fnUntraced(function*(domain: string) {
        const key = yield* keyOf(domain)
        if (Option.isNone(key)) return undefined
        const opened = emailKeys.opened(secrets, yield* Caller, key.value.private_key)
        return Option.isNone(opened) ? undefined : { domainName: domain, keySelector: key.value.selector, privateKey: opened.value }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(EmailDomains, EmailDomains.make)
}
