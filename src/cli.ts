#!/usr/bin/env node
import { enableCompileCache } from "node:module"
import { join } from "node:path"

// Before anything else is read: later starts then need not compile it again. Where it cannot be written, nothing is lost.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/service"))
await import("./commands/run.ts")
