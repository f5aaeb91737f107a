#!/usr/bin/env node
import { enableCompileCache, registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

// Before anything else is read: later starts then need not compile it again. Where it cannot be written, nothing is lost.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/service"))

/*
 * Node looks for each of 15,000 imports in the file system, a fifth of the time of a start. Those of our own files, which say
 * their extension, and those within Effect, need no look.
 */
const root = pathToFileURL(join(import.meta.dirname, "../")).href
const packages = `${root}node_modules/`
const effect = `${packages}effect/dist/`
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = "" } = context
    const isRelative = specifier.startsWith(".")
    if (isRelative && specifier.endsWith(".js") && parentURL.startsWith(effect)) {
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true }
    }
    if (parentURL.startsWith(root) && !parentURL.startsWith(packages)) {
      const path = isRelative && specifier.endsWith(".ts") ? specifier : /^#(?:schemas|layers|workflows|src)\//u.test(specifier) ? `${root}${specifier.slice(1)}.ts` : undefined
      if (path !== undefined) return { url: new URL(path, parentURL).href, format: "module-typescript", shortCircuit: true }
    }
    return next(specifier, context)
  }
})

await import("./commands/run.ts")
