import { createHmac, timingSafeEqual } from "node:crypto"
import { Clock, Effect, Option } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { Hosts } from "#layers/company/hosts"
import { CompanySettings } from "#layers/company/settings"
import { getOrFail } from "#layers/kernel/get-or-fail"
import { Site } from "#layers/kernel/installation/site"
import { Revisions } from "#layers/website/revisions"
import { Caller } from "#schemas/kernel/tenancy"
import type { DocumentKind, IdOf } from "#schemas/website/documents"
import { PageId, PostId } from "#schemas/website/ids"
import { type Document, pageDocument, postDocument } from "./documents.ts"

/** The path, within a company's site, below which previews are shown. */
export const PREVIEW = "/preview"

const PURPOSE = "previews of pages and posts"
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** What the address of a preview holds: it is kept nowhere, and opens this document only. */
const tokenOf = Effect.fnUntraced(function*(kind: DocumentKind, id: number, revision: number | null, expires: number) {
  const { company_id } = yield* Caller
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  const said = `${company_id}-${kind}-${id}-${revision ?? 0}-${expires}`
  return `${said}-${signed(key!, said).toString("base64url")}`
})

const shape = /^((\d{1,15})-(page|post)-(\d{1,15})-(\d{1,10})-(\d{1,15}))-([\w-]{43})$/u

/** What a token says, if it is one of ours for the caller's company and its day is not over. */
const openedBy = Effect.fnUntraced(function*(token: string) {
  const { company_id } = yield* Caller
  const [, said, company, kind, id, revision, expires, signature] = shape.exec(token) ?? []
  if (said === undefined || Number(company) !== company_id || Number(expires) <= (yield* Clock.currentTimeMillis)) return undefined
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  if (!keys.some((key) => timingSafeEqual(signed(key, said), given))) return undefined
  return { kind: kind as DocumentKind, id: Number(id), revision: Number(revision) === 0 ? undefined : Number(revision) }
})

const seen = Effect.fnUntraced(function*<K extends DocumentKind, R>({ find, kind }: Document<K, R>, id: IdOf<K>, asked: number | undefined) {
  const row = Option.getOrUndefined(yield* find(id))
  if (row === undefined) return undefined
  const revision = asked ?? row.revision
  const content = Option.getOrUndefined(yield* Revisions.use((revisions) => revisions.content(kind, id, revision)))
  return content === undefined ? undefined : { kind, row, revision, content }
})

/** What the token of a preview opens for visitors of the caller's company; nothing where it opens nothing, or not any more. */
export const previewed = Effect.fnUntraced(function*(token: string) {
  const opened = yield* openedBy(token)
  if (opened === undefined) return undefined
  return opened.kind === "page"
    ? yield* seen(pageDocument, PageId.make(opened.id), opened.revision)
    : yield* seen(postDocument, PostId.make(opened.id), opened.revision)
})

/** Where the company's site is: at its own host, where one is proved, or within the service's. */
const siteBase = Effect.gen(function*() {
  const own = Option.getOrUndefined(yield* (yield* Hosts).firstProved)
  if (own !== undefined) return `https://${own.host}`
  const { slug } = yield* CompanySettings.use(({ own }) => own)
  return `${(yield* Site).linked}/s/${slug}`
})

/** A signed address that shows a document as it would look, for a day and what is left of the hour: within an hour it is the same address. */
export const previewOf = Effect.fnUntraced(function*<K extends DocumentKind, R>({ get, kind }: Document<K, R>, id: IdOf<K>, revision: number | undefined) {
  yield* get(id)
  if (revision !== undefined) yield* getOrFail("revision")(Revisions.use((revisions) => revisions.find(kind, id, revision)))
  const expires = Math.ceil((yield* Clock.currentTimeMillis) / HOUR_MS) * HOUR_MS + DAY_MS
  const token = yield* tokenOf(kind, id, revision ?? null, expires)
  return { url: `${yield* siteBase}${PREVIEW}/${token}`, revision: revision ?? null, expires_at: new Date(expires).toISOString() }
})
