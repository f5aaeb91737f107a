import { Effect, Schema, SchemaTransformation } from "effect"
import { Command, Flag } from "effect/cli"
import { AgentName, KeyLabel } from "#schemas/auth/api-key"
import { modes, type Scope, scopes } from "#schemas/kernel/tenancy"
import { company, json } from "./flags.ts"

const ScopeList = Schema.String.pipe(Schema.decodeTo(
  Schema.Array(Schema.Literals(scopes)),
  SchemaTransformation.transform<ReadonlyArray<Scope>, string>({
    decode: (text) => text.split(",").map((scope) => scope.trim() as Scope),
    encode: (list) => list.join(",")
  })
))

const flags = {
  company,
  mode: Flag.Literals("mode", modes).pipe(
    Flag.withDescription("live is for real; test moves no money and dispatches nothing")
  ),
  label: Flag.String("label").pipe(
    Flag.withDescription("Whose it is, or what for"),
    Flag.withSchema(KeyLabel)
  ),
  scopes: Flag.String("scopes").pipe(
    Flag.withDescription("What it may do, like crm:read,crm:write; all but consents:approve if left out"),
    Flag.withSchema(ScopeList),
    Flag.optional
  ),
  agent: Flag.String("agent").pipe(
    Flag.withDescription("The AI agent it is for; such a key can never approve what a person should"),
    Flag.withSchema(AgentName),
    Flag.optional
  ),
  json
}

export const keyCommand = Command.make("key", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./make-key.ts")), ({ makeKey }) => makeKey(input))).pipe(
    Command.withDescription("Make an API key of a company; it is shown once."),
    Command.withExamples([{
      command: "service key --company 1 --mode test --label \"Olga, to approve\" --scopes consents:approve,agents:read",
      description: "A key with which a person decides on what waits for consent"
    }])
  )
