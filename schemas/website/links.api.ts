import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { BrokenLink, LinkCheck, LinkCheckId } from "./link-check.ts"

const params = { id: LinkCheckId }

export const check_links = operation.act("check_links", "/links/check", LinkCheck.pipe(HttpApiSchema.status(202)), {
  summary: "Check the links of the site",
  description: "Looks, in a durable run, at everything that pages and posts lead to: pages, posts, media, places of a page and paths within the site, and " +
    "addresses of other sites, which are asked one after the other and never at private addresses. What visitors see is read; of what is not published, the " +
    "draft. `get_link_check` tells how far it is, `list_broken_links` what leads nowhere.",
  access: "cms:write"
})

export const get_link_check = operation.get("get_link_check", "/links/checks/:id", LinkCheck, {
  params,
  summary: "Get a check of links",
  description: "How far a check of the site's links is, and how many lead nowhere.",
  access: "cms:read"
})

export const list_broken_links = operation.list("list_broken_links", "/links/checks/:id/broken", BrokenLink, {
  params,
  summary: "List broken links",
  description: "The links that a check found to lead nowhere, with the reason and the pages and posts where they stand.",
  access: "cms:read"
})
