import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { get_kb_analytics } from "./analytics.api.ts"
import {
  archive_kb_entry, create_kb_entry, draft_kb_entry, get_kb_entry, list_kb_entries, list_kb_entry_versions, rate_kb_entry, restore_kb_entry_version, update_kb_entry
} from "./entries.api.ts"
import { KbEntry } from "./entry.ts"
import { search_kb } from "./search.api.ts"
import { create_kb_synonym, delete_kb_synonym, list_kb_synonyms, update_kb_synonym } from "./synonyms.api.ts"
import { apply_kb_template } from "./template.api.ts"

export class Knowledge extends HttpApiGroup.make("kb")
  .add(list_kb_entries, get_kb_entry, create_kb_entry, update_kb_entry, archive_kb_entry)
  .add(list_kb_entry_versions, restore_kb_entry_version, draft_kb_entry, rate_kb_entry)
  .add(search_kb)
  .add(list_kb_synonyms, create_kb_synonym, update_kb_synonym, delete_kb_synonym)
  .add(apply_kb_template)
  .add(get_kb_analytics)
  .prefix("/kb")
  .middleware(Authenticated)
  .annotate(EventRecords, { kb: KbEntry })
  .annotateMerge(OpenApi.annotations({
    title: "Knowledge base",
    description: "What the company knows, written down and found: entries with every version, search, and what is asked of it."
  }))
{}
