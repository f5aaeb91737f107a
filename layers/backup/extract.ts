import { once } from "node:events"
import { extract as unpack, type Unpack } from "tar"
import { DEMO_FILE } from "../demo/file.ts"
import type { Account } from "../embedded-postgres/account.ts"
import { OBJECTS } from "./archive.ts"

const ofDataDir = (path: string) => path === DEMO_FILE || path === OBJECTS || path.startsWith(`${OBJECTS}/`)

const fed = async (bytes: AsyncIterable<Uint8Array>, targets: ReadonlyArray<Unpack>) => {
  const closed = Promise.all(targets.map((target) => once(target, "close")))
  closed.catch(() => {})
  for await (const chunk of bytes) {
    const full = targets.filter((target) => !target.write(Buffer.from(chunk)))
    await Promise.all(full.map((target) => once(target, "drain")))
  }
  for (const target of targets) target.end()
  await closed
}

/** Lays out an archive: the database in a folder that its account owns, kept files and the demo company's credentials, where wanted, in another. */
export const extract = (
  bytes: AsyncIterable<Uint8Array>,
  { account: { identity }, data, dataDir }: { readonly account: Account; readonly data: string; readonly dataDir?: string }
) =>
  fed(bytes, [
    unpack({ cwd: data, strict: true, filter: (path) => !ofDataDir(path), ...identity }),
    ...dataDir === undefined ? [] : [unpack({ cwd: dataDir, strict: true, filter: ofDataDir })]
  ])
