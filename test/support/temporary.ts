import { spawnSync } from "node:child_process"
import { statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"

const IN_MEMORY = "/dev/shm"
/** Seen at most in one whole run: 0.5 GiB, as each database is dropped after its test. */
const NEEDED = 2 * 2 ** 30

const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, freemem()) > NEEDED
  } catch {
    return false
  }
}

/** The folder for databases of tests: in memory where there is room, so that PostgreSQL does not wait for a disk. */
export const temporary = hasRoom() ? IN_MEMORY : tmpdir()

/** Copies data of a PostgreSQL that does not run; the account that it runs as keeps them. */
export const copyData = (from: string, to: string) => {
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" })
  if (status !== 0) throw new Error(`${from} cannot be copied: ${stderr}`)
}
