import { Layer } from "effect"
import { Activities } from "./activities.ts"
import { ContactFacts } from "./contact-facts.ts"
import { Contacts } from "./contacts.ts"
import { CustomFields } from "./custom-fields.ts"
import { Deals } from "./deals.ts"
import { Duplicates } from "./duplicates.ts"
import { Files } from "./files.ts"
import { ImportContacts } from "./import-contacts.ts"
import { Imports } from "./imports.ts"
import { Merges } from "./merges.ts"
import { Organizations } from "./organizations.ts"
import { People } from "./people.ts"
import { Pipelines } from "./pipelines.ts"
import { References } from "./references.ts"
import { Scoring } from "./scoring.ts"
import { Segments } from "./segments.ts"
import { Tasks } from "./tasks.ts"
import { Timeline } from "./timeline.ts"

/** Everything the CRM's programs can do. */
export const Crm = Layer.mergeAll(
  Activities.layer,
  ContactFacts.layer,
  Contacts.layer,
  CustomFields.layer,
  Deals.layer,
  Duplicates.layer,
  Files.layer,
  ImportContacts.layer,
  Imports.layer,
  Merges.layer,
  Organizations.layer,
  People.layer,
  Pipelines.layer,
  References.layer,
  Scoring.layer.pipe(Layer.provide(CustomFields.layer)),
  Segments.layer,
  Tasks.layer,
  Timeline.layer
)
