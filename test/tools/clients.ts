import { createMCPClient } from "@ai-sdk/mcp"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

/** A client of the protocol, as a program uses one. */
export interface ToolClient {
  /** The revision that it agreed on with the server. */
  readonly revision: string | undefined
  readonly list: () => Promise<ReadonlyArray<{ readonly name: string; readonly outputSchema?: unknown }>>
  readonly call: (tool: string, args: Record<string, unknown>) => Promise<any>
  readonly close: () => Promise<unknown>
}

const about = { name: "test", version: "1.0.0" }

/** The same clients that agents in use today are built on, each its own code. */
export const clients: Readonly<Record<string, (url: string) => Promise<ToolClient>>> = {
  "@modelcontextprotocol/client 2.x": async (url) => {
    const client = new Client(about, { versionNegotiation: { mode: "auto" } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return {
      revision: client.getNegotiatedProtocolVersion(),
      list: async () => (await client.listTools()).tools,
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close()
    }
  },
  "@modelcontextprotocol/sdk 1.x": async (url) => {
    const client = new OlderClient(about)
    await client.connect(new OlderTransport(new URL(url)) as never)
    return {
      revision: client.transport === undefined ? undefined : (client.transport as OlderTransport).protocolVersion,
      list: async () => (await client.listTools()).tools,
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close()
    }
  },
  "@ai-sdk/mcp": async (url) => {
    const client = await createMCPClient({ transport: { type: "http", url } })
    return {
      revision: client.initializeResult.protocolVersion,
      list: async () => (await client.listTools()).tools,
      call: (name, args) => client.callTool({ name, arguments: args }),
      close: () => client.close()
    }
  }
}
