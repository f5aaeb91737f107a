import { Schema, SchemaTransformation } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { domainNameOf } from "#schemas/kernel/host-name"
import { Id } from "#schemas/kernel/ids"
import { Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"

export const HostId = Id.pipe(Schema.brand("HostId"))
export type HostId = typeof HostId.Type

/** A host name, kept in lower case, in ASCII and without the dot at its end. */
const HostName = Text.check(
  Schema.isMaxLength(253),
  Schema.makeFilter((text: string) => domainNameOf(text) !== undefined, {
    expected: "a host name like shop.example, without scheme, port or path"
  })
).annotate({
  description: "A host name, without scheme, port or path. Letters beyond ASCII are kept as `xn--...`.",
  examples: ["www.juniper.example"]
}).pipe(
  Schema.decode(SchemaTransformation.transform({ decode: (text: string) => domainNameOf(text) ?? text, encode: (text: string) => text }))
)

const proof = Schema.Struct({
  type: Schema.Literal("TXT"),
  name: Schema.String.annotate({ examples: ["_service-challenge.www.juniper.example"] }),
  value: Schema.String.annotate({ examples: ["service-host-proof=3q2-7wAAAAAAAAAAAAAAAAAAAAAA"] })
}).annotate({ identifier: "HostProof", description: "The DNS record that proves whose host it is. Once that is proved, the record may go." })

/** A host at which the company's visitors come. */
export const host = entity("Host", {
  id: field.readOnly(HostId),
  host: field.required(HostName, Schema.String.annotate({ examples: ["www.juniper.example"] })),
  proof: field.readOnly(proof),
  proved_at: field.readOnly(Schema.NullOr(Timestamp).annotate({
    description: "Since when requests to this host are the company's; `null` while it is not proved."
  })),
  checked_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "When the record was looked for last." })),
  problem: field.readOnly(Schema.NullOr(Schema.String).annotate({
    description: "Why the last check did not prove it.", examples: ["There is no TXT record at _service-challenge.www.juniper.example."]
  })),
  created_at: field.readOnly(Timestamp)
}, { label: ({ host }) => host })
export const Host = host.read
export type Host = typeof Host.Type
