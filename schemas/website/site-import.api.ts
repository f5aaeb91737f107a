import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { NotTaken, SiteImport, SiteImportId } from "./site-import.ts"

const exported = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><title>Old site</title>" +
  "<link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url><item><title>Hello</title>" +
  "<link>https://old.example/hello/</link><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>\n"

export const import_site = operation.upload("import_site", "/import", {
  description: "An export of WordPress (Tools, Export, all content) as XML; or a ZIP of a folder of Markdown with its pictures. Up to 25 MiB.",
  examples: { "application/xml": exported, "text/xml": exported, "application/zip": "The bytes of a ZIP archive." }
}, SiteImport, {
  query: {
    source: Schema.optionalKey(line(200).annotate({
      description: "What tells a folder apart from others: imported again under the same name, its documents are known. `folder` if left out.", examples: ["handbook"]
    }))
  },
  summary: "Import a site",
  description: "Brings in pages, posts, authors, categories and tags, dates, excerpts, pictures and files in a durable run, one export at a time; " +
    "`get_site_import` tells how far it is. Everything becomes a draft, whatever it was: to publish needs a person's consent for each. Files are fetched " +
    "from the old site, never from private addresses. Links between documents lead to the new ones, and redirects are made from their old addresses and " +
    "those of categories and tags. What cannot be taken is listed by `list_not_taken`, with where and why. The same export again changes nothing: " +
    "documents that changed in the old site follow, unless they were changed here as well.",
  access: "cms:write",
  tierFloor: "builder"
})

export const get_site_import = operation.get("get_site_import", "/imports/:id", SiteImport, {
  params: { id: SiteImportId },
  summary: "Get a site's import",
  description: "How far the import of a site is, and what it made.",
  access: "cms:read"
})

export const list_not_taken = operation.list("list_not_taken", "/imports/:id/not-taken", NotTaken, {
  params: { id: SiteImportId },
  summary: "List what an import did not take",
  description: "Everything of an export that was not taken, or not as it was, with where and why, in the order of the export.",
  access: "cms:read"
})
