import { operation } from "#schemas/kernel/endpoints"
import { PageId } from "./ids.ts"
import { NewPageSeo, PageSeo } from "./page-seo.ts"

const params = { page_id: PageId }

export const get_seo = operation.get("get_seo", "/seo/:page_id", PageSeo, {
  params,
  summary: "Get how a page is found",
  description: "What the newest draft of a page says to search engines, and a score whose every point names what to change and where.",
  access: "cms:read",
  noConditionalGet: true
})

export const update_seo = operation.replace("update_seo", "/seo/:page_id", NewPageSeo, PageSeo, {
  params,
  summary: "Change how a page is found",
  description: "Makes a new draft of the page, with what is sent; `publish_page` shows it. With `If-Match`, only if nobody changed the page since.",
  access: "cms:write"
})
