import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { prose } from "#schemas/kernel/text"

const text = (most: number, description: string, example: string) => Schema.optionalKey(prose(most).annotate({ description, examples: [example] }))

export const finish_integration_authorization = operation.download("finish_integration_authorization", "/callback", {
  description: "A page that says whether the systems are connected.",
  examples: { "text/html": "<!doctype html><title>Connected</title><h1>Google contacts is connected.</h1>" }
}, {
  query: {
    state: text(200, "What the authorization was begun with.", "example"),
    code: text(4_000, "What tokens are had for.", "example"),
    error: text(200, "Why there is none.", "access_denied"),
    error_description: text(2_000, "The same in words.", "The person did not agree."),
    iss: text(500, "Who answers.", "https://accounts.google.com"),
    realmId: text(100, "Which company of QuickBooks was chosen.", "4620816365291462220"),
    scope: text(4_000, "What was agreed to.", "contacts")
  },
  access: "public",
  summary: "Finish an authorization",
  description: "Where another system sends the person back who was asked to agree, which `connect_integration` began. It is good once, for ten minutes."
})
