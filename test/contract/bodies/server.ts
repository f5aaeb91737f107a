import type { HttpApp } from "#src/api"
import { TestServerWith } from "../../support/test-server.ts"
import { app } from "./contract.ts"

export const server = (config: Parameters<typeof TestServerWith>[0] = {}) => TestServerWith(config, [], app as typeof HttpApp)
