import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  // Node says this too of a folder to be made on a read-only file system.
  ENOENT: "it does not exist, or the file system is read-only",
  ENOTDIR: "a part of the path is a file",
  ENAMETOOLONG: "the path is too long"
}

/** The `code` of a failed system call, or an empty string. */
export const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

export const reasonOf = (error: unknown) =>
  reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))

/** Does something with files. `what` completes "Cannot ..."; `remedy` is what a person can do about it. */
export const attempt = <A>(what: string, act: () => A, remedy = "") =>
  Effect.try({
    try: act,
    catch: (error) => new StartFailure({ message: `Cannot ${what}: ${reasonOf(error)}${remedy && `; ${remedy}`}.` })
  })
