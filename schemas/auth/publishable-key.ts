import { Schema, SchemaTransformation } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { KeyId } from "#schemas/kernel/ids"
import { Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { KeyLabel, Maker } from "./api-key.ts"
import { Mode } from "./session.ts"

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.origin === text.toLowerCase() &&
    /^[a-z0-9.:[\]-]+$/.test(url.host)
}

/** An origin as browsers send it: scheme, host and a port that is not the scheme's own. */
const AllowedOrigin = Text.check(
  Schema.isMaxLength(300),
  Schema.makeFilter(isOrigin, { expected: "an origin like https://shop.example, without a path or a slash at its end" })
).pipe(Schema.decode(SchemaTransformation.toLowerCase()))

const description = "Web pages of which origins may use it, each like https://shop.example. If empty, no page may: only apps and servers, " +
  "which send no `Origin`."

/** A key that stands in pages and apps, where anybody can read it. It lets visitors in, and nothing else. */
export const publishableKey = entity("PublishableKey", {
  id: field.readOnly(KeyId),
  prefix: field.readOnly(
    Schema.String.annotate({ description: "How the key begins: enough to tell it from another.", examples: ["pk_service_test_4f9A"] })
  ),
  label: field.required(KeyLabel),
  mode: field.required(Mode.annotate({ examples: ["test"] }), Mode.annotate({ examples: ["test"] })),
  allowed_origins: field.required(
    Schema.Array(AllowedOrigin).check(Schema.isMaxLength(100)).annotate({ description, examples: [["https://shop.example"]] }),
    Schema.Array(Schema.String).annotate({ description, examples: [["https://shop.example"]] })
  ),
  revoked_at: field.readOnly(Schema.NullOr(Timestamp)),
  last_used_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "Within a minute." })),
  created_by: field.readOnly(Schema.NullOr(Maker).annotate({ description: "`null` where the operator made it." })),
  created_at: field.readOnly(Timestamp)
})
export const PublishableKey = publishableKey.read
export type PublishableKey = typeof PublishableKey.Type

/** The same with the key, which is kept as a hash only. */
export const PublishableKeyWithKey = Schema.Struct({
  ...PublishableKey.fields,
  key: Schema.String.annotate({
    description: "Shown this once; only a hash of it is kept. It is no secret: it stands in pages and apps.",
    examples: ["pk_service_test_4f9Axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]
  })
}).annotate({ identifier: "PublishableKeyWithKey" })
