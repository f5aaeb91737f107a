import { Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { OtherSites } from "#layers/website/other-sites"
import { SiteLimits } from "#workflows/kb/reading/limits"
import { SourceReading, SourceReadingProgram, SourceRemoval, SourceRemovalProgram } from "#workflows/kb/reading/run"
import type { Workflows } from "../../support/engine.ts"

const MIB = 1_048_576

/** Reads sites on this machine, in the limits that are given as JSON. */
export const works = (given: string): Workflows => {
  const sites = Layer.fresh(OtherSites.layer).pipe(Layer.provide(ServiceConfig.layerOf({ webhookAllowHosts: ["127.0.0.1"] })))
  const limits: SiteLimits = {
    pause: { times: 0, least: 0, most: 0 }, pageMs: 30_000, siteMs: 3_600_000, bytes: 10 * MIB, failures: 8, ...JSON.parse(given || "{}") as Partial<SiteLimits>
  }
  const program = SourceReadingProgram.pipe(Layer.provide([sites, Layer.succeed(SiteLimits, limits)]))
  return [[SourceReading, program], [SourceRemoval, SourceRemovalProgram]]
}
