import type { HttpServerRequest } from "effect/http"

/** What programs that follow links call themselves: crawlers, previews of chats and mails, fetchers of AI assistants, monitors. */
const bot = new RegExp([
  "bot\\b", "bot[/_-]", "crawl", "spider", "slurp", "scrap", "preview", "prerender", "monitor", "uptime", "lighthouse", "headless",
  "facebookexternalhit", "facebookcatalog", "meta-external", "whatsapp", "telegram", "discord", "embedly", "pinterest", "vkshare", "skypeuri",
  "google-(?:extended|inspectiontool|read-aloud|safety)", "googleother", "mediapartners", "feedfetcher", "bingpreview", "yandex", "baidu",
  "chatgpt-user", "claude-user", "claude-web", "anthropic-ai", "perplexity-user", "mistralai-user", "cohere-ai", "duckassist",
  "safelinks", "barracuda", "proofpoint", "mimecast", "virustotal", "urlscan"
].join("|"), "iu")

const ahead = ["purpose", "sec-purpose", "x-purpose", "x-moz"] as const

/** Whether a person has followed a link, as far as the request tells: not a look ahead, not a part of another page, no known bot. */
export const isPerson = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean => {
  const agent = headers["user-agent"] ?? ""
  const destination = headers["sec-fetch-dest"] ?? "document"
  return method === "GET" && agent !== "" && !bot.test(agent) && destination === "document" &&
    !ahead.some((name) => /prefetch|prerender|preview/iu.test(headers[name] ?? ""))
}
