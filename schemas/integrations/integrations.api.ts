import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Integration, IntegrationState, Key, Kind, NewConnection } from "./integration.ts"

const one = { key: Key }
const tierFloor = "builder"

export const list_integrations = operation.list("list_integrations", "/", Integration, {
  filters: { kind: Kind, state: IntegrationState },
  curated: true,
  summary: "List integrations",
  description: "The other systems that can be connected, by kind: what is read there and written, by which fields, within which limits, what of each is left " +
    "out, and how this company is connected to it. What is `planned` cannot be connected yet."
})

export const get_integration = operation.get("get_integration", "/:key", Integration, {
  params: one,
  noConditionalGet: true,
  summary: "Get an integration",
  description: "One other system: what connecting it takes and does, and how the company is connected to it."
})

export const connect_integration = operation.create("connect_integration", "/:key/connect", NewConnection, Integration, {
  params: one,
  status: 200,
  errors: [Conflict],
  requiresConsent: true,
  undo: "nothing",
  tierFloor,
  summary: "Connect another system",
  description: "Connects the company to another system with the credentials that it needs, which are tried out at once and then kept sealed. Where somebody has " +
    "to agree at the other side, `authorization_url` is where. Connecting again replaces the credentials and keeps what was brought over."
})

export const check_integration = operation.act("check_integration", "/:key/check", Integration, {
  params: one,
  errors: [Conflict],
  access: "integrations:read",
  idempotent: true,
  readOnly: false,
  summary: "Check an integration",
  description: "Asks the other system whether it still accepts the connection, and answers with how it stands."
})

export const disconnect_integration = operation.remove("disconnect_integration", "/:key", Integration, {
  params: one,
  errors: [Conflict],
  requiresConsent: true,
  undo: "nothing",
  tierFloor,
  summary: "Disconnect another system",
  description: "Forgets the credentials and stops everything between the two systems. What was brought over stays."
})
