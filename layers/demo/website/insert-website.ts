import { createHash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StartFailure } from "#schemas/kernel/start-failure"
import { Storage } from "../../providers/storage/storage.ts"
import type { Chances } from "../chances.ts"
import { rowsFor } from "../insert-shop.ts"
import { pictures } from "./pictures.ts"
import { contactForm, design, messages, redirects, settings } from "./site.ts"
import { above, toOf, writtenPages, writtenPosts } from "./written.ts"
import { paths, slugs } from "./to.ts"

const AGE = 230
const SPAM = ["Cheap followers, today only", "Your domain expires: act now"]

interface Target {
  readonly company_id: number
  readonly key_id: number
}

interface Named {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
}

/** What the pictures are made of, and where they lie once they are stored. */
const drawn = (company_id: number) => Object.entries(pictures).map(([name, { alt, draw, tags, ...more }]) => {
  const content = new TextEncoder().encode(draw())
  const hash = createHash("sha256").update(content).digest("hex")
  const [, width, height] = /width="(\d+)" height="(\d+)"/u.exec(new TextDecoder().decode(content.subarray(0, 200)))!
  const [focal_x, focal_y] = "focal" in more ? more.focal : [50, 50]
  return {
    name, file: `${name}.svg`, alt, tags, content, hash, bytes: content.length, width: Number(width), height: Number(height), focal_x, focal_y,
    prefix: `${company_id}/media/${hash}/0`
  }
})

