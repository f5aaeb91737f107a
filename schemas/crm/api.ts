import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { delete_activity, get_activity, list_activities, log_activity, update_activity } from "./activities.api.ts"
import { Contact, ContactId } from "./contact.ts"
import {
  create_contact, delete_contact, get_contact, list_contacts, restore_contact, set_contact_tags, update_contact
} from "./contacts.api.ts"
import { create_custom_field, delete_custom_field, get_custom_field, list_custom_fields, update_custom_field } from "./custom-fields.api.ts"
import { Deal } from "./deal.ts"
import { create_deal, delete_deal, get_deal, list_deals, move_deal_stage, restore_deal, update_deal } from "./deals.api.ts"
import { find_duplicate_contacts } from "./duplicates.api.ts"
import { export_contacts } from "./exports.api.ts"
import { File } from "./file.ts"
import { attach_file, delete_file, download_file, list_files } from "./files.api.ts"
import { Import } from "./import.ts"
import { get_import, get_import_rejects, import_contacts, list_imports } from "./imports.api.ts"
import { list_merges, merge_contacts, unmerge_contacts } from "./merges.api.ts"
import { create_company, delete_company, get_company, list_companies, update_company } from "./organizations.api.ts"
import { erase_person, export_person } from "./people.api.ts"
import { ErasedPerson } from "./person.ts"
import { create_pipeline, get_pipeline_summary, list_pipelines, update_pipeline } from "./pipelines.api.ts"
import { get_lead_score, list_scoring_rules, set_scoring_rules } from "./scoring.api.ts"
import { create_segment, delete_segment, get_segment, list_segment_contacts, list_segments, update_segment } from "./segments.api.ts"
import { Task } from "./task.ts"
import { complete_task, create_task, delete_task, get_task, list_tasks, update_task } from "./tasks.api.ts"
import { get_contact_timeline } from "./timeline.api.ts"

export class Crm extends HttpApiGroup.make("crm")
  .add(list_contacts, create_contact, get_contact, update_contact, delete_contact, restore_contact, set_contact_tags)
  .add(import_contacts, list_imports, get_import, get_import_rejects, export_contacts)
  .add(get_contact_timeline, export_person, erase_person)
  .add(list_companies, create_company, get_company, update_company, delete_company)
  .add(list_deals, get_deal, create_deal, update_deal, move_deal_stage, delete_deal, restore_deal)
  .add(list_pipelines, create_pipeline, update_pipeline, get_pipeline_summary)
  .add(list_activities, log_activity, get_activity, update_activity, delete_activity)
  .add(list_tasks, create_task, get_task, update_task, complete_task, delete_task)
  .add(find_duplicate_contacts, merge_contacts, list_merges, unmerge_contacts)
  .add(list_files, attach_file, download_file, delete_file)
  .add(get_lead_score, list_scoring_rules, set_scoring_rules)
  .add(list_custom_fields, create_custom_field, get_custom_field, update_custom_field, delete_custom_field)
  .add(list_segments, create_segment, get_segment, update_segment, delete_segment, list_segment_contacts)
  .middleware(Authenticated)
  .prefix("/crm")
  .annotate(EventRecords, {
    contact: Contact,
    "contact.merged": Schema.Struct({
      ...Contact.fields,
      merged_ids: Schema.Array(ContactId).annotate({ description: "Those that it has taken in." })
    }),
    deal: Deal,
    task: Task,
    import: Import,
    file: File,
    person: ErasedPerson
  })
  .annotateMerge(OpenApi.annotations({
    title: "CRM",
    description: "The people and organisations a company deals with, what it sells them, and what is to be done."
  }))
{}
