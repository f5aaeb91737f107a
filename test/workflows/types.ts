import { Effect, type Option, Schema } from "effect"
import { child, durable, sendSignal, signal, step, waitFor, write } from "#workflows/durable"
import type { RunId } from "#schemas/workflows/run"
import type { StepTimedOut } from "#workflows/step-timeout"

/* What must not compile; that it does not is checked by the type checker alone. */

class Busy extends Schema.TaggedError<Busy>("Busy")("Busy", {}) {}
class Lost extends Schema.TaggedError<Lost>("Lost")("Lost", {}) {}

const One = durable({ name: "types.one", version: 1, payload: { at: Schema.Date }, success: Schema.Int, error: Busy })
const Told = signal("told", Schema.Struct({ at: Schema.Date }))

// @ts-expect-error a payload is what its schema decodes to
export const payload = One.start({ at: "2026-01-01" })

// @ts-expect-error an error that the workflow does not declare
export const undeclared = One.program(() => Effect.fail(new Lost()))

// @ts-expect-error another success
export const otherSuccess = One.program(() => Effect.succeed("one"))

// @ts-expect-error an error that the step does not declare
export const undeclaredInStep = step("a", { error: Busy }, Effect.fail(new Lost()))

// @ts-expect-error no error of the step
export const onlyWhat = step("a", { error: Busy, retries: { attempts: 2, first: 1, only: ["Lost"] } }, Effect.fail(new Busy()))

// @ts-expect-error a step without a timeout does not time out
export const onlyTimeout = step("a", { error: Busy, retries: { attempts: 2, first: 1, only: ["StepTimedOut"] } }, Effect.fail(new Busy()))

// @ts-expect-error an error that the write does not declare
export const undeclaredInWrite = write("a", { verb: "a" }, Effect.fail(new Lost()))

// @ts-expect-error the payload of the child
export const childPayload = child("a", One, { at: 1 })

// @ts-expect-error the value of the signal
export const value = sendSignal(1 as RunId, Told, { at: "now" })

type Gives<A, E, Work extends Effect.Effect<any, any, any>> = [Effect.Success<Work>, Effect.Error<Work>] extends [A, E]
  ? [A, E] extends [Effect.Success<Work>, Effect.Error<Work>] ? true : false
  : false

const aChild = child("a", One, { at: new Date(0) })
const aStep = step("a", { success: Schema.Date, error: Busy }, Effect.succeed(new Date(0)))
const aStepInTime = step("a", { error: Busy, timeout: "1 minute" }, Effect.fail(new Busy()))
const aStepOfNothing = step("a", {}, Effect.succeed("dropped"))
const aWrite = write("a", { verb: "a", success: Schema.Option(Schema.Int) }, Effect.succeedNone)
const aWait = waitFor(Told)

export const inferred: [
  Gives<number, Busy, typeof aChild>, Gives<Date, Busy, typeof aStep>, Gives<void, never, typeof aStepOfNothing>,
  Gives<void, Busy | StepTimedOut, typeof aStepInTime>,
  Gives<Option.Option<number>, never, typeof aWrite>, Gives<{ readonly at: Date }, never, typeof aWait>
] = [true, true, true, true, true, true]
