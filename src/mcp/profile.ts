import { Context, type Effect, type Schema, type Stream } from "effect"

/** The revisions of the protocol that are served, the latest first (https://modelcontextprotocol.io/specification). */
export const revisions = ["2026-07-28", "2025-11-25"] as const
export type Revision = typeof revisions[number]

export type JsonObject = { readonly [key: string]: Schema.Json }

/** A JSON Schema (2020-12) of an object, made once and sent as it is. */
export interface ObjectSchema {
  readonly type: "object"
  readonly [keyword: string]: Schema.Json | undefined
}

/** What a client may do with what a tool says it does. */
export interface ToolAnnotations {
  readonly title?: string
  /** Changes nothing. */
  readonly readOnlyHint?: boolean
  /** May change or delete what is there, rather than only add to it. */
  readonly destructiveHint?: boolean
  /** Called again with the same arguments, it changes nothing more. */
  readonly idempotentHint?: boolean
  /** Reaches outside of the service. */
  readonly openWorldHint?: boolean
}

/** For whom something is, and how much it matters (0 to 1). */
export interface Annotations {
  readonly audience?: ReadonlyArray<"user" | "assistant">
  readonly priority?: number
  /** ISO 8601. */
  readonly lastModified?: string
}

/** A text, or bytes as base64, under the address it is read at. */
export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string }

export type Content =
  | { readonly type: "text"; readonly text: string; readonly annotations?: Annotations }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string; readonly annotations?: Annotations }
  | { readonly type: "resource"; readonly resource: ResourceContents; readonly annotations?: Annotations }
  | {
    readonly type: "resource_link"
    readonly uri: string
    readonly name: string
    readonly title?: string
    readonly description?: string
    readonly mimeType?: string
  }

/** What a tool answers. Without `content` its text is the JSON of `structured`, for clients that read only text. */
export interface ToolResult {
  readonly structured?: JsonObject
  readonly content?: ReadonlyArray<Content>
  /** About the answer rather than of it, by names with a prefix of ours. */
  readonly meta?: JsonObject
  /** The call did not do what it was for, and a model can read here why and what to do instead. */
  readonly isError?: boolean
}

/** A question that only the client can have answered: by its user, its model, or of its own folders. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list"
  readonly params: JsonObject
}

/**
 * Instead of an answer: what is to be known first. The same call comes again with `McpCall.responses` under the same names,
 * and with `state`, which no client can have altered. A client of an earlier revision is asked while its call waits; what is
 * asked for and what comes back are the same.
 */
export class InputRequired {
  readonly requests: Readonly<Record<string, InputRequest>>
  readonly state: Schema.Json | undefined
  constructor(requests: Readonly<Record<string, InputRequest>>, state?: Schema.Json) {
    this.requests = requests
    this.state = state
  }
}

