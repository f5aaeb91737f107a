export * from "./analytics.ts"
export {
  archive_kb_entry, create_kb_entry, create_kb_entry_from_gap, get_kb_entry, list_kb_entries, list_kb_entry_versions, rate_kb_entry, restore_kb_entry_version, update_kb_entry
} from "./entries.ts"
export { search_kb } from "./search.ts"
export { add_kb_source, get_kb_source, list_kb_documents, list_kb_sources, remove_kb_source, sync_kb_source, update_kb_source } from "./sources.ts"
export * from "./synonyms.ts"
export * from "./templates.ts"
