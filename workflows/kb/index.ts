export * from "./analytics.ts"
export {
  archive_kb_entry, create_kb_entry, draft_kb_entry, get_kb_entry, list_kb_entries, list_kb_entry_versions, rate_kb_entry, restore_kb_entry_version, update_kb_entry
} from "./entries.ts"
export { search_kb } from "./search.ts"
export * from "./synonyms.ts"
export * from "./templates.ts"
