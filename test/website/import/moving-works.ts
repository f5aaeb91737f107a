import { Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { OtherSites } from "#layers/website/other-sites"
import { SiteMove, SiteMoveProgram } from "#workflows/website/moving/run"
import type { Workflows } from "../../support/engine.ts"

/** Imports of sites, which may be on this machine. */
export const works = (): Workflows => {
  const sites = Layer.fresh(OtherSites.layer).pipe(Layer.provide(ServiceConfig.layerOf({ webhookAllowHosts: ["127.0.0.1"] })))
  return [[SiteMove, SiteMoveProgram.pipe(Layer.provide(sites))]]
}
