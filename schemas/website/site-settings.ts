import { Schema } from "effect"
import { Locale, WebAddress } from "#schemas/company/settings"
import { Host } from "#schemas/company/host"
import { defaulted } from "#schemas/kernel/defaulted"
import { recordMeta } from "#schemas/kernel/record-meta"
import { line, prose } from "#schemas/kernel/text"
import { SiteTarget } from "./address.ts"
import { MediaId, PageId } from "./ids.ts"

/** Entries of a navigation, those below others among them. */
const MOST_ENTRIES = 60
const MOST_SOCIAL = 12

const label = line(80).annotate({ description: "As visitors read it.", examples: ["About us"] })
const page_id = defaulted(Schema.NullOr(PageId).annotate({ description: "A page of the site: the link follows it when its address changes." }), null)
const url = defaulted(Schema.NullOr(SiteTarget).annotate({ description: "A path of the site, or an https address.", examples: ["/blog"] }), null)

const leadsOnce = Schema.makeFilter(({ page_id, url }: { readonly page_id: PageId | null; readonly url: string | null }) =>
  (page_id === null) === (url === null) ? { path: ["page_id"], issue: "send either `page_id` or `url`" } : undefined)

const NewLink = Schema.Struct({ label, page_id, url }).check(leadsOnce).annotate({
  identifier: "NewSiteLink", examples: [{ label: "About us", page_id: null, url: "/about" }]
})

/** What has links below it may be a heading only. */
const NewItem = Schema.Struct({
  label, page_id, url, children: defaulted(Schema.Array(NewLink).check(Schema.isMaxLength(20)).annotate({ description: "Links below it." }), [])
}).check(Schema.makeFilter(({ children, page_id, url }) =>
  page_id !== null && url !== null || page_id === null && url === null && children.length === 0
    ? { path: ["page_id"], issue: "send either `page_id` or `url`; neither only where it has `children`" } : undefined
)).annotate({
  identifier: "NewNavigationItem", examples: [{ label: "About us", page_id: null, url: "/about", children: [] }]
})

const told = {
  label: Schema.String.annotate({ examples: ["About us"] }),
  page_id: Schema.NullOr(PageId),
  url: Schema.NullOr(Schema.String).annotate({ examples: ["/about"] })
}
const Link = Schema.Struct(told).annotate({ identifier: "SiteLink" })
export type SiteLink = typeof Link.Type
const Item = Schema.Struct({ ...told, children: Schema.Array(Link) }).annotate({ identifier: "NavigationItem" })
export type NavigationItem = typeof Item.Type

const Social = Schema.Struct({
  label: line(40).annotate({ description: "The name of the network.", examples: ["Instagram"] }),
  url: WebAddress.annotate({ examples: ["https://www.instagram.com/juniper"] })
}).annotate({ identifier: "SocialLink" })

const Footer = Schema.Struct({
  text: Schema.NullOr(Schema.String).annotate({ examples: ["Juniper & Vale AS, Oslo"] }), links: Schema.Array(Link)
}).annotate({ identifier: "SiteFooter" })
const NewFooter = Schema.Struct({
  text: defaulted(Schema.NullOr(prose(1_000)).annotate({ description: "Plain text; an empty line begins a paragraph.", examples: ["Juniper & Vale AS, Oslo"] }), null),
  links: defaulted(Schema.Array(NewLink).check(Schema.isMaxLength(30)), [])
}).annotate({ identifier: "NewSiteFooter" })

const Missing = Schema.Struct({
  title: line(120).annotate({ examples: ["There is nothing here"] }),
  text: prose(2_000).annotate({ description: "Plain text.", examples: ["Perhaps it has moved: look at our start page."] })
}).annotate({ identifier: "MissingPage", description: "What visitors read where there is no page." })

