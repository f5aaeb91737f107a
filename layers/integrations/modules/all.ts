import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type { IntegrationModule } from "../module.ts"
import { discord, slack } from "./team-chats.ts"

/** What speaks with other systems, by the key of the catalogue; nothing for those that send by themselves, and for what is planned. */
export const modules: { readonly [K in IntegrationKey]?: IntegrationModule } = { slack, discord }
