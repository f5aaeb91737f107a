import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { PageId } from "#schemas/website/ids"
import type { SiteSettings as Told } from "#schemas/website/site-settings"
import { execute, one } from "../kernel/sql.ts"

/** What a company set itself. */
export interface OwnSite extends Omit<Told, "analytics_key" | "hosts" | "locale" | "name" | "time_zone" | "url"> {
  readonly name: string | null
  readonly locale: string | null
}

interface Row extends OwnSite {
  readonly time_zone: string
  readonly slug: string
  readonly analytics_key: string
  readonly company_name: string
  readonly company_locale: string
}

/** What the site of the caller's company is, besides its pages; both modes share it. */
export class SiteSettingsOfCompany extends Context.Service<SiteSettingsOfCompany>()("layers/website/SiteSettingsOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = one(sql<Row>`select s.name, s.tagline, s.locale, coalesce(s.locales, '{}') as locales, coalesce(s.navigation, '[]') as navigation,
        coalesce(s.footer, '{"text": null, "links": []}') as footer, coalesce(s.social, '[]') as social, s.logo_media_id, s.favicon_media_id, s.not_found,
        coalesce(s.published, false) as published, coalesce(s.count_visits, true) as count_visits,
        c.time_zone, c.slug, c.analytics_key, c.name as company_name, c.locale as company_locale
      from companies c left join site_settings s on s.company_id = c.id where c.id = (select current_company())`)
    return {
      /** What the company set itself, and the settings that come of it. */
      get: Effect.map(own, ({ analytics_key, company_locale, company_name, slug, time_zone, ...own }) => ({
        own,
        slug,
        told: { ...own, name: own.name ?? company_name, locale: own.locale ?? company_locale, time_zone, analytics_key } satisfies Omit<Told, "hosts" | "url">
      })),
      /** Those of these pages that the site does not have. */
      missingPages: (ids: ReadonlyArray<PageId>) =>
        Effect.orDie(sql<{ id: PageId }>`select id from unnest(${[...ids]}::bigint[]) id except select id from pages where company_id = (select current_company())`),
      /** Keeps others from changing settings and design until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('site settings ' || (select current_company()), 0))`),
      set: Effect.fnUntraced(function*(site: OwnSite) {
        const { company_id } = yield* Caller
        const json = (value: unknown) => value === null ? null : JSON.stringify(value)
        yield* execute(sql`insert into site_settings (company_id, name, tagline, locale, locales, navigation, footer, social, logo_media_id,
            favicon_media_id, not_found, published, count_visits)
          values (${company_id}, ${site.name}, ${site.tagline}, ${site.locale}, ${[...site.locales]}::text[], ${json(site.navigation)}::jsonb,
            ${json(site.footer)}::jsonb, ${json(site.social)}::jsonb, ${site.logo_media_id}, ${site.favicon_media_id}, ${json(site.not_found)}::jsonb,
            ${site.published}, ${site.count_visits})
          on conflict (company_id) do update set name = excluded.name, tagline = excluded.tagline, locale = excluded.locale, locales = excluded.locales,
            navigation = excluded.navigation, footer = excluded.footer, social = excluded.social, logo_media_id = excluded.logo_media_id,
            favicon_media_id = excluded.favicon_media_id, not_found = excluded.not_found, published = excluded.published,
            count_visits = excluded.count_visits`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SiteSettingsOfCompany, SiteSettingsOfCompany.make)
}
