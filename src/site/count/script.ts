import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isHeld } from "#schemas/kernel/headers"
import { COUNT_SCRIPT } from "#schemas/website/paths"
import { siteFileRoute } from "../company-site.ts"

/* Without comments and what stands before lines, it has fewer than two kilobytes. */
const lines = readFileSync(new URL("count.js", import.meta.url), "utf8").split("\n").map((line) => line.trim())
const text = lines.filter((line) => line !== "" && !line.startsWith("/*")).join("\n")

const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

/* Any page may take it in, also one that takes only what says so. */
const headers = { etag, "cache-control": "public, max-age=86400", "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }

const script = Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
  isHeld(etag, request.headers["if-none-match"])
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(text, { contentType: "text/javascript; charset=utf-8", headers }))

/** What tells of page views, on the service's own host and below each company's site. */
export const CountScript = Layer.merge(HttpRouter.add("GET", COUNT_SCRIPT, script), siteFileRoute(COUNT_SCRIPT, script))
