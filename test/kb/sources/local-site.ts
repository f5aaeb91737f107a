import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

type Serve = (request: IncomingMessage, response: ServerResponse, path: string) => void

/** A site on this machine, which counts what it is asked for. */
export const siteServing = (serve: Serve) =>
  Effect.acquireRelease(
    Effect.promise(() => new Promise<{ address: string; asked: Map<string, Array<number>>; close: () => void }>((resolve) => {
      const asked = new Map<string, Array<number>>()
      const server = createServer((request, response) => {
        const path = request.url!
        response.on("close", () => asked.set(path, [...asked.get(path) ?? [], response.statusCode]))
        serve(request, response, path)
      })
      server.listen(0, "127.0.0.1", () => resolve({
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
    })),
    ({ close }) => Effect.sync(close)
  )

export const html = (response: ServerResponse, body: string, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  void response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body)

export const links = (paths: ReadonlyArray<string>) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")

/** A page as sites have them: what surrounds its text is the same on each. */
export const page = (title: string, text: string, others: string) => `<!doctype html><html lang="en"><head><title>${title} · Shop</title></head><body>
  <header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header><main><h1>${title}</h1><p>${text}</p><h2 id="more">More</h2><p>Also: ${others}</p></main>
  <footer>Imprint and cookies of everybody</footer></body></html>`

/** Pages that lead to each other like a tree, each with ten below it; they can be changed, taken away and added. */
export const treeSite = Effect.fnUntraced(function*(size: number) {
  const texts = new Map<number, string>(Array.from({ length: size }, (_, n) => [n, `What is known of matter${n} and nothing else.`]))
  const pathOf = (n: number) => n === 0 ? "/" : `/pages/${n}`
  const site = yield* siteServing((request, response, path) => {
    if (path === "/robots.txt") return void response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private/\n")
    const n = path === "/" ? 0 : Number(/^\/pages\/(\d+)$/u.exec(path)?.[1] ?? Number.NaN)
    const text = texts.get(n)
    if (text === undefined) return html(response, "Not found", 404)
    const below = [...texts.keys()].filter((one) => one > 0 && Math.floor((one - 1) / 10) === n)
    const body = page(`Page ${n}`, text, links([...below.map(pathOf), "/private/x", `${pathOf(n)}?utm_source=home`]))
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`
    /* Some servers know no versions of their pages. */
    if (n % 5 === 4) return html(response, body)
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end()
    html(response, body, 200, { etag })
  })
  /** How many answers there were with this status, since they were last counted. */
  const answers = () => {
    const all = [...site.asked].filter(([path]) => path !== "/robots.txt" && path !== "/sitemap.xml").flatMap(([, statuses]) => statuses)
    site.asked.clear()
    return { whole: all.filter((status) => status === 200).length, unchanged: all.filter((status) => status === 304).length }
  }
  return { ...site, texts, answers }
})