/** An error of the protocol itself, as a JSON-RPC error. What a model can act on is a `ToolResult` with `isError` instead. */
export class McpError {
  readonly _tag = "McpError"
  readonly code: number
  readonly message: string
  readonly data: JsonObject | undefined
  constructor(code: number, message: string, data?: JsonObject) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** Least important first. */
export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const
export type LogLevel = typeof logLevels[number]

/** The call being answered. */
export class McpCall extends Context.Service<McpCall, {
  readonly revision: Revision
  readonly client: { readonly name: string; readonly version: string } | undefined
  /** The session of a client of 2025-11-25, where the profile has sessions. */
  readonly session: string | undefined
  /** What the client said about the call, beside its arguments. */
  readonly meta: JsonObject
  /** What the client can be asked, by name: `elicitation`, `sampling`, `roots`. */
  readonly capabilities: JsonObject
  /** What came back to an `InputRequired`, by its names; empty in the first round. */
  readonly responses: Readonly<Record<string, JsonObject>>
  /** What that `InputRequired` kept; `undefined` in the first round, or if it kept nothing. */
  readonly state: Schema.Json | undefined
  /** Tells a client that asked for it how far the work is; the numbers must grow. */
  readonly progress: (done: number, total?: number, message?: string) => Effect.Effect<void>
  /** Tells a client that asked for it what happens. */
  readonly log: (level: LogLevel, data: Schema.Json) => Effect.Effect<void>
  /** Breaks the stream of the answer, so that a slow call holds no connection; the client comes back for the rest. */
  readonly pause: Effect.Effect<void>
}>()("src/mcp/McpCall") {}

/** Work that may ask back; `R` is what it needs besides `McpCall`. */
type Work<A, R> = Effect.Effect<A | InputRequired, McpError, R | McpCall>

export interface McpTool<R = never> {
  /** 1 to 128 of letters, digits, `_`, `-` and `.`. */
  readonly name: string
  readonly title?: string
  /** Written for a model that must choose. */
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations?: ToolAnnotations
  /** What the client must be able to do for this tool to work; a client that cannot is told so. */
  readonly needs?: ReadonlyArray<"elicitation" | "sampling" | "roots">
  /** `args` is an object and nothing more is known of it: what is wrong with it is for the tool to say, as an `isError`. */
  readonly call: (args: JsonObject) => Work<ToolResult, R>
}

interface Described {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
  readonly annotations?: Annotations
}

export interface McpResource<R = never> extends Described {
  readonly uri: string
  /** Bytes. */
  readonly size?: number
  readonly read: Work<ReadonlyArray<ResourceContents>, R>
}

/** Proposes values that begin with `value`, the best first; `others` are the arguments that stand already. */
export type Complete<R> = (value: string, others: Readonly<Record<string, string>>) => Effect.Effect<ReadonlyArray<string>, McpError, R>

export interface McpResourceTemplate<R = never> extends Described {
  /** Like `kb://templates/{industry}`: each `{name}` stands for one part between slashes. */
  readonly uriTemplate: string
  readonly complete?: Readonly<Record<string, Complete<R>>>
  /** `undefined` when there is nothing under these values. */
  readonly read: (
    values: Readonly<Record<string, string>>,
    uri: string
  ) => Work<ReadonlyArray<ResourceContents> | undefined, R>
}

export interface McpPrompt<R = never> {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly arguments?: ReadonlyArray<{
    readonly name: string
    readonly title?: string
    readonly description: string
    readonly required?: boolean
    readonly complete?: Complete<R>
  }>
  /** The required arguments are there. */
  readonly get: (args: Readonly<Record<string, string>>) => Work<{
    readonly description?: string
    readonly messages: ReadonlyArray<{ readonly role: "user" | "assistant"; readonly content: Content }>
  }, R>
}

/** How long what was listed or read may be used again without asking, and whether it is the same for everybody. */
export interface Cached {
  /** Milliseconds. */
  readonly ttl: number
  readonly scope: "public" | "private"
}

/** Something that clients listed or read is no longer as it was. */
export type Changed = "tools" | "prompts" | "resources" | { readonly resource: string }

/** The same for some callers only, by their principal. */
export interface ChangedFor {
  readonly changed: Changed
  readonly isFor: (principal: string) => boolean
}

/** All that one address says and does in the protocol, whatever the revision. */
export interface Profile<R = never> {
  /** Pages of any origin may ask, as nothing is told without a token in the `Authorization` header. */
  readonly anyPage?: boolean
  readonly name: string
  readonly title: string
  readonly version: string
  readonly websiteUrl?: string
  /** For the model, before it has seen any tool. */
  readonly instructions: string
  /** In the order they are listed. */
  readonly tools: ReadonlyArray<McpTool<R>>
  /** Which of them the list shows to whoever asks; all without it. Those that it does not show can be called all the same. */
  readonly offers?: Effect.Effect<(tool: string) => boolean, never, R>
  readonly resources: ReadonlyArray<McpResource<R>>
  readonly resourceTemplates: ReadonlyArray<McpResourceTemplate<R>>
  readonly prompts: ReadonlyArray<McpPrompt<R>>
  readonly lists: Cached
  /** Of the contents of resources. */
  readonly reads: Cached
  /** Told to clients that listen. Without it nothing ever changes, and nobody needs to listen. */
  readonly changes?: Stream.Stream<Changed | ChangedFor>
  /** Whether what happens in calls is told to clients that ask for it (`McpCall.log`). */
  readonly logs?: boolean
  /**
   * Whether clients of 2025-11-25 get a session. They need one to be asked anything (`InputRequired`), to listen and to come
   * back for the rest of an answer; without, every request stands for itself and any process can answer it.
   */
  readonly sessions?: boolean
  /**
   * Whether plain calls of tools in the latest revision are answered without the SDK, which costs more than most of them. The
   * tools then see to it themselves that they ask a client only what it can be asked.
   */
  readonly plain?: boolean
  /** How long a client may take to come back with what it was asked, in seconds; an hour without it. */
  readonly holds?: number
}
