import { areas } from "./areas.ts"
import { board } from "./board.ts"
import { consent } from "./consent.ts"
import { consents } from "./consents.ts"
import { credentials } from "./credentials.ts"
import { diff } from "./diff.ts"
import { errors } from "./errors.ts"
import { find } from "./find.ts"
import { form } from "./form.ts"
import { frame } from "./frame.ts"
import { modes } from "./modes.ts"
import { navigation } from "./navigation.ts"
import { planner } from "./planner.ts"
import { preview } from "./preview.ts"
import { receiptChange } from "./receipt-change.ts"
import { result } from "./result.ts"
import { roleNames } from "./role-names.ts"
import { roles } from "./roles.ts"
import { scopes } from "./scopes.ts"
import { stepUp } from "./step-up.ts"
import { table } from "./table.ts"
import { time } from "./time.ts"

/** The words of the pages, by section. Another language has the same sections with the same names, or it does not compile. */
export const english = {
  areas, board, consent, consents, credentials, diff, errors, find, form, frame, modes, navigation, planner, preview, receiptChange, result,
  roleNames, roles, scopes, stepUp, table, time
}
