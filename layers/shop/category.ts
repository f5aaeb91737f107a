import { category } from "../kernel/category.ts"

export const shop = category({})
