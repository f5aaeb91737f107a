import { Cause, Context, Effect, Layer, Logger, References } from "effect"
import { destination, pino } from "pino"
import { RequestId } from "#schemas/kernel/errors"
import { readable } from "./log-terminal.ts"
import { withoutValues } from "./log-values.ts"
import type { LogLevel } from "./setting.ts"

const levels = {
  Fatal: "fatal", Error: "error", Warn: "warn", Info: "info", Debug: "debug", Trace: "trace", All: "trace", None: "silent"
} as const

/** A reader of our output that has stopped reading must not keep us from ending. */
const LAST_LINES_WAIT = "1 second"

const flush = (log: pino.Logger) =>
  Effect.callback<void>((resume) => log.flush(() => resume(Effect.void))).pipe(Effect.timeoutOption(LAST_LINES_WAIT))

/** JSON lines, gathered and written asynchronously; on a terminal each at once, as a person reads it. */
const output = (): pino.DestinationStream => {
  if (!process.stdout.isTTY) return destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 500 })
  const colors = process.stdout.hasColors()
  return { write: (line) => void process.stdout.write(readable(line, colors)) }
}

/** The one place that writes to standard output; all that it was given is written at the end. */
export class Log extends Context.Service<Log, pino.Logger>()("layers/Log") {
  static readonly layerOf = (level: LogLevel) =>
    Layer.effect(Log, Effect.acquireRelease(
      Effect.sync(() =>
        pino({
          base: null,
          level,
          formatters: { level: (label) => ({ level: label }) }
        }, output())
      ),
      flush
    ))
}

const write = (log: pino.Logger) =>
  Logger.make(({ cause, fiber, logLevel, message }) => {
    const [text, ...rest] = Array.isArray(message) ? message : [message]
    const request_id = fiber.getRef(RequestId)
    log[levels[logLevel]]({
      ...request_id !== "" && { request_id },
      ...fiber.getRef(References.CurrentLogAnnotations),
      ...rest.length > 0 && { data: rest.map((one) => withoutValues(String(one))) },
      ...cause.reasons.length > 0 && { cause: withoutValues(Cause.pretty(cause)) }
    }, String(text))
  })

/** What Effect logs goes the same way as the access log. */
export const Logging = Layer.unwrap(Log.use((log) => Effect.succeed(Logger.layer([write(log)]))))
