import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { PageContent } from "#schemas/website/page"
import type { PostContent } from "#schemas/website/post"
import type { Design } from "#schemas/website/design"
import type { MediaId, PageId, PostId } from "#schemas/website/ids"
import type { Redirect } from "#schemas/website/redirect"
import type { NavigationItem, SiteLink } from "#schemas/website/site-settings"
import { Company } from "../database/tenant-connection.ts"
import { first, inTenant } from "../kernel/sql.ts"

/** What all pages of a company's site are framed by. */
export interface SiteRow {
  readonly id: CompanyId
  readonly slug: string
  readonly company: string
  readonly contact_email: string | null
  readonly contact_phone: string | null
  readonly address: Readonly<Record<string, string>> | null
  readonly time_zone: string
  readonly currency: string
  readonly name: string
  readonly tagline: string | null
  readonly locale: string
  readonly locales: ReadonlyArray<string>
  readonly navigation: ReadonlyArray<NavigationItem>
  readonly footer: { readonly text: string | null; readonly links: ReadonlyArray<SiteLink> } | null
  readonly social: ReadonlyArray<{ readonly label: string; readonly url: string }>
  readonly logo_media_id: MediaId | null
  readonly favicon_media_id: MediaId | null
  readonly not_found: { readonly title: string; readonly text: string } | null
  readonly design: Design | null
  readonly published: boolean
  readonly count_visits: boolean
  readonly analytics_key: string
  readonly host: string | null
}

interface Document {
  readonly locale: string | null
  readonly translation_of: number | null
  readonly first_published_at: string
  readonly published_at: string
}

export interface PublishedPage extends Document {
  readonly id: PageId
  readonly path: string
  readonly content: PageContent
}

export interface PublishedPost extends Document {
  readonly id: PostId
  readonly slug: string
  readonly posted_at: string
  readonly content: PostContent
}

/** Where a page or a post is, in which language. */
export interface Place {
  readonly kind: "page" | "post"
  readonly id: number
  readonly path: string
  readonly title: string
  readonly locale: string | null
  readonly translation_of: number | null
  readonly published_at: string
  readonly noindex: boolean
}

export interface MediaRow {
  readonly id: MediaId
  readonly name: string
  /** What its address ends with. */
  readonly file_name: string
  readonly alt: string | null
  readonly decorative: boolean
  readonly type: string
  readonly bytes: number
  readonly hash: string
  readonly width: number | null
  readonly height: number | null
  readonly focal_x: number
  readonly focal_y: number
  readonly sizes: ReadonlyArray<{ readonly width: number; readonly height: number; readonly format: "avif" | "webp"; readonly bytes: number }>
}

export interface Leading extends Pick<Redirect, "from" | "id" | "match" | "status" | "to"> {}

export interface PostsAsked {
  readonly tag?: string
  readonly series?: string
  /** Only those of this language; without it, those that are no translations. */
  readonly locale?: { readonly wanted: string; readonly otherwise: string }
  readonly except?: PostId
  /** Older than this one. */
  readonly before?: { readonly posted_at: string; readonly id: number }
  readonly limit: number
  readonly offset?: number
}

