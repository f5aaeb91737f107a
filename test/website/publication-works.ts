import { PublicationTimerProgram } from "#workflows/website/publication-timer"
import { PublicationTimer } from "#workflows/website/publishing"
import type { Workflows } from "../support/engine.ts"

/** Publications at their times. */
export const works = (): Workflows => [[PublicationTimer, PublicationTimerProgram]]
