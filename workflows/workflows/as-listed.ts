import type { RunDetail } from "#schemas/workflows/run"

/** A run as lists and receipts show it. */
export const asListed = ({ payload: _, result: __, state: ___, state_set_at: ____, ...run }: Omit<RunDetail, "steps">) => run
export type ListedRun = ReturnType<typeof asListed>
