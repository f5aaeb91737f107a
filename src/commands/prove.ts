import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { json, LOCAL } from "./flags.ts"

const amount = (name: string, description: string, usual: number, most: number) =>
  Flag.Int(name).pipe(
    Flag.withDescription(description),
    Flag.filter((n) => n >= 1 && n <= most, (n) => `${n} is not between 1 and ${most}`),
    Flag.withDefault(usual)
  )

const flags = {
  url: Flag.String("url").pipe(Flag.withDescription("Where the service is reached"), Flag.withDefault(LOCAL)),
  key: Flag.Redacted("key").pipe(Flag.withDescription("A test key that may write to the shop and read payments; API_KEY if left out"), Flag.optional),
  approver: Flag.Redacted("approver").pipe(
    Flag.withDescription("A key with consents:approve, where the first has no standing consent for adjust_inventory"), Flag.optional
  ),
  stock: amount("stock", "So many are there", 10, 1_000),
  checkouts: amount("checkouts", "So many customers want one each, at the same time", 200, 10_000),
  json
}

const oversell = Command.make("oversell", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./prove-oversell.ts")), ({ proveOversell }) => proveOversell(input))).pipe(
    Command.withDescription(
      "Prove that a running service sells nothing twice: makes a product of which a few are in stock, lets many customers check out at the same " +
        "time with test cards, and compares orders, stock, its journal and money. The exit code is 1 if anything differs. It needs a test key, " +
        "and goes on when the service is stopped and started again meanwhile."
    ),
    Command.withExamples([{
      command: "API_KEY=sk_service_test_... service prove oversell --url http://127.0.0.1:8080",
      description: "200 customers for 10 pieces"
    }])
  )

const doubleBooking = Command.make("double-booking", {
  url: Flag.String("url").pipe(
    Flag.withDescription(`Where the service is reached; given again for each other process of it. ${LOCAL} if left out`),
    Flag.atLeast(0),
    Flag.map((urls) => urls.length === 0 ? [LOCAL] : urls)
  ),
  key: Flag.Redacted("key").pipe(Flag.withDescription("A test key that may write to the calendar; API_KEY if left out"), Flag.optional),
  attempts: amount("attempts", "So many customers want one slot, at the same time", 500, 10_000),
  json
}, (input) =>
  Effect.flatMap(Effect.promise(() => import("./prove-double-booking.ts")), ({ proveDoubleBooking }) => proveDoubleBooking(input))).pipe(
    Command.withDescription(
      "Prove that a running service books nobody twice: makes one person, one room, and services that take both; lets many customers book one slot " +
        "at the same time, moves appointments and lays series where others book, fills a group; and reads back who has what. The exit code is 1 if " +
        "anything differs. It needs a test key."
    ),
    Command.withExamples([{
      command: "API_KEY=sk_service_test_... service prove double-booking --url http://10.0.0.1:8080 --url http://10.0.0.2:8080",
      description: "500 customers for one slot, at two processes"
    }])
  )

export const proveCommand = Command.make("prove").pipe(
  Command.withDescription("Proofs that anyone can run against a service."),
  Command.withSubcommands([oversell, doubleBooking])
)
