import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { get_kb_analytics } from "./analytics.api.ts"
import {
  archive_kb_entry, create_kb_entry, create_kb_entry_from_gap, get_kb_entry, list_kb_entries, list_kb_entry_versions, rate_kb_entry, restore_kb_entry_version, update_kb_entry
} from "./entries.api.ts"
import { KbEntry } from "./entry.ts"
import { search_kb } from "./search.api.ts"
import { KbSource } from "./source.ts"
import { add_kb_source, get_kb_source, list_kb_documents, list_kb_sources, remove_kb_source, sync_kb_source, update_kb_source } from "./sources.api.ts"
import { create_kb_synonym, delete_kb_synonym, list_kb_synonyms, update_kb_synonym } from "./synonyms.api.ts"
import { apply_kb_template } from "./template.api.ts"

export class Knowledge extends HttpApiGroup.make("kb")
  .add(list_kb_entries, get_kb_entry, create_kb_entry, update_kb_entry, archive_kb_entry)
  .add(list_kb_entry_versions, restore_kb_entry_version, create_kb_entry_from_gap, rate_kb_entry)
  .add(search_kb)
  .add(list_kb_synonyms, create_kb_synonym, update_kb_synonym, delete_kb_synonym)
  .add(list_kb_sources, get_kb_source, add_kb_source, update_kb_source, sync_kb_source, remove_kb_source, list_kb_documents)
  .add(apply_kb_template)
  .add(get_kb_analytics)
  .prefix("/kb")
  .middleware(Authenticated)
  .annotate(EventRecords, { kb: KbEntry, kb_source: KbSource })
  .annotateMerge(OpenApi.annotations({
    title: "Knowledge base",
    description: "What the company knows, written down and found: entries with every version, sources that are read, search, and what is asked of it."
  }))
{}
