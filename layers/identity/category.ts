import { category } from "../kernel/category.ts"

const member = { table: "users", noun: "user", deleted: "removed_at", locked: false } as const

export const identity = category({ references: { owner_id: member, assignee_id: member } })
