import { Schema } from "effect"
import { Key } from "#schemas/integrations/integration"
import { durable } from "../../durable.ts"

const counts = { created: Schema.Int, updated: Schema.Int, unchanged: Schema.Int, skipped: Schema.Int, failed: Schema.Int }

/** Brings two systems in step: what changed since the time before. */
export const IntegrationSync = durable({
  name: "integrations.sync", version: 1, realTime: true, background: true,
  payload: { key: Key, run: Schema.Int },
  success: Schema.Struct({ ...counts, error: Schema.NullOr(Schema.String) }),
  searchAttributes: { integration: { type: "text", from: ({ key }) => key } },
  concurrency: { perCompany: 2, total: 8 }
})

/** Takes back what a run changed here. */
export const IntegrationUndo = durable({
  name: "integrations.undo", version: 1, realTime: true, background: true,
  payload: { key: Key, run: Schema.Int },
  success: Schema.Struct({ undone: Schema.Int, kept: Schema.Int }),
  searchAttributes: { integration: { type: "text", from: ({ key }) => key } },
  concurrency: { perCompany: 2, total: 8 }
})
