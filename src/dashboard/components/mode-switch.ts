import type { Session } from "#layers/auth/dashboard-sessions"
import type { Mode } from "#schemas/kernel/tenancy"
import type { Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { inOtherMode, paths } from "../paths.ts"
import { badge } from "./elements.ts"
import { hiddenField, postForm } from "./form.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("modes")

const others: Readonly<Record<Mode, Mode>> = { live: "test", test: "live" }

/** Says which mode is on, and takes a person to the other one. A key is of one mode, so whoever showed one stays in it. */
export const modeSwitch = ({ caller: { company_id, mode }, person }: Session, shown: Pick<Page, "section" | "trail">, here: string | undefined): Node => html`
  <div class="mode">
    ${badge(w[mode], mode === "live" ? "good" : "wait")}
    ${person !== undefined && postForm({
      to: paths.companies, button: mode === "live" ? w.toTest : w.toLive, about: w.mode,
      fields: [
        hiddenField("company", String(company_id)), hiddenField("mode", others[mode]),
        hiddenField("to", inOtherMode(here, shown.trail?.to ?? shown.section ?? paths.overview))
      ]
    })}
  </div>`
