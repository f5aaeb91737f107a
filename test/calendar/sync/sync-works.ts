import { Layer } from "effect"
import { CalendarHttp } from "#layers/calendar/remote/http"
import { ServiceConfig } from "#layers/kernel/config"
import { CalendarSync } from "#workflows/calendar/syncing"
import { CalendarSyncProgram } from "#workflows/calendar/sync"
import type { Workflows } from "../../support/engine.ts"
import { here } from "./syncing.ts"

/** Calls to calendars of this machine. */
export const calling = Layer.fresh(CalendarHttp.layer).pipe(Layer.provide(ServiceConfig.layerOf(here)))

/** Calendars that are read and written. */
export const works = (): Workflows => [[CalendarSync, CalendarSyncProgram.pipe(Layer.provide(calling))]]