const Tagline = prose(200).annotate({ description: "What the company does, in a line.", examples: ["Interiors that last"] })
const Languages = Schema.Array(Locale).annotate({ description: "Languages of pages besides `locale`.", examples: [["nb-NO"]] })
const shown = Schema.Boolean.annotate({ description: "Visitors see the site; otherwise they are told that it is being made.", examples: [true] })
const counted = Schema.Boolean.annotate({ description: "Visits are counted, without cookies and without keeping addresses.", examples: [true] })

/** What a company's site is, besides its pages. */
export const SiteSettings = Schema.Struct({
  name: Schema.String.annotate({ description: "What the site is called.", examples: ["Juniper & Vale Studio"] }),
  tagline: Schema.NullOr(Schema.String).annotate({ examples: ["Interiors that last"] }),
  locale: Schema.String.annotate({ description: "The language of pages that name none.", examples: ["en-GB"] }),
  locales: Languages,
  time_zone: Schema.String.annotate({ description: "By which posts are dated; `update_company_settings` changes it.", examples: ["Europe/Oslo"] }),
  navigation: Schema.Array(Item),
  footer: Footer,
  social: Schema.Array(Schema.toType(Social)),
  logo_media_id: Schema.NullOr(MediaId),
  favicon_media_id: Schema.NullOr(MediaId),
  not_found: Schema.NullOr(Schema.toType(Missing)),
  published: shown,
  count_visits: counted,
  analytics_key: Schema.String.annotate({
    description: "By which pages name the company where they tell of visits (`track_event`). It is no secret.", examples: ["site_0198b3b76f6c7f4e9d0e3a5c1d2e4f60"]
  }),
  url: Schema.String.annotate({ description: "Where visitors find it.", examples: ["https://www.juniper.example"] }),
  hosts: Schema.Array(Host).annotate({ description: "Hosts of the company's own, proved or not; `add_host` adds one." })
}).annotate({
  identifier: "SiteSettings",
  ...recordMeta({
    object: "site_settings",
    groups: {
      Site: ["name", "tagline", "logo_media_id", "favicon_media_id", "url", "hosts"],
      "Language and time": ["locale", "locales", "time_zone"],
      Navigation: ["navigation", "footer", "social", "not_found"],
      Visitors: ["published", "count_visits", "analytics_key"]
    }
  })
})
export type SiteSettings = typeof SiteSettings.Type

const change = Schema.optionalKey

export const SiteSettingsChanges = Schema.Struct({
  name: change(Schema.NullOr(line(200)).annotate({ description: "The company's name if null.", examples: ["Juniper & Vale Studio"] })),
  tagline: change(Schema.NullOr(Tagline)),
  locale: change(Schema.NullOr(Locale).annotate({ description: "The company's if null.", examples: ["en-GB"] })),
  locales: change(Languages.check(Schema.isMaxLength(20), Schema.isUnique())),
  navigation: change(Schema.Array(NewItem).check(
    Schema.makeFilter((entries) => entries.reduce((sum, { children }) => sum + 1 + children.length, 0) <= MOST_ENTRIES, {
      expected: `at most ${MOST_ENTRIES} entries`
    })
  ).annotate({ description: "At most 60 entries, those below others counted." })),
  footer: change(NewFooter),
  social: change(Schema.Array(Social).check(Schema.isMaxLength(MOST_SOCIAL))),
  logo_media_id: change(Schema.NullOr(MediaId).annotate({ description: "An image; its name stands beside the logo where it says none." })),
  favicon_media_id: change(Schema.NullOr(MediaId).annotate({ description: "A square image; one is made of the design where it is null." })),
  not_found: change(Schema.NullOr(Missing)),
  published: change(shown),
  count_visits: change(counted)
}).annotate({
  identifier: "SiteSettingsChanges", description: "Only the fields that change.",
  examples: [{ tagline: "Interiors that last", locales: ["nb-NO"], published: true }]
})
export type SiteSettingsChanges = typeof SiteSettingsChanges.Type
