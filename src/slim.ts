import { readdirSync, rmSync } from "node:fs"
import { join, sep } from "node:path"

/**
 * Runs after `npm ci`: removes from `node_modules` what packages carry along and neither the service, its tests nor the type
 * checker reads, which is a third of it. Whatever it leaves behind does no harm, so that an install without scripts is only larger.
 */

const modules = join(import.meta.dirname, "../node_modules")

/** By the end of a name: maps to sources, sources beside what was compiled of them, declarations for CommonJS, notes. */
const unread = /\.map$|\.flow$|\.d\.cts$|(?<!\.d)\.[cm]?tsx?$|(?<!AGENTS|LICENSE)\.(?:md|markdown)$/iu

const declarations = /\.d\.[cm]?ts$/u

/**
 * Parts of large packages: headers to compile against Node, a second build in another form, data that is not asked for, pages that
 * nobody opens, declarations of packages that nothing here is checked against.
 */
const parts = [
  "node-linux-[^/]+/(?:include|share)",
  "@octokit/[^/]+/dist-types", "@octokit/openapi-types/types\\.d\\.ts",
  "gpt-tokenizer/(?:cjs|data|src)", "gpt-tokenizer/esm/(?:model|fixtures)", "gpt-tokenizer/esm/bpeRanks/(?:cl100k|p50k|r50k)_[^/]+",
  "stripe/cjs", "twilio/lib/rest/(?!oauth$)[a-z][^/]*", "astronomia/lib", "date-holidays/dist", "moment/(?:src|min|dist)", "moment-timezone/builds", "lodash/fp",
  "@expo-google-fonts/noto-sans/\\d00(?!Regular$|Bold$)\\w+", "@ip-location-db/[^/]+/[^/]+-ipv[46]\\.mmdb",
  "pdfkit/js/[^/]+\\.(?:browser|old)[^/]*", "libphonenumber-js/bundle", "axe-core/locales", "playwright-core/lib/vite",
  "pdfkit/js/standard-fonts/[^/]+\\.cjs", "astronomia/data/[^/]+\\.cjs",
  "@modelcontextprotocol/inspector/clients/(?:web|tui)", "es-toolkit", "@napi-rs/keyring-[^/]+", "lightningcss-[^/]+"
]
const unreadPart = new RegExp(`(?:^|/)node_modules/(?:${parts.join("|")})$`, "u")

/** Whether nothing reads a file or a folder. `production`: nobody checks types there. */
export const isUnread = (path: string, production: boolean): boolean =>
  unread.test(path) || unreadPart.test(path) || production && declarations.test(path)

/** Removes below a folder what nothing reads. */
export const slim = (folder: string, production: boolean): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (isUnread(path.split(sep).join("/"), production)) rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) slim(path, production)
  }
}

if (import.meta.main) slim(modules, /\bdev\b|\bproduction\b/u.test(process.env["npm_config_omit"] ?? ""))
