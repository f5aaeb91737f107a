import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server"

/** Of the latest events of a session, as JSON in UTF-16. Older ones cannot be come back for. */
const MOST_LENGTH = 32_768

interface Event {
  readonly id: string
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly length: number
}

/** What a client can come back for after its connection broke, in memory and bounded. */
export const eventStore = (): EventStore => {
  const events: Array<Event> = []
  let length = 0
  let last = 0
  const streamOf = (id: string) => id.slice(id.indexOf(".") + 1)
  const numberOf = (id: string) => Number.parseInt(id, 10)
  return {
    storeEvent: async (stream, message) => {
      const event = { id: `${++last}.${stream}`, stream, message, length: JSON.stringify(message).length }
      events.push(event)
      length += event.length
      while (length > MOST_LENGTH && events.length > 1) length -= events.shift()!.length
      return event.id
    },
    getStreamIdForEventId: async (id) => numberOf(id) <= last ? streamOf(id) : undefined,
    replayEventsAfter: async (id, { send }) => {
      const after = numberOf(id)
      const missed = events.filter((event) => event.stream === streamOf(id) && numberOf(event.id) > after)
      for (const { id, message } of missed) await send(id, message)
      return streamOf(id)
    }
  }
}
