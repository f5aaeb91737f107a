import type { Schema } from "effect"
import type { JsonSchema } from "#schemas/kernel/json-schema"

export type Json = Schema.Json

export interface Ref {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  /** What the operation itself gives as an example. */
  readonly example?: Json
}

export interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

export interface Media {
  readonly schema: JsonSchema
  readonly example?: Json
  readonly examples?: { readonly [name: string]: { readonly summary: string; readonly value: Json } }
  /** Of the parts of a form: in which media types they are taken. */
  readonly encoding?: { readonly [part: string]: { readonly contentType: string } }
}

export interface Response {
  readonly description: string
  readonly headers: { readonly [name: string]: Ref }
  readonly content?: { readonly [type: string]: Media }
}

/** One operation of the document. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly deprecated?: true
  readonly security: ReadonlyArray<{ readonly [scheme: string]: ReadonlyArray<string> }>
  readonly parameters: ReadonlyArray<Parameter | Ref>
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly [type: string]: Media } }
  readonly responses: { readonly [status: string]: Response | Ref }
  readonly "x-operation": { readonly [mark: string]: Json }
}

/** What a receiver of events is sent. */
export interface WebhookObject extends Pick<OperationObject, "operationId" | "tags" | "summary" | "description" | "security"> {
  readonly parameters: ReadonlyArray<Ref>
  readonly requestBody: NonNullable<OperationObject["requestBody"]>
  readonly responses: { readonly [status: string]: { readonly description: string } }
}

/** An OpenAPI 3.1 document, as far as this one goes. */
export interface Document {
  readonly openapi: string
  readonly info: { readonly [key: string]: Json }
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: OperationObject } }
  readonly webhooks?: { readonly [kind: string]: { readonly post: WebhookObject } }
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema }
    readonly responses: { readonly [name: string]: Response }
    readonly parameters: { readonly [name: string]: Parameter }
    readonly headers: { readonly [name: string]: Header }
    readonly securitySchemes: { readonly [name: string]: { readonly [key: string]: Json } }
  }
}

export const refTo = (kind: keyof Document["components"], name: string): Ref => ({ $ref: `#/components/${kind}/${name}` })

/** What a reference names, and anything else as it is. */
export const resolve = <A extends object>(document: Pick<Document, "components">, value: A | Ref): A => {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as A
  const [, , kind, name] = value.$ref.split("/") as [string, string, keyof Document["components"], string]
  return document.components[kind][name] as A
}
