import { Layer } from "effect"
import { Partners } from "#layers/integrations/partners"
import { Tokens } from "#layers/integrations/tokens"
import { ServiceConfig } from "#layers/kernel/config"
import { IntegrationSync, IntegrationUndo } from "#workflows/integrations/sync/definitions"
import { IntegrationSyncProgram } from "#workflows/integrations/sync/run"
import { IntegrationUndoProgram } from "#workflows/integrations/sync/undo"
import type { Workflows } from "../support/engine.ts"

/** Calls to other systems on this machine, whose addresses are given. */
export const partnersAt = (urls: Readonly<Record<string, string>>) => {
  const integrationUrls = new Map(Object.entries(urls).map(([key, url]) => [key, new URL(url)]))
  const partners = Layer.fresh(Partners.layer).pipe(Layer.provide(ServiceConfig.layerOf({ integrationUrls })))
  return Layer.merge(Layer.fresh(Tokens.layer).pipe(Layer.provide(partners)), partners)
}

/** Given their addresses as JSON. */
export const works = (urls: string): Workflows => [
  [IntegrationSync, IntegrationSyncProgram.pipe(Layer.provide(partnersAt(JSON.parse(urls))))],
  [IntegrationUndo, IntegrationUndoProgram]
]