/** Puts a site with pages, posts, pictures and what was written to the company into the tables of one company. As the database's owner. */
export const insertWebsite = Effect.fnUntraced(function*(chance: Chances, contacts: ReadonlyArray<Named>, { company_id, key_id }: Target) {
  const sql = yield* SqlClient.SqlClient
  const storage = yield* Storage
  const { numbered, text } = yield* rowsFor
  const ago = (days: string) => sql.literal(`now() - make_interval(days => ${days})`)

  const files = yield* numbered("media", drawn(company_id))
  yield* Effect.forEach(files, ({ content, prefix }) => storage.put(`${prefix}/original`, content, "image/svg+xml"), {
    concurrency: 8, discard: true
  }).pipe(Effect.mapError(({ message }) => new StartFailure({ message: `Cannot keep the pictures of the demo company's site: ${message}` })))
  const media = files.map(({ content: _, ...file }) => file)
  yield* sql`
    insert into media (company_id, id, name, file_name, kind, type, status, alt, decorative, width, height, focal_x, focal_y, tags, bytes, hash,
      prefix, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.file, r.file, 'image', 'image/svg+xml', 'ready', r.alt, r.alt is null, r.width, r.height, r.focal_x, r.focal_y,
      r.tags, r.bytes, r.hash, r.prefix, ${ago(String(AGE))}, ${ago(String(AGE))}
    from jsonb_to_recordset(${text(media)}) r (id bigint, file text, alt text, width int, height int, focal_x int, focal_y int, tags text[],
      bytes bigint, hash text, prefix text)`
  yield* sql`insert into media_objects (company_id, prefix, name)
    select ${company_id}, r.prefix, 'original' from jsonb_to_recordset(${text(media)}) r (prefix text)`

  const [form] = yield* sql<{ id: number }>`
    insert into forms (company_id, name, fields, button, after, tag, makes_task, active, created_at, updated_at)
    values (${company_id}, ${contactForm.name}, ${text(contactForm.fields)}, ${contactForm.button}, ${contactForm.after}, ${contactForm.tag}, false,
      true, ${ago(String(AGE))}, ${ago(String(AGE))}) returning id`

  const idsBy = (rows: ReadonlyArray<{ readonly id: number; readonly key: string }>) => new Map(rows.map(({ id, key }) => [key, id]))
  const pageIds = yield* numbered("pages", paths.map((path) => ({ path })))
  const postIds = yield* numbered("posts", slugs.map((slug) => ({ slug })))
  const to = toOf({
    pages: new Map(pageIds.map(({ id, path }) => [path, id])),
    posts: new Map(postIds.map(({ id, slug }) => [slug, id])),
    media: new Map(media.map(({ id, name }) => [name, id])),
    services: idsBy(yield* sql<{ id: number; key: string }>`select id, name as key from services where company_id = ${company_id}`),
    products: idsBy(yield* sql<{ id: number; key: string }>`select id, slug as key from products where company_id = ${company_id}`),
    contactForm: form!.id
  })
  const pages = writtenPages(to).map((page, n) => ({ ...page, id: pageIds[n]!.id, parent_id: page.content.parent_id, slug: page.content.slug }))
  const posts = writtenPosts(to).map((post, n) => ({ ...post, id: postIds[n]!.id }))

  /* Those that stand below none come first: a page's parent has to be there. */
  for (const isBelow of [false, true]) {
    yield* sql`
      insert into pages (company_id, id, parent_id, slug, path, title, revision, published_revision, published_path, published_at,
        first_published_at, created_at, updated_at) overriding system value
      select ${company_id}, r.id, r.parent_id, r.slug, r.path, r.title, 1, 1, r.path, ${ago(String(AGE))}, ${ago(String(AGE))},
        ${ago(String(AGE))}, ${ago(String(AGE))}
      from jsonb_to_recordset(${text(pages.filter(({ path }) => (above(path) !== null) === isBelow))})
        r (id bigint, parent_id bigint, slug text, path text, title text)`
  }
  yield* sql`
    insert into posts (company_id, id, slug, title, tags, revision, published_revision, published_slug, posted_at, published_at,
      first_published_at, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.slug, r.title, r.tags, 1, 1, r.slug, ${ago("r.age")}, ${ago("r.age")}, ${ago("r.age")},
      ${ago("r.age")}, ${ago("r.age")}
    from jsonb_to_recordset(${text(posts)}) r (id bigint, slug text, title text, tags text[], age int)`

  const documents = [
    ...pages.map(({ content, id, media }) => ({ kind: "page", id, content, media, age: AGE })),
    ...posts.map(({ age, content, id, media }) => ({ kind: "post", id, content, media, age }))
  ]
  yield* sql`
    insert into content_revisions (company_id, kind, document_id, number, content, made_by, version, created_at)
    select ${company_id}, r.kind, r.id, 1, r.content, ${text({ kind: "key", id: key_id, label: null })}, 1, ${ago("r.age")}
    from jsonb_to_recordset(${text(documents)}) r (kind text, id bigint, content jsonb, age int)`
  yield* sql`
    insert into media_uses (company_id, media_id, kind, document_id, place)
    select ${company_id}, m.id::bigint, r.kind, r.id, p.place
    from jsonb_to_recordset(${text(documents)}) r (kind text, id bigint, media jsonb)
      cross join jsonb_array_elements_text(r.media) m (id) cross join (values ('draft'), ('published')) p (place)
    union all select ${company_id}, ${to.picture("sign")}::bigint, 'site', 0, 'published'`

  const { favicon_media_id, footer, logo_media_id, navigation, not_found, social, tagline } = settings(to)
  yield* sql`
    insert into site_settings (company_id, locale, tagline, navigation, footer, social, logo_media_id, favicon_media_id, not_found, published, design)
    values (${company_id}, 'en-US', ${tagline}, ${text(navigation)}, ${text(footer)}, ${text(social)}, ${logo_media_id}, ${favicon_media_id},
      ${text(not_found)}, true, ${text(design)})`
  yield* sql`
    insert into redirects (company_id, from_path, match, target, status, made_by, hits, last_hit_at, created_at)
    select ${company_id}, r.from_path, r.match, r.target, r.status, 'company', r.hits, ${ago("2")}, ${ago(String(AGE))}
    from jsonb_to_recordset(${text(redirects)}) r (from_path text, match text, target text, status int, hits bigint)`
  yield* sql`insert into site_versions (company_id, version) values (${company_id}, 1)`

  const writers = contacts.filter(({ email }) => email !== null).slice(0, 60)
  const sent = messages.map(([about, message], n) => {
    const { email, first_name, id, last_name } = chance.one(writers)
    const said = { name: `${first_name} ${last_name}`, email: email!, about, message }
    return { contact_id: id, age: 4 + n * 13 + chance.below(9), spam: false, said }
  })
  const unasked = SPAM.map((message, n) => ({
    contact_id: null, age: 30 + n * 70, spam: true, said: { name: "Winner", email: "winner@spam.example", about: "Something else", message }
  }))
  const answered = [...sent, ...unasked].toSorted((a, b) => b.age - a.age).map(({ said, ...answer }) => ({
    ...answer, answers: contactForm.fields.map(({ label, name }) => ({ name, label, answer: said[name] }))
  }))
  yield* sql`
    insert into form_answers (company_id, form_id, contact_id, answers, page, spam, livemode, created_at)
    select ${company_id}, ${form!.id}, r.contact_id, r.answers, '/contact', r.spam, l.livemode, ${ago("r.age")} - interval '3 hours'
    from jsonb_to_recordset(${text(answered)}) r (contact_id bigint, answers jsonb, spam boolean, age int)
      cross join (values (true), (false)) l (livemode)`
})
