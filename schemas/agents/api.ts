import { Schema, Struct } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { CompanyNotFound, SurfaceRequiresAuth } from "#schemas/kernel/errors"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { CompanyId } from "#schemas/kernel/ids"
import { Surface, surfaces } from "#schemas/kernel/tenancy"
import { Consent } from "./consent.ts"
import { approve_consent, get_consent, list_consents, preview_consent, reject_consent } from "./consents.api.ts"
import { VerbCatalog, WebMcpManifest } from "./manifest.ts"
import { list_receipts } from "./receipts.api.ts"

export const list_verbs = operation.get("list_verbs", "/agent/verbs", VerbCatalog, {
  summary: "List all verbs",
  description: "Every operation of this API with what it needs and what it does to the world.",
  access: "public",
  surfaces: ["public"]
}).middleware(Public)

/** The surfaces that need no credential. */
export const anonymous = ["public", "tenant-site"] as const satisfies ReadonlyArray<Surface>

/** All five are understood, so that the refusal can say why; only two are offered. */
const AnonymousSurface = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (surfaces as ReadonlyArray<string>).includes(text) ? undefined : `Expected ${anonymous.join(" or ")}`,
    { toJsonSchema: () => ({ enum: anonymous }) }
  )
).annotate({
  description: "`public`: reads for finding one's way. `tenant-site`: what a customer meets on the company's site."
}).pipe(Schema.decodeTo(Surface))

export const get_public_manifest = operation.get("get_public_manifest", "/webmcp/public/manifest", WebMcpManifest, {
  query: {
    company_id: CompanyId.annotate({ description: "Whose tools.", examples: [CompanyId.make(1)] }),
    surface: defaulted(AnonymousSurface, "tenant-site")
  },
  errors: [SurfaceRequiresAuth, CompanyNotFound],
  summary: "Get a company's public tools",
  description: "The tools that a company shows to anybody. The other surfaces need a key and are refused here.",
  access: "public",
  surfaces: ["public", "tenant-site"]
}).middleware(Public)

export const get_manifest = operation.get("get_manifest", "/webmcp/manifest", WebMcpManifest, {
  query: { surface: defaulted(Surface.annotate({ description: "Where the tools are shown." }), "developer") },
  summary: "Get my tools",
  description: "The tools of a surface that the key's scopes and the company's tier allow.",
  access: "any"
}).middleware(Authenticated)

export class Agents extends HttpApiGroup.make("agents")
  .add(list_verbs, get_public_manifest, get_manifest)
  .add(
    list_consents.middleware(Authenticated), get_consent.middleware(Authenticated), preview_consent.middleware(Authenticated),
    approve_consent.middleware(Authenticated), reject_consent.middleware(Authenticated), list_receipts.middleware(Authenticated)
  )
  .annotate(EventRecords, {
    consent: Consent.mapFields(Struct.pick(["id", "verb", "state", "summary", "livemode", "key_id", "actor", "session", "reason", "expires_at"]))
  })
  .annotateMerge(OpenApi.annotations({
    title: "Agents",
    description: "What agents need to find their way: the catalogue of verbs, and the tools of each company by surface. And what " +
      "keeps them within bounds: consents, for what needs a person to agree, and receipts of everything that was done."
  }))
{}
