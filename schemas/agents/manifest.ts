import { Schema } from "effect"
import { SharesRecords, UndoOf } from "#schemas/kernel/consent"
import { CompanyId } from "#schemas/kernel/ids"
import { Surface, Tier, visitorWays } from "#schemas/kernel/tenancy"

const Annotations = Schema.Struct({
  readOnly: Schema.Boolean.annotate({ description: "Changes nothing.", examples: [true] }),
  destructive: Schema.Boolean.annotate({ description: "Takes something away that may not come back." }),
  idempotent: Schema.Boolean.annotate({ description: "A second call with the same input changes nothing more." })
}).annotate({ identifier: "ToolAnnotations" })

const name = Schema.String.annotate({ description: "snake_case.", examples: ["list_contacts"] })
const description = Schema.String.annotate({ examples: ["List contacts. The company's contacts, page by page."] })
const method = Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"])
const path = Schema.String.annotate({
  description: "On this host; `{name}` stands for a path parameter.",
  examples: ["/api/v1/crm/contacts"]
})
const tierFloor = Tier.annotate({ description: "The lowest tier that has it." })
const requiresConsent = Schema.Boolean.annotate({ description: "Refused with 428 until a person has agreed." })

const effects = {
  sharesRecords: Schema.optionalKey(SharesRecords.annotate({
    description: "Live and test keys share the records that it changes: with a test key too, these are the company's real ones. Left out where they are apart."
  })),
  undo: Schema.optionalKey(UndoOf.annotate({ description: "Of what requires consent: how it is taken back; `null` where it cannot be." }))
}

/** An operation as a tool that an agent can call. */
export const WebMcpTool = Schema.Struct({
  name,
  iri: Schema.String.annotate({ format: "uri", examples: ["https://api.example.com/webmcp/tools/list_contacts"] }),
  description,
  /* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
  inputSchema: Schema.Record(Schema.String, Schema.Any).annotate({
    description: "JSON Schema (2020-12) of path, query and body fields side by side.",
    examples: [{ type: "object", properties: { limit: { type: "integer" } }, additionalProperties: false }]
  }),
  annotations: Annotations,
  endpoint: Schema.Struct({ method, path }),
  requiresConsent,
  ...effects,
  surfaces: Schema.Array(Surface),
  tierFloor
}).annotate({ identifier: "WebMcpTool" })

/** The tools of one company on one surface. */
export const WebMcpManifest = Schema.Struct({
  company_id: CompanyId,
  surface: Surface,
  tier: Tier,
  count: Schema.Int.annotate({ description: "How many tools there are.", examples: [1] }),
  tools: Schema.Array(WebMcpTool)
}).annotate({ identifier: "WebMcpManifest" })

/** One row of the catalogue. */
export const Verb = Schema.Struct({
  name,
  category: Schema.String.annotate({ examples: ["crm"] }),
  summary: Schema.String.annotate({ examples: ["List contacts"] }),
  description,
  method,
  path,
  scope: Schema.String.annotate({
    description: "The scope a key needs, or `any` (any key), `session` (a signed-in person) or `public` (nothing).",
    examples: ["crm:read"]
  }),
  visitors: Schema.optionalKey(Schema.Array(Schema.Literals(visitorWays)).annotate({
    description: "Open to visitors too, or with the scope `public` to them only; how their requests name the company. Left out where it is not.",
    examples: [["publishable_key", "host"]]
  })),
  tierFloor,
  surfaces: Schema.Array(Surface),
  annotations: Annotations,
  requiresConsent,
  ...effects,
  keyed: Schema.Boolean.annotate({ description: "Honours `Idempotency-Key`." }),
  curated: Schema.Boolean.annotate({ description: "One of the tools a connector lists by default." })
}).annotate({ identifier: "Verb" })

/** Every operation there is. */
export const VerbCatalog = Schema.Struct({
  count: Schema.Int.annotate({ description: "How many verbs there are.", examples: [1] }),
  verbs: Schema.Array(Verb)
}).annotate({ identifier: "VerbCatalog" })
