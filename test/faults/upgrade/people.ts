import { assert } from "@effect/vitest"
import type { Line } from "../chaos/line.ts"

/** Seconds from now at which tasks are due: at each moment runs wait that began in one node, and end in whichever is there then. */
const DUE_SECONDS = [1, 3, 8, 20]

/** Makes tasks, each with a run that waits until it is due, and walks through the list of contacts page by page. */
export const member = async (line: Line, tasks: Set<number>, isOver: () => boolean) => {
  for (let turn = 0; !isOver(); turn++) {
    const due_at = new Date(Date.now() + DUE_SECONDS[turn % DUE_SECONDS.length]! * 1_000).toISOString()
    const made = await line.ask("POST", "/crm/tasks", { title: `Task ${turn}`, due_at })
    assert.strictEqual(made.status, 201, JSON.stringify(made.body))
    tasks.add(made.body.id)
    let cursor: string | null = ""
    const seen: Array<number> = []
    for (let page = 0; page < 4 && cursor !== null; page++) {
      const { body, status } = await line.ask("GET", `/crm/contacts?limit=5&sort=-id${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`)
      assert.strictEqual(status, 200, JSON.stringify(body))
      seen.push(...body.items.map(({ id }: { readonly id: number }) => id))
      cursor = body.next_cursor
    }
    assert.deepStrictEqual(seen, [...new Set(seen)].toSorted((a, b) => b - a), "no contact comes twice on the pages of one list")
  }
}

/** What a person looks at, for as long as it takes: pages with what they refer to, each of which any node may be asked for. */
export class Visitor {
  pages = 0
  files = 0
  longest = 0
  readonly failures: Array<string> = []
  readonly #port: number
  readonly #times: { readonly pace: number; readonly patience: number }

  constructor(port: number, times: { readonly pace: number; readonly patience: number }) {
    this.#port = port
    this.#times = times
  }

  async #get(path: string) {
    const asked = performance.now()
    try {
      const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, { signal: AbortSignal.timeout(this.#times.patience) })
      const text = await response.text()
      if (response.status !== 200) this.failures.push(`GET ${path}: ${response.status} ${text.slice(0, 100)}`)
      this.longest = Math.max(this.longest, performance.now() - asked)
      return text
    } catch (error) {
      this.failures.push(`GET ${path}: ${String(error)}: ${String((error as Error).cause)}`)
      return ""
    }
  }

  async look(paths: ReadonlyArray<string>, isOver: () => boolean) {
    while (!isOver()) {
      for (const path of paths) {
        const page = await this.#get(path)
        this.pages++
        await new Promise((resolve) => setTimeout(resolve, this.#times.pace))
        for (const [, file] of page.matchAll(/<(?:link rel="(?:icon|stylesheet)"|script)[^>]* (?:href|src)="(\/[^"]+)"/gu)) {
          await this.#get(file!)
          this.files++
        }
      }
    }
  }
}
