import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { json, target } from "./flags.ts"

const isAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === ""
}

const flags = {
  forwardTo: Flag.String("forward-to").pipe(
    Flag.withDescription("Address that each event is sent to, like http://127.0.0.1:3000/hook; events are only shown if left out"),
    Flag.filter(isAddress, (text) => `${JSON.stringify(text)} is not an address like http://127.0.0.1:3000/hook`),
    Flag.optional
  ),
  events: Flag.String("events").pipe(
    Flag.withDescription("Only these kinds, parted by commas: exact (order.paid), by group (contact.*); all if left out"),
    Flag.withDefault("*")
  ),
  after: Flag.Int("after").pipe(
    Flag.withDescription("Begin after the event with this sequence, as the end of an earlier run names it; with new events if left out"),
    Flag.filter((sequence) => sequence >= 0, () => "--after is the sequence of an event, or 0"),
    Flag.optional
  ),
  printSecret: Flag.Boolean("print-secret").pipe(Flag.withDescription("Print the signing secret and end"), Flag.withDefault(false)),
  ...target,
  json: json.pipe(Flag.withDescription("Print one JSON object a line"))
}

export const listenCommand = Command.make("listen", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./listen-events.ts")), ({ listen, printSecret }) => input.printSecret ? printSecret(input) : listen(input))).pipe(
    Command.withDescription(
      "Send the events of a company on to an address on this machine, signed as webhooks are, with the API key in API_KEY or of service login. The " +
        "signing secret is shown at the start: that of WEBHOOK_SECRET, else one that stays the same for as long as the API key does. Each event is sent once and in order, whatever is answered; a " +
        "service that is away is waited for, and goes on with the event after the last. Ctrl-C ends it with exit code 130; 1 says that the service refused."
    ),
    Command.withExamples([
      { command: "service listen --forward-to http://127.0.0.1:3000/hook", description: "All events of the company of service login" },
      { command: "service listen --forward-to http://127.0.0.1:3000/hook --events 'contact.*,order.paid' --profile shop", description: "Some of them, of another company" }
    ])
  )
