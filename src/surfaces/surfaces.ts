import { Effect, Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { stylesheet } from "../dashboard/stylesheet.ts"
import { addresses } from "./addresses.ts"
import { discovery } from "./discovery.ts"
import { home } from "./home.ts"
import { docs } from "./docs/routes.ts"
import { type Document, ORIGIN, serveAll } from "./documents.ts"
import { KeySet } from "./key-set.ts"
import { openapiOf } from "./openapi/document.ts"
import type { Document as Description } from "./openapi/json.ts"
import { toolsOpenapiOf } from "../tools/openapi.ts"

/** Nothing runs in these pages, and nothing comes from elsewhere. Tools that rate a page fetch its `robots.txt` within it. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Pages of anybody may read what tells of the public tools, as they may call them. */
const openly = { "access-control-allow-origin": "*" }

let described: Description | undefined
/** It takes long to make, and few ask for what is made of it. */
const openapi = () => described ??= openapiOf(ORIGIN)

const documents: ReadonlyArray<Document> = [
  { path: addresses.openapi, contentType: "application/json", text: () => JSON.stringify(openapi()) },
  {
    path: addresses.style,
    contentType: "text/css; charset=utf-8",
    text: stylesheet("docs")
  },
  {
    path: addresses.toolsOpenapi,
    contentType: "application/json",
    text: () => JSON.stringify(toolsOpenapiOf(ORIGIN)),
    headers: openly
  }
]

/** What the service says about itself, all of it told from the contract. */
export const Surfaces = Layer.unwrap(Effect.map(ServiceConfig, ({ publicRateLimit }) =>
  Layer.mergeAll(
    KeySet,
    docs(openapi),
    serveAll([...home(policy), ...documents, ...discovery(openapi, publicRateLimit).map((document) => ({ ...document, headers: openly }))])
  )))
