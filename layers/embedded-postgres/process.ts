import { spawnSync } from "node:child_process"
import { readFileSync, readlinkSync, realpathSync } from "node:fs"
import { basename, resolve } from "node:path"
import { codeOf } from "./attempt.ts"

/** Whether some process has this number, be it a zombie. */
export const exists = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/** `undefined` where the system does not tell: the process is gone, or not for our eyes. */
const ask = <A>(question: () => A) => {
  try {
    return question()
  } catch {
    return undefined
  }
}

/** The program and arguments of a process; none of a zombie or a process that is gone. */
const commandOf = (pid: number) => {
  if (process.platform === "linux") {
    return ask(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.split("\0").filter((word) => word !== "") ?? []
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim().split(" ")
}

const names = (words: ReadonlyArray<string>, data: string) => {
  const at = words.indexOf("-D")
  // `ps` joins the words with blanks, so a path with blanks comes in pieces.
  return at < 0 || words.slice(at + 1).join(" ").startsWith(data) || resolve(words[at + 1] ?? "") === data
}

/** Whether a process is the PostgreSQL of this data folder, and not another that got the number of one long gone. */
export const serves = (pid: number, data: string) => {
  if (!(pid > 0)) return false
  const [program = "", ...words] = commandOf(pid)
  if (basename(program) !== "postgres") return false
  const folder = ask(() => readlinkSync(`/proc/${pid}/cwd`))
  return folder === undefined ? names(words, data) : folder === ask(() => realpathSync(data))
}
