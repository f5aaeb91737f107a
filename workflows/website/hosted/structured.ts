import type { PublishedPost } from "#layers/website/published"
import { type Block, blocksOf } from "#schemas/website/blocks"
import { markdownText } from "#schemas/website/markdown"
import { addressOf, type SiteShown } from "./site.ts"

/* What the parts of a page are named by, so that they can tell of each other. */
const idOf = (site: SiteShown, name: string) => `${addressOf(site, "/")}#${name}`

/** Who the company is, and what its site is called. */
export const companyData = (site: SiteShown): ReadonlyArray<object> => {
  const { address, company, contact_email, contact_phone, name, social, tagline } = site.row
  const organization = { "@id": idOf(site, "company") }
  return [
    {
      "@type": "Organization", ...organization, name: company, url: addressOf(site, "/"),
      ...contact_email !== null && { email: contact_email },
      ...contact_phone !== null && { telephone: contact_phone },
      ...site.logo !== undefined && { logo: absolute(site, site.logo.src) },
      ...social.length > 0 && { sameAs: social.map(({ url }) => url) },
      ...address !== null && {
        address: {
          "@type": "PostalAddress", streetAddress: [address["line1"], address["line2"]].filter((one) => one !== undefined).join(", "),
          ...address["postal_code"] !== undefined && { postalCode: address["postal_code"] },
          ...address["city"] !== undefined && { addressLocality: address["city"] },
          ...address["region"] !== undefined && { addressRegion: address["region"] },
          ...address["country"] !== undefined && { addressCountry: address["country"] }
        }
      }
    },
    {
      "@type": "WebSite", "@id": idOf(site, "site"), name, url: addressOf(site, "/"), publisher: organization,
      ...tagline !== null && { description: tagline }
    }
  ]
}

/** An address within the site as others follow it. */
export const absolute = ({ base, home }: Pick<SiteShown, "base" | "home">, href: string): string =>
  href.startsWith("/") ? `${home}${href.slice(base.length)}` : href

interface Named {
  readonly path: string
  readonly title: string
}

/** Where a page stands in the site, from the start page down. */
export const trailData = (site: SiteShown, trail: ReadonlyArray<Named>): ReadonlyArray<object> => trail.length < 2 ? [] : [{
  "@type": "BreadcrumbList",
  itemListElement: trail.map(({ path, title }, n) => ({ "@type": "ListItem", position: n + 1, name: title, item: addressOf(site, path) }))
}]

interface PageTold extends Named {
  readonly locale: string
  readonly description: string | undefined
  readonly image: string | undefined
  readonly modified: string
}

const questionsData = (blocks: ReadonlyArray<Block>): object => {
  const asked = blocksOf(blocks, "questions").flatMap(({ items }) => items)
  return asked.length === 0 ? { "@type": "WebPage" } : {
    "@type": "FAQPage",
    mainEntity: asked.map(({ answer, question }) => ({ "@type": "Question", name: question, acceptedAnswer: { "@type": "Answer", text: markdownText(answer) } }))
  }
}

/** A page; one that answers questions says so. */
export const pageData = (site: SiteShown, { description, image, locale, modified, path, title }: PageTold, blocks: ReadonlyArray<Block>): object => ({
  ...questionsData(blocks), name: title, url: addressOf(site, path), inLanguage: locale, dateModified: modified, isPartOf: { "@id": idOf(site, "site") },
  ...description !== undefined && { description }, ...image !== undefined && { primaryImageOfPage: image }
})

/** A post, with who wrote it. */
export const postData = (site: SiteShown, post: PublishedPost, { description, image, locale, modified, path, title }: PageTold): object => ({
  "@type": "BlogPosting", headline: title, url: addressOf(site, path), mainEntityOfPage: addressOf(site, path), inLanguage: locale,
  datePublished: post.posted_at, dateModified: modified, publisher: { "@id": idOf(site, "company") },
  author: post.content.authors.length === 0 ? { "@id": idOf(site, "company") } : post.content.authors.map(({ name, url }) => ({ "@type": "Person", name, ...url !== undefined && { url } })),
  ...description !== undefined && { description }, ...image !== undefined && { image }, ...post.content.tags.length > 0 && { keywords: post.content.tags }
})

/** The list of posts. */
export const blogData = (site: SiteShown, title: string, path: string, posts: ReadonlyArray<PublishedPost>): object => ({
  "@type": "Blog", name: title, url: addressOf(site, path), inLanguage: site.row.locale, publisher: { "@id": idOf(site, "company") },
  blogPost: posts.map(({ content, posted_at, slug }) =>
    ({ "@type": "BlogPosting", headline: content.title, url: addressOf(site, `/blog/${slug}`), datePublished: posted_at }))
})
