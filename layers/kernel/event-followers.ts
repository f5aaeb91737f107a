import { Effect } from "effect"

interface Follower {
  /** There may be more of the stream than it has read. */
  isTold: boolean
  dueAt: number
  resume: ((isTold: boolean) => void) | undefined
}

/** Those who wait in this process for more of a stream: no fiber or timer for each of them, of which thousands may be open. */
export const followers = () => {
  const byStream = new Map<string, Set<Follower>>()
  const perCompany = new Map<number, number>()

  const resumed = (follower: Follower, isTold: boolean) => {
    const { resume } = follower
    follower.resume = undefined
    resume?.(isTold)
  }
  const tell = (all: Iterable<Follower>) => {
    for (const follower of all) {
      follower.isTold = true
      resumed(follower, true)
    }
  }
  const counted = (company: number, more: number) => {
    const count = (perCompany.get(company) ?? 0) + more
    if (count === 0) perCompany.delete(company)
    else perCompany.set(company, count)
  }

  return {
    of: (company: number): number => perCompany.get(company) ?? 0,
    wake: (stream: string) => tell(byStream.get(stream) ?? []),
    wakeAll: () => {
      for (const all of byStream.values()) tell(all)
    },
    /** Resumes those who have waited for long enough. */
    tick: () => {
      const now = performance.now()
      for (const all of byStream.values()) {
        for (const follower of all) if (follower.resume !== undefined && follower.dueAt <= now) resumed(follower, false)
      }
    },
    /** Follows a stream until the scope ends. Between two waits nothing is missed once `seen` was called. */
    follow: (company: number, stream: string) =>
      Effect.map(
        Effect.acquireRelease(
          Effect.sync((): Follower => {
            const follower: Follower = { isTold: true, dueAt: 0, resume: undefined }
            byStream.set(stream, (byStream.get(stream) ?? new Set()).add(follower))
            counted(company, 1)
            return follower
          }),
          (follower) => Effect.sync(() => {
            const all = byStream.get(stream)!
            all.delete(follower)
            if (all.size === 0) byStream.delete(stream)
            counted(company, -1)
          })
        ),
        (follower) => ({
          seen: () => void (follower.isTold = false),
          /** Whether there may be more, once there may be or so many milliseconds have passed. */
          wait: (ms: number) =>
            Effect.callback<boolean>((resume) => {
              if (follower.isTold) return resume(Effect.succeed(true))
              follower.dueAt = performance.now() + ms
              follower.resume = (isTold) => resume(Effect.succeed(isTold))
              return Effect.sync(() => void (follower.resume = undefined))
            })
        })
      )
  }
}
