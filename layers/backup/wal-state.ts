import { Context, Effect, Option } from "effect"

/** How far the archive of the log is behind, at the last look. */
export interface WalState {
  /** Full segments that are not in the folder yet. */
  readonly waiting: number
  /** When the oldest of them was full, in milliseconds since 1970; 0 where none waits. */
  readonly since: number
  /** Since this process began. */
  readonly sealed: number
  /** Why the last look did not get to its end. */
  readonly problem: string | undefined
}

/** What health and metrics tell of the archive; nothing where the log is not archived. */
export class WalArchive extends Context.Reference<Option.Option<() => WalState>>("layers/WalArchive", { defaultValue: Option.none }) {}

/** Seconds after which a segment should have been in the folder. */
const LATE_SECONDS = 300

const none: WalState = { waiting: 0, since: 0, sealed: 0, problem: undefined }

/** How far the archive is behind now. */
export const walBehind = Effect.map(WalArchive, (archive) => () => {
  const state = Option.match(archive, { onNone: () => none, onSome: (read) => read() })
  const seconds = state.since === 0 ? 0 : Math.max(0, (Date.now() - state.since) / 1_000)
  return { ...state, seconds, late: seconds > LATE_SECONDS }
})
