import { STATUS_CODES } from "node:http"
import type { Detail } from "#schemas/kernel/errors"
import { nearest } from "#schemas/kernel/nearest"
import { tools } from "#schemas/tools/catalog"
import { type ToolCode, toolCodes, toolStatuses } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { REQUIRED } from "../http/input-errors.ts"
import { everywhere } from "../surfaces/openapi/headers.ts"
import { type Json, refTo, type Response } from "../surfaces/openapi/json.ts"
import { docsOf } from "./language.ts"
import { takenBy } from "./server-info.ts"

interface Explained {
  /** When it is given. */
  readonly means: string
  /** What whoever gets it does next. */
  readonly remedy: string
  /** A request that gets it, where one can be sent. */
  readonly asked?: Json
  /** One that the service really says. */
  readonly example: { readonly message: string; readonly hint: string; readonly details?: ReadonlyArray<Detail> }
}

const tried = (hint: string, request: Json) => `${hint} Try: ${JSON.stringify(request)}`
const pricing = { type: "call_tool", tool: "get_pricing", arguments: { plan: "all" } }
const strange = "get_pricin"

/** A tool that needs something, what it needs, and a call that has no more than that. */
const needy = (tools as ReadonlyArray<AnyTool>)
  .map((tool) => ({
    name: tool.name,
    needs: takenBy(tool)["required"] as ReadonlyArray<string> | undefined ?? [],
    example: tool.example as { readonly [name: string]: Json }
  }))
  .find(({ needs }) => needs.length > 0)!
const needed = needy.needs.join(", ")
const enough = Object.fromEntries(needy.needs.map((name) => [name, needy.example[name]!]))

/** Given by tools that act for one company; the public ones take no credential and never say it. */
const never = (remedy: string, message: string) => ({
  means: `${message} Belongs to tools that act for one company: the public tools take no credential, and none of them says this.`,
  remedy,
  example: { message, hint: remedy }
})

/** Every code of the endpoint: when it is given, what to do, and what it looks like. */
export const explained: Readonly<Record<ToolCode, Explained>> = {
  "request.malformed": {
    means: "The body is not JSON, not an object, larger than 1 MiB, or names no tool; or arguments and params differ.",
    remedy: "Send one JSON object with a type, as in the hint.",
    asked: { type: "call_tool" },
    example: {
      message: "call_tool needs the name of a tool as \"tool\".",
      hint: tried("list_tools names all of them.", pricing)
    }
  },
  "request.unknown_type": {
    means: "The type of the request is not one that this address knows.",
    remedy: "Send call_tool or list_tools as the type.",
    asked: { type: "run_tool" },
    example: {
      message: "There is no request of the type \"run_tool\".",
      hint: tried("The types are call_tool and list_tools.", { type: "list_tools" })
    }
  },
  "tool.not_found": {
    means: "No tool has this name.",
    remedy: "Take one of the names in the hint, or list the tools.",
    asked: { type: "call_tool", tool: strange },
    example: {
      message: `There is no tool "${strange}".`,
      hint: tried(`Closest: ${nearest(strange, tools.map(({ name }) => name), 3).join(", ")}.`, pricing)
    }
  },
  "arguments.missing": {
    means: "The tool needs an argument that was not given.",
    remedy: "Add every argument that details names; the hint has a call that works.",
    asked: { type: "call_tool", tool: needy.name, arguments: {} },
    example: {
      message: `These arguments of ${needy.name} are missing or unusable: ${needed}.`,
      hint: tried(`Change this: add ${needed}.`, { type: "call_tool", tool: needy.name, arguments: enough }),
      details: needy.needs.map((field) => ({ field, error: REQUIRED, received: null }))
    }
  },
  "arguments.invalid": {
    means: "An argument is not what it may be: another type, out of bounds, or a name that nobody knows.",
    remedy: "Change every argument that details names; the hint has a call that works.",
    asked: { type: "call_tool", tool: "get_pricing", arguments: { plan: "gold" } },
    example: {
      message: "These arguments of get_pricing are not valid: plan.",
      hint: tried("Change this: plan: Expected \"starter\" | \"professional\" | \"enterprise\" | \"all\".", pricing),
      details: [{ field: "plan", error: "Expected \"starter\" | \"professional\" | \"enterprise\" | \"all\"", received: "gold" }]
    }
  },
  "auth.invalid_token": never("Send a token that is valid, or none.", "The token is malformed, unknown, expired or revoked."),
  "scope.missing": never("Ask for the scope that is named.", "The token lacks the scope that the tool needs."),
  "feature.upgrade_required": never("Choose the plan that is named.", "The company's plan does not include the tool."),
  "rate_limit.exceeded": {
    means: "No requests are left in this minute for this address.",
    remedy: "Wait the seconds in Retry-After, then send the same again.",
    example: {
      message: "No more than 120 requests a minute from one address.",
      hint: "Wait 12 s and send the same again."
    }
  },
  internal: {
    means: "The fault is the service's own; its log has the cause under the request_id.",
    remedy: "Try again in a moment; if it stays so, report the request_id to the operator.",
    example: {
      message: "Something went wrong on our side; the request id finds it in our log.",
      hint: "Try again in a moment; if it stays so, report the request_id to the operator of this service."
    }
  }
}

const REQUEST = "8f1c2e4a-6a0e-4b7e-9a53-0a2f6f1d7c11"

/** What a refusal looks like on the wire, for a service reached at `origin`. */
const envelopeOf = (origin: string, code: ToolCode): Json => {
  const { details, hint, message } = explained[code].example
  return {
    success: false,
    error: {
      code, status: toolStatuses[code], message, hint, docs_url: docsOf(origin, code),
      ...details !== undefined && { details }, request_id: REQUEST
    }
  }
}

const nameOf = (status: number) => STATUS_CODES[status]!.replaceAll(/[^A-Za-z]/gu, "")

const waits = new Set<number>([toolStatuses["rate_limit.exceeded"]])

/** The responses that carry a refusal, by the name of their component; all codes of a status are one. */
export const refusalsOf = (origin: string): Readonly<Record<string, Response>> =>
  Object.fromEntries([...Map.groupBy(toolCodes, (code) => toolStatuses[code])].map(([status, codes]) => [nameOf(status), {
    description: codes.map((code) => `\`${code}\`: ${explained[code].means} ${explained[code].remedy}`).join("\n\n"),
    headers: Object.fromEntries([...everywhere, ...waits.has(status) ? ["Retry-After"] as const : []].map((name) =>
      [name, refTo("headers", name)])),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ToolRefused" },
        examples: Object.fromEntries(codes.map((code) => [code, { summary: explained[code].means, value: envelopeOf(origin, code) }]))
      }
    }
  }]))

/** References to those responses, by status. */
export const refusalRefs = (only: (status: number) => boolean) =>
  Object.fromEntries([...new Set(Object.values(toolStatuses))].filter(only).map((status) => [status, refTo("responses", nameOf(status))]))
