import { Effect, Layer } from "effect"
import { HttpApp } from "#src/api"
import { mcpRoutes } from "#src/mcp/routes"
import { TestServerWith } from "../support/test-server.ts"
import { fixture } from "./fixture.ts"

export const FIXTURE = "/fixture/mcp"
/** The same without sessions, as the product's public profile is. */
export const ALONE = "/fixture/alone"

const Fixtures = Layer.unwrap(Effect.map(fixture, (profile) => {
  const { changes: _, ...still } = profile
  return Layer.merge(mcpRoutes(FIXTURE, profile), mcpRoutes(ALONE, { ...still, sessions: false, logs: false }))
}))

/** The whole server, with the fixture beside what it serves anyway. */
export const FixtureServerWith = (config: Parameters<typeof TestServerWith>[0] = {}) =>
  TestServerWith(config, [], Layer.merge(HttpApp, Fixtures) as typeof HttpApp)

export const FixtureServer = FixtureServerWith()
