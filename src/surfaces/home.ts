import { CONTACT } from "../site/paths.ts"
import { addresses } from "./addresses.ts"
import { type Document, ORIGIN } from "./documents.ts"
import { html } from "./html.ts"
import { SUMMARY } from "./openapi/document.ts"

const places = [
  ["/dashboard", "Dashboard", "Sign in, or sign up, and see what your company and its agents do."],
  [addresses.docs, "Documentation", "Guides, and every operation of the REST API with a curl line."],
  [addresses.tools, "Public tools", "Tools that any agent can call without a key, each with a form to try it."],
  [addresses.openapi, "OpenAPI 3.1", "The same contract for programs."],
  [addresses.llms, "llms.txt", "The same for language models."],
  [CONTACT, "Contact", "Write to the people behind it."]
] as const

const page = (policy: string): Document => ({
  path: addresses.home,
  contentType: "text/html; charset=utf-8",
  headers: { "content-security-policy": policy },
  text: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Business Platform API</title>
<meta name="description" content="${SUMMARY}">
<link rel="icon" href="${addresses.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${addresses.style}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>Business Platform API</h1>
<p>${SUMMARY}</p>
</header>
<main id="content">
<ul>
${places.map(([path, name, says]) => html`<li><a href="${path}">${name}</a>: ${says}</li>
`)}</ul>
</main>
</body>
</html>
`.text
})

/** A square with a bar of each of three heights. */
const icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" fill=\"#2546c4\"/>" +
  "<path d=\"M8 17h4v7H8zM14 12h4v12h-4zM20 8h4v16h-4z\" fill=\"#fff\"/></svg>\n"

/** What is for people who sign in, or one call of a program, is of no use in an index. */
const robots = ["User-agent: *", ...["/api/", "/dashboard/", "/oauth/", "/my/", "/pay/"].map((path) => `Disallow: ${path}`), ""].join("\n")

const NEARLY_A_YEAR_MS = 364 * 86_400_000

/** RFC 9116, https://www.rfc-editor.org/rfc/rfc9116: it must say until when it holds, for at most a year. */
const security = () =>
  [`Contact: ${ORIGIN}${CONTACT}`, `Expires: ${new Date(Date.now() + NEARLY_A_YEAR_MS).toISOString()}`, `Canonical: ${ORIGIN}${addresses.security}`, "Preferred-Languages: en", ""].join("\n")

/** What browsers, crawlers and people ask a host for before they know anything of it. */
export const home = (policy: string): ReadonlyArray<Document> => [
  page(policy),
  { path: addresses.icon, contentType: "image/svg+xml", text: icon },
  { path: addresses.robots, contentType: "text/plain; charset=utf-8", text: robots },
  { path: addresses.security, contentType: "text/plain; charset=utf-8", text: security }
]
