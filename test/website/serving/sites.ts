import { request } from "node:http"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Block } from "#schemas/website/blocks"
import { OwnerSql } from "../../support/database.ts"
import { companyIds } from "../../support/test-server.ts"

export interface Answer {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Asks the server, at its own host or at one of a company's. */
export const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) => askAt(base, path, headers, method))

export const askAt = (base: string, path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Effect.promise(() => new Promise<Answer>((resolve, reject) => {
    const at = new URL(base)
    request({ host: at.hostname, port: at.port, path, method, headers: { host: at.host, ...headers } }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
        const bytes = Buffer.concat(parts)
        resolve({ status: answer.statusCode!, bytes, text: bytes.toString(), headers: answer.headers as Readonly<Record<string, string>> })
      })
    }).on("error", reject).end()
  }))

interface NewPage {
  readonly path: string
  readonly title: string
  readonly blocks?: ReadonlyArray<Partial<Block> & { readonly type: string }>
  readonly locale?: string
  readonly translation_of?: number
  readonly seo?: object
}

type Company = keyof typeof companyIds

const raised = (company: number) => Effect.flatMap(OwnerSql, (sql) => sql`
  insert into site_versions as v (company_id, version) values (${company}, 1) on conflict (company_id) do update set version = v.version + 1`)

/** Shows a page, as its publication does; published again, it shows what is given now. */
export const published = Effect.fnUntraced(function*(page: NewPage, of: Company = "acme") {
  const sql = yield* OwnerSql
  const company = companyIds[of]
  const slug = page.path.slice(page.path.lastIndexOf("/") + 1)
  const content = JSON.stringify({
    title: page.title, slug, parent_id: null, locale: page.locale ?? null, translation_of: page.translation_of ?? null, blocks: page.blocks ?? [], seo: page.seo ?? {}
  })
  const [row] = yield* sql<{ id: number; revision: number }>`
    insert into pages as p (company_id, slug, path, title, locale, translation_of, published_path, revision, published_revision, published_at, first_published_at)
    values (${company}, ${slug}, ${page.path}, ${page.title}, ${page.locale ?? null}, ${page.translation_of ?? null}, ${page.path}, 1, 1, now(), now())
    on conflict (company_id, path) do update set revision = p.revision + 1, published_revision = p.revision + 1, published_at = now(),
      published_path = excluded.path, first_published_at = coalesce(p.first_published_at, now()) returning id, revision`
  yield* sql`insert into content_revisions (company_id, kind, document_id, number, content, made_by, version)
    values (${company}, 'page', ${row!.id}, ${row!.revision}, ${content}::jsonb, '{"kind": "service", "id": null, "label": "test"}', 1)`
  yield* raised(company)
  return row!.id
}, Effect.orDie)

interface NewPost {
  readonly slug: string
  readonly title: string
  readonly body?: string
  readonly tags?: ReadonlyArray<string>
  readonly series?: string
  readonly authors?: ReadonlyArray<{ readonly name: string; readonly url?: string; readonly about?: string }>
  readonly seo?: object
  readonly posted_at?: string
  readonly excerpt?: string
}

export const posted = Effect.fnUntraced(function*(post: NewPost, of: Company = "acme") {
  const sql = yield* OwnerSql
  const company = companyIds[of]
  const { authors = [], excerpt = null, body = "Some *words* of it.", posted_at = "2026-01-07T09:00:00Z", seo = {}, series = null, slug, tags = [], title } = post
  const content = JSON.stringify({
    title, slug, locale: null, translation_of: null, excerpt, body, blocks: null, cover_media_id: null, authors, tags, series, posted_at: null, seo
  })
  const [row] = yield* sql<{ id: number; revision: number }>`
    insert into posts (company_id, slug, title, tags, published_slug, posted_at, revision, published_revision, published_at, first_published_at)
    values (${company}, ${slug}, ${title}, ${[...tags]}::text[], ${slug}, ${posted_at}, 1, 1, ${posted_at}, ${posted_at}) returning id, revision`
  yield* sql`insert into content_revisions (company_id, kind, document_id, number, content, made_by, version)
    values (${company}, 'post', ${row!.id}, 1, ${content}::jsonb, '{"kind": "service", "id": null, "label": "test"}', 1)`
  yield* raised(company)
  return row!.id
}, Effect.orDie)

/** Shows the site of a company, with these settings. */
export const opened = (settings: Readonly<Record<string, unknown>> = {}, of: Company = "acme") => Effect.gen(function*() {
  const sql = yield* OwnerSql
  const company = companyIds[of]
  const { locales = [], navigation = [], published = true, ...rest } = settings
  yield* sql`insert into site_settings (company_id, published, locales, navigation, name, tagline, locale)
    values (${company}, ${published as boolean}, ${locales as Array<string>}::text[], ${JSON.stringify(navigation)}::jsonb, ${(rest["name"] as string) ?? null},
      ${(rest["tagline"] as string) ?? null}, ${(rest["locale"] as string) ?? null})
    on conflict (company_id) do update set published = excluded.published, locales = excluded.locales, navigation = excluded.navigation, name = excluded.name,
      tagline = excluded.tagline, locale = excluded.locale`
  yield* raised(company)
}).pipe(Effect.orDie)

/** A host of the company's own. */
export const hosted = Effect.fnUntraced(function*(host: string, of: Company = "acme") {
  const sql = yield* OwnerSql
  yield* sql`insert into hosts (company_id, host, proof, proved_at) values (${companyIds[of]}, ${host}, ${`proof of ${host}`}, now())`
  return host
}, Effect.orDie)
