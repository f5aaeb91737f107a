/** What kinds of systems there are. */
export const integrationKinds = ["workspace_suite", "accounting", "social", "payment_processor", "team_chat", "mailing", "data"] as const
export type IntegrationKind = typeof integrationKinds[number]

/** How a system lets another in. */
export const authorizations = ["oauth2", "token", "secret_address", "own_address"] as const

/** What somebody gives to connect a system, by the names of `connect_integration`. */
export const given = ["token", "client_id", "client_secret", "secret_address", "account", "events", "mapping", "conflict"] as const
export type Given = typeof given[number]

/** Something that is given to connect a system. */
export interface Need {
  readonly name: Given
  /** What it is, and where in the other system it is found. */
  readonly means: string
  readonly required: boolean
}

/** Fields of both sides that stand for each other. */
export interface MappedField {
  readonly theirs: string
  readonly ours: string
}

/** What an integration is: all that can be said of it before anybody has connected it. */
export interface Declaration {
  readonly key: string
  readonly name: string
  readonly kind: IntegrationKind
  /** `planned`: it is not built, and cannot be connected. */
  readonly status: "available" | "planned"
  readonly authorization: typeof authorizations[number]
  readonly needs: ReadonlyArray<Need>
  readonly direction: "in" | "out" | "both"
  /** What is taken from there. */
  readonly reads: ReadonlyArray<string>
  /** What is told there. */
  readonly writes: ReadonlyArray<string>
  readonly mapping: ReadonlyArray<MappedField>
  /** Which side holds where both have changed the same record; nothing where that cannot be. */
  readonly conflict: string | null
  readonly limits: string
  /** What of its protocol is not used. */
  readonly left_out: string
}