/** What visitors of a company's site see: nothing of drafts, and no query for each block. */
export class Published extends Context.Service<Published>()("layers/website/Published", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = inTenant(sql)
    const wholePost = sql.literal(`p.id, p.published_slug as slug, p.locale, p.translation_of, p.posted_at, p.first_published_at, p.published_at, r.content`)
    const posts = sql`posts p join content_revisions r
      on r.company_id = p.company_id and r.kind = 'post' and r.document_id = p.id and r.number = p.published_revision
      where p.company_id = (select current_company()) and p.published_revision is not null`

    return {
      /** Names what visitors see of a company: another text as soon as anything of it changes. Nothing where there is no such company. */
      version: (company: CompanyId) =>
        Effect.map(Effect.provideService(first(sql<{ version: string }>`
          select concat_ws('.', c.version, coalesce(v.version, 0), h.host) as version from companies c
          left join site_versions v on v.company_id = c.id
          left join lateral (select host from hosts where company_id = c.id and proved_at is not null order by id limit 1) h on true
          where c.id = ${company}`), Company, company), Option.map(({ version }) => version)),

      site: first(sql<SiteRow>`
        select c.id, c.slug, c.name as company, c.contact_email, c.contact_phone, c.address, c.time_zone, c.currency,
          coalesce(s.name, c.name) as name, s.tagline, coalesce(s.locale, c.locale) as locale, coalesce(s.locales, '{}') as locales,
          coalesce(s.navigation, '[]') as navigation, s.footer, coalesce(s.social, '[]') as social, s.logo_media_id, s.favicon_media_id, s.not_found,
          s.design, coalesce(s.published, false) as published, coalesce(s.count_visits, true) as count_visits, c.analytics_key, h.host
        from companies c left join site_settings s on s.company_id = c.id
        left join lateral (select host from hosts where company_id = c.id and proved_at is not null order by id limit 1) h on true
        where c.id = (select current_company())`),

      page: (path: string) => first(sql<PublishedPage>`
        select p.id, p.published_path as path, p.locale, p.translation_of, p.first_published_at, p.published_at, r.content
        from pages p join content_revisions r
          on r.company_id = p.company_id and r.kind = 'page' and r.document_id = p.id and r.number = p.published_revision
        where p.company_id = (select current_company()) and p.published_path = ${path}`),

      /** The titles of the pages that visitors see at these paths, the shortest path first. */
      titles: (paths: ReadonlyArray<string>) => Effect.orDie(sql<{ path: string; title: string }>`
        select p.published_path as path, r.content->>'title' as title from pages p join content_revisions r
          on r.company_id = p.company_id and r.kind = 'page' and r.document_id = p.id and r.number = p.published_revision
        where p.company_id = (select current_company()) and p.published_path = any(${[...paths]}::text[]) order by length(p.published_path)`),

      post: (slug: string) => first(sql<PublishedPost>`select ${wholePost} from ${posts} and p.published_slug = ${slug}`),

      /** The newest first. */
      posts: ({ before, except, limit, locale, offset = 0, series, tag }: PostsAsked) => Effect.orDie(sql<PublishedPost>`
        select ${wholePost} from ${posts}
          ${tag === undefined ? sql`` : sql`and r.content->'tags' ? ${tag}`}
          ${series === undefined ? sql`` : sql`and r.content->>'series' = ${series}`}
          ${locale === undefined ? sql`and p.translation_of is null` : sql`and coalesce(p.locale, ${locale.otherwise}) = ${locale.wanted}`}
          ${except === undefined ? sql`` : sql`and p.id <> ${except}`}
          ${before === undefined ? sql`` : sql`and (p.posted_at, p.id) < (${before.posted_at}::timestamptz, ${before.id}::bigint)`}
        order by p.posted_at desc, p.id desc limit ${limit} offset ${offset}`),

      countPosts: (tag: string | undefined) => Effect.map(first(sql<{ total: number }>`
        select count(*)::int as total from ${posts} and p.translation_of is null ${tag === undefined ? sql`` : sql`and r.content->'tags' ? ${tag}`}`),
      Option.match({ onNone: () => 0, onSome: ({ total }) => total })),

      /** Posts that share a tag, those that share most first. */
      related: (id: PostId, tags: ReadonlyArray<string>, limit: number) => Effect.orDie(sql<PublishedPost>`
        select ${wholePost} from ${posts} and p.id <> ${id} and r.content->'tags' ?| ${[...tags]}::text[]
        order by (select count(*) from jsonb_array_elements_text(r.content->'tags') t where t = any(${[...tags]}::text[])) desc, p.posted_at desc, p.id desc
        limit ${limit}`),

      tags: Effect.orDie(sql<{ tag: string; posts: number }>`
        select t.tag, count(*)::int as posts from (select r.content from ${posts}) p, jsonb_array_elements_text(p.content->'tags') t(tag)
        group by t.tag order by 2 desc, 1 limit 200`),

      /** Where these pages and posts are for visitors, and their translations; with neither given, where all are. */
      places: (asked?: { readonly pages: ReadonlyArray<number>; readonly posts: ReadonlyArray<number>; readonly translations?: true }) => {
        const of = (ids: ReadonlyArray<number> | undefined, table: "pages" | "posts") => {
          if (ids === undefined) return sql``
          const given = sql`${[...ids]}::bigint[]`
          return asked?.translations !== true ? sql`and p.id = any(${given})` : sql`and (p.id = any(${given}) or p.translation_of = any(${given})
            or p.id in (select translation_of from ${sql(table)} where ${own} and id = any(${given}))
            or p.translation_of in (select translation_of from ${sql(table)} where ${own} and id = any(${given})))`
        }
        return Effect.orDie(sql<Place>`
          select 'page' as kind, p.id, p.published_path as path, r.content->>'title' as title, p.locale, p.translation_of, p.published_at,
            coalesce((r.content->'seo'->>'noindex')::boolean, false) as noindex
          from pages p join content_revisions r
            on r.company_id = p.company_id and r.kind = 'page' and r.document_id = p.id and r.number = p.published_revision
          where p.company_id = (select current_company()) and p.published_path is not null ${of(asked?.pages, "pages")}
          union all
          select 'post', p.id, '/blog/' || p.published_slug, r.content->>'title', p.locale, p.translation_of, p.published_at,
            coalesce((r.content->'seo'->>'noindex')::boolean, false)
          from ${posts} ${of(asked?.posts, "posts")}
          order by 3`)
      },

      /** The redirects that a path may fall under. Those of a site that moved in are kept in small letters, whatever its addresses had. */
      redirects: (path: string) => {
        const above = path.split("/").flatMap((_, n, parts) => n === 0 ? ["/"] : [parts.slice(0, n + 1).join("/")])
        return Effect.orDie(sql<Leading>`select id, from_path as "from", match, target as "to", status from redirects
          where ${own} and (from_path = any(${[...new Set(above)]}::text[])
            or from_path = ${path.toLowerCase()} and match = 'exact' and made_by = 'service')`)
      },

      media: (ids: ReadonlyArray<MediaId>) => Effect.orDie(sql<MediaRow>`
        select id, name, file_name, alt, decorative, type, bytes, hash, width, height, focal_x, focal_y, sizes from media
        where ${own} and id = any(${[...ids]}::bigint[]) and status = 'ready'`)
    }
  })
}) {
  static readonly layer = Layer.effect(Published, Published.make)
}
