import { Duration } from "effect"

export type TagOf<Error> = Error extends { readonly _tag: infer Tag extends string } ? Tag : never

/** Failures of a step that are tried again: how often in all, and how long it waits after the first, growing to `most`. */
export interface Retries<Tag extends string = never> {
  readonly attempts: number
  readonly first: Duration.Input
  /** 2 unless told. */
  readonly factor?: number
  /** An hour unless told. */
  readonly most?: Duration.Input
  /** The errors that may pass; all unless told. */
  readonly only?: ReadonlyArray<Tag>
}

/** The wait after so many attempts. */
export const delayAfter = ({ factor = 2, first, most = "1 hour" }: Omit<Retries, "only">, attempt: number) =>
  Duration.min(Duration.times(Duration.fromInputUnsafe(first), factor ** (attempt - 1)), Duration.fromInputUnsafe(most))
