import { operation } from "#schemas/kernel/endpoints"
import { NewRedirects, redirect, Redirect, Redirects } from "./redirect.ts"

export const list_redirects = operation.list("list_redirects", "/redirects", Redirect, {
  ...redirect.list,
  summary: "List redirects",
  description: "Old addresses of the site and where they lead, with how often each was followed.",
  access: "cms:read"
})

export const set_redirects = operation.set("set_redirects", "/redirects", NewRedirects, Redirects, {
  summary: "Set the redirects",
  description: "Replaces the redirects that the company set. Those that the service made when a page moved stay, unless one of the same address is sent. " +
    "One that leads back to itself, over however many others, is refused, and so is one that leads to another redirect: send visitors where they end.",
  access: "cms:write"
})
