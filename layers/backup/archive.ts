import { existsSync } from "node:fs"
import { copyFile, link, mkdir, readdir, rm } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { create } from "tar"
import { DEMO_FILE } from "../demo/file.ts"
import { codeOf } from "../embedded-postgres/attempt.ts"
import { BEGUN } from "../providers/storage/folder.ts"
import { baseBackup } from "./base-backup.ts"

/** Folder of kept files, in DATA_DIR and in the archive. */
export const OBJECTS = "objects"

/** Two blocks of zeros end a tar file. Without them, what follows belongs to it too. */
const END = 1024

async function* withoutEnd(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const chunk of tar) {
    const all = Buffer.concat([held, chunk])
    const passed = Math.max(0, all.length - END)
    if (passed > 0) yield all.subarray(0, passed)
    held = all.subarray(passed)
  }
  if (held.some((byte) => byte !== 0)) throw new Error("PostgreSQL sent an archive without its end.")
}

/** Gives each file of a folder a second name elsewhere, under which it stays when the first is removed. */
const linkAll = async (from: string, to: string) => {
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || relative(from, file).startsWith(BEGUN)) continue
    const name = join(to, relative(from, file))
    await mkdir(dirname(name), { recursive: true, mode: 0o700 })
    await link(file, name).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST" && codeOf(error) !== "ENOENT") throw error
    })
  }
}

/**
 * Database and kept files of one moment, as one tar file. Files that are removed while the database is copied are in it too, since its
 * rows may still name them.
 */
export async function* archive(url: string, dataDir: string): AsyncGenerator<Uint8Array> {
  const objects = join(dataDir, OBJECTS)
  const held = join(dataDir, `.backup-${process.pid}`)
  const keep = async () => {
    await mkdir(join(held, OBJECTS), { recursive: true, mode: 0o700 })
    if (existsSync(objects)) await linkAll(objects, join(held, OBJECTS))
  }
  try {
    await keep()
    yield* withoutEnd(baseBackup(url))
    await keep()
    /* Or the copy would not know the demo company's credentials, and replace them. */
    const hasDemo = existsSync(join(dataDir, DEMO_FILE))
    if (hasDemo) await copyFile(join(dataDir, DEMO_FILE), join(held, DEMO_FILE))
    yield* create({ cwd: held, portable: true }, [OBJECTS, ...hasDemo ? [DEMO_FILE] : []])
  } finally {
    await rm(held, { recursive: true, force: true })
  }
}
