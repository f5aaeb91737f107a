import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isHeld } from "#schemas/kernel/headers"
import { siteFileRoute } from "../company-site.ts"
import { WIDGET_WORDS } from "./words.ts"

/** Where it is, on the service's own host and below each company's site. */
export const SCRIPT = "/chat/widget.js"

const read = (name: string) => readFileSync(new URL(`widget/${name}`, import.meta.url), "utf8")

/** A module as a part of one file: without what ties it to the others. */
const part = (name: string) => read(name).replace(/^import .*\n/gmu, "").replace(/^export /gmu, "")

/** All of the chat in one file, which takes nothing from anywhere else. Pages of other origins load it as a plain script. */
const text = `(() => {\n"use strict"\n${
  part("words.js").replace("const WORDS = {}", () => `const WORDS = ${JSON.stringify(JSON.parse(WIDGET_WORDS))}`)
}${part("elements.js")}\n${part("line.js")}\n${
  part("widget.js").replace('const STYLE = ""', () => `const STYLE = ${JSON.stringify(read("widget.css").replace(/\n\s*/gu, ""))}`)
}})()\n`

const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

/* Any page may take it in, also one that takes only what says so. */
const headers = { etag, "cache-control": "public, max-age=300", "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

const script = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
  isHeld(etag, request.headers["if-none-match"])
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(text, { contentType: "text/javascript; charset=utf-8", headers }))

export const ChatScript = Layer.merge(HttpRouter.add("GET", SCRIPT, script), siteFileRoute(SCRIPT, script))
