import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const child = [process.execPath, join(import.meta.dirname, "log-child.ts")]

const noTerminal = spawnSync("script", ["--version"]).status === 0 ? undefined : "skipped: `script` of util-linux is not installed on this machine"

describe("the log", () => {
  it("is JSON, a line each, where it does not go to a terminal", () => {
    const { stdout } = spawnSync(child[0]!, child.slice(1), { encoding: "utf8" })
    const lines = stdout.trim().split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(lines.map(({ level, msg }) => [level, msg]), [
      ["info", "request"], ["warn", "an e-mail was \u001b[2J NOT sent"], ["error", "failed"]
    ])
    assert.deepInclude(lines[0], { method: "GET", route: "/api/v1/crm/contacts", status: 200, duration_ms: 3.2, company_id: 1 })
  })

  it.skipIf(noTerminal)("is read by people on a terminal, whose commands no text of it is", () => {
    const { stdout } = spawnSync("script", ["-qefc", child.join(" "), "/dev/null"], { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } })
    const lines = stdout.trim().split("\r\n")
    assert.match(lines[0]!, /^\d\d:\d\d:\d\d {2}info {3}GET \/api\/v1\/crm\/contacts 200 in 3\.2 ms {2}request_id=r-1 company_id=1$/)
    assert.match(lines[1]!, /^\d\d:\d\d:\d\d {2}warn {3}an e-mail was \ufffd\[2J NOT sent {2}company_id=2$/)
    assert.match(lines[2]!, /^\d\d:\d\d:\d\d {2}error {2}failed$/)
    assert.match(lines[3]!, /^ {2}Error: broken$/)
  })
})
