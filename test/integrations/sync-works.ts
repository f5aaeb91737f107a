import { Layer } from "effect"
import { Partners } from "#layers/integrations/partners"
import { Tokens } from "#layers/integrations/tokens"
import { ServiceConfig } from "#layers/kernel/config"
import { IntegrationSync, IntegrationUndo } from "#workflows/integrations/sync/definitions"
import { IntegrationSyncProgram } from "#workflows/integrations/sync/run"
import { IntegrationUndoProgram } from "#workflows/integrations/sync/undo"
import type { Workflows } from "../support/engine.ts"

/** Calls to Google on this machine, whose address is given. */
export const partnersAt = (google: string) => {
  const partners = Layer.fresh(Partners.layer).pipe(Layer.provide(ServiceConfig.layerOf({ integrationUrls: new Map([["google", new URL(google)]]) })))
  return Layer.merge(Layer.fresh(Tokens.layer).pipe(Layer.provide(partners)), partners)
}

export const works = (google: string): Workflows => [
  [IntegrationSync, IntegrationSyncProgram.pipe(Layer.provide(partnersAt(google)))],
  [IntegrationUndo, IntegrationUndoProgram]
]
