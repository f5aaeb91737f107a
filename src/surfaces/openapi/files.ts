import type { OpenApi } from "effect/http-api"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import { inputSchema, type JsonSchema } from "#schemas/kernel/json-schema"
import type { Streamed } from "#schemas/kernel/streams"
import type { Json, Media } from "./json.ts"

/** What writes a schema as it is published, and an example of it. */
interface Writing {
  readonly publish: (schema: JsonSchema) => JsonSchema
  readonly examples: { readonly request: (schema: JsonSchema) => Json }
}

type Content = { readonly [type: string]: Media }

/** A file as a body or an answer, with an example in each of its types: to a schema it is a text, but for JSON. */
export const filesOf = ({ description, examples }: Streamed): Content =>
  Object.fromEntries(Object.entries(examples).map(([type, example]) => [
    type,
    type === "application/json"
      ? { schema: { type: "object", description }, example: JSON.parse(example) as Json }
      : { schema: { type: "string", description }, example }
  ]))

/** The fields of a form and its files: in an example, each file is a text of its first type. */
const multipartOf = ({ files }: Operation, fields: JsonSchema, example: Json): Media => {
  const parts = Object.entries(files).map(([name, { description, most }]) => {
    const file = { type: "string", format: "binary" }
    return [name, most === undefined ? { ...file, description } : { type: "array", items: file, maxItems: most, description }] as const
  })
  const needed = Object.entries(files).filter(([, { most, optional }]) => most === undefined && optional === undefined).map(([name]) => name)
  const required = [...fields["required"] as ReadonlyArray<string> | undefined ?? [], ...needed]
  return {
    schema: {
      ...fields,
      properties: { ...fields["properties"] as JsonSchema | undefined, ...Object.fromEntries(parts) },
      ...required.length > 0 && { required }
    },
    example: { ...example as object, ...Object.fromEntries(Object.entries(files).map(([name, { examples }]) => [name, Object.values(examples)[0]!])) },
    encoding: Object.fromEntries(Object.entries(files).map(([name, { examples }]) => [name, { contentType: Object.keys(examples).join(", ") }]))
  }
}

/** The answer as it is made: an event for each piece, then one with the whole answer. */
export const eventsOf = ({ events }: Operation): Content =>
  events === undefined ? {} : {
    "text/event-stream": {
      schema: {
        type: "string",
        description: "Events `piece`, each with one piece as its data; at the end one event `answer`, whose data is the JSON answer, or `error`.",
        contentMediaType: "text/event-stream",
        contentSchema: inputSchema(events)
      }
    }
  }

/** What an operation takes as its body, by media type; nothing where it takes none. */
export const requestContentOf = (
  entry: Operation, shape: OpenApi.OpenAPISpecOperation, { examples, publish }: Writing
): Content | undefined => {
  const { body, endpoint, raw, upload } = entry
  if (body === undefined) return undefined
  const whole = upload ?? raw
  if (whole !== undefined) return filesOf(whole)
  if (body === "json") {
    const schema = publish(shape.requestBody!.content["application/json"]!.schema as JsonSchema)
    return { "application/json": { schema, example: examples.request(schema) } }
  }
  const schema = publish(inputSchema(payloadOf(endpoint)!))
  const example = examples.request(schema)
  return body === "form" ? { "application/x-www-form-urlencoded": { schema, example } } : { "multipart/form-data": multipartOf(entry, schema, example) }
}
