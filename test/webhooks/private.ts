import { createServer } from "node:net"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds } from "../support/test-server.ts"
import { post, triedLog } from "./calls.ts"

/** Something on this machine that no webhook may reach, on both families. */
export const treasure = Effect.acquireRelease(
  Effect.promise(() => new Promise<{ port: number; visits: () => number; end: () => void }>((resolve) => {
    let visits = 0
    const server = createServer((socket) => {
      visits++
      socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
    })
    server.listen(0, () => resolve({ port: (server.address() as { port: number }).port, visits: () => visits, end: () => server.close() }))
  })),
  ({ end }) => Effect.sync(end)
)

/** An endpoint as it would be had its address or its name become private after it was looked at. */
export const slipped = Effect.fnUntraced(function*(url: string) {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<{ id: number }>`insert into webhooks (company_id, url, events, livemode, secret)
    values (${companyIds.acme}, ${url}, '{order.paid}', true, 'correct-horse-battery') returning id`)
  return row!.id
})

export const outcome = Effect.fnUntraced(function*(id: number) {
  yield* post(`/webhooks/${id}/test`)
  const [log] = yield* triedLog(id, 1)
  assert.isNull(log.attempts[0].status)
  assert.isNull(log.answer)
  return log.attempts[0].error as string
})
