import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { Site } from "#layers/kernel/installation/site"
import { tools } from "#schemas/tools/catalog"
import { ToolRefusal } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { stylesheet } from "../../dashboard/stylesheet.ts"
import { layerServices } from "../../http/layer-services.ts"
import { RateLimit } from "../../http/rate-limit.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { addresses } from "../../surfaces/addresses.ts"
import { type Document, ORIGIN, serveAll } from "../../surfaces/documents.ts"
import { nearestTools, ToolDispatcher, toolNamed } from "../dispatcher.ts"
import { answerRequest, refused } from "../language.ts"
import { callResultOf } from "./answer.ts"
import { givenOf, sentIn } from "./form.ts"
import { allTools, noTool, oneTool } from "./page.ts"
import { pathOf } from "./section.ts"

/** Our own script and style, our own address to send forms to; nothing from elsewhere. */
const policy = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const headers = { "content-security-policy": policy, "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin" }

const HTML = "text/html; charset=utf-8"

const documents = (perMinute: number): ReadonlyArray<Document> => [
  { path: addresses.tools, contentType: HTML, text: () => allTools(perMinute), headers },
  { path: addresses.toolsStyle, contentType: "text/css; charset=utf-8", text: stylesheet("dashboard", "tools") },
  {
    path: addresses.toolsScript,
    contentType: "text/javascript; charset=utf-8",
    text: readFileSync(new URL("tools.js", import.meta.url), "utf8")
  },
  ...tools.map((tool: AnyTool): Document => ({ path: pathOf(tool.name), contentType: HTML, text: () => oneTool(tool), headers }))
]

const shown = (status: number, text: string) =>
  Effect.gen(function*() {
    const { origin } = yield* Site
    return HttpServerResponse.text(text.replaceAll(ORIGIN, yield* origin), { status, contentType: HTML, headers })
  })

const missing = Effect.gen(function*() {
  const { params } = yield* HttpRouter.RouteContext
  return yield* shown(404, noTool(nearestTools(params["tool"] ?? "")))
})

/** Calls the tool with what the form has; the page then shows the answer, whatever it is. */
const called = Effect.gen(function*() {
  const { count } = yield* RateLimit
  const context = yield* CurrentRequest
  const { params } = yield* HttpRouter.RouteContext
  const tool = toolNamed(params["tool"] ?? "")
  if (tool === undefined) return yield* missing
  const tooMany = yield* count(context, undefined)
  const request = yield* HttpServerRequest.HttpServerRequest
  const filled = sentIn(tool, new URLSearchParams(yield* request.text))
  const answered = tooMany === undefined
    ? yield* answerRequest({ type: "call_tool", tool: tool.name, arguments: givenOf(tool, filled) })
    : yield* refused(new ToolRefusal({
      code: "rate_limit.exceeded", message: tooMany.error.message, hint: `Wait ${context.rate!.retryAfter} s and send the same again.`
    }))
  const page = yield* shown(answered.status, oneTool(tool, { filled, outcome: callResultOf(answered) }))
  return HttpServerResponse.setHeaders(page, { ...answered.headers, ...tooMany?.headers })
})

/** The pages of the public tools: all of them, each of them, and what each answers to a form. */
export const ToolPages = Layer.unwrap(Effect.gen(function*() {
  const { publicRateLimit } = yield* ServiceConfig
  const withServices = layerServices(yield* Effect.context<RateLimit | ToolDispatcher>())
  const route = `${addresses.tools}/:tool` as const
  return Layer.merge(
    serveAll(documents(publicRateLimit)),
    HttpRouter.addAll([
      HttpRouter.route("GET", route, missing),
      HttpRouter.route("POST", route, withServices(called))
    ])
  )
}))
