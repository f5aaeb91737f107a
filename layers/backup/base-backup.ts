import { Readable } from "node:stream"
import pg from "pg"

/** Bytes that may wait for whoever reads the archive; then PostgreSQL waits too. */
const WAITING = 4 * 1024 ** 2

/** First byte of a message that carries a part of the archive. */
const DATA = "d".charCodeAt(0)

const ignore = () => {}

/** The archive of a running BASE_BACKUP, as the server sends it. */
const archiveOf = (client: pg.Client, command: string): Readable => {
  const socket = client.connection.stream
  const archive = new Readable({ highWaterMark: WAITING, read: () => void socket.resume() })
  const copy = {
    submit: (connection: pg.Connection) => connection.query(command),
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => {
      // A copy: the parser uses the memory of its messages again.
      if (chunk[0] === DATA && !archive.push(Buffer.from(chunk.subarray(1)))) socket.pause()
    },
    handleError: (error: Error) => void archive.destroy(error),
    handleReadyForQuery: () => void archive.push(null),
    handleRowDescription: ignore,
    handleDataRow: ignore,
    handlePortalSuspended: ignore,
    handleEmptyQuery: ignore,
    handleCommandComplete: ignore,
    handleCopyInResponse: ignore
  }
  client.query(copy)
  client.once("error", (error) => archive.destroy(error))
  return archive
}

/**
 * The whole cluster as one tar file while it works on, with the part of the write-ahead log that makes it consistent as of the end of the copy.
 * PostgreSQL makes it itself and checks the checksum of each page on the way.
 * See https://www.postgresql.org/docs/18/protocol-replication.html (BASE_BACKUP).
 */
export async function* baseBackup(url: string): AsyncGenerator<Buffer> {
  const options: pg.ClientConfig & { readonly replication: "true" } = { connectionString: url, replication: "true" }
  const client = new pg.Client(options)
  await client.connect()
  try {
    // Until the connection closes, the log since here is not removed.
    await client.query(`CREATE_REPLICATION_SLOT "backup_${process.pid}" TEMPORARY PHYSICAL (RESERVE_WAL true)`)
    yield* archiveOf(client, "BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, MANIFEST 'no')")
  } finally {
    await client.end()
  }
}
