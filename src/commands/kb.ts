import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, target } from "./flags.ts"

const share = (name: string, description: string) =>
  Flag.Finite(name).pipe(
    Flag.withDescription(description), Flag.filter((n) => n >= 0 && n <= 1, (n) => `${n} is not between 0 and 1`), Flag.optional
  )

const flags = {
  file: Argument.String("file").pipe(Argument.withDescription(
    "Questions with what should be found. JSON: a list of {\"question\", \"expected\": [...]}, also \"language\" and \"audience\". CSV: columns of these " +
      "names; what is expected is parted by \" | \". Expected is a title, \"Title > Heading\", an address, or entry:12 (also document, page, post, " +
      "product and passage). A question that has no answer expects [], in CSV -"
  )),
  ...target,
  k: Flag.Int("k").pipe(
    Flag.withDescription("What is expected has to be among the first so many"),
    Flag.filter((n) => n >= 1 && n <= 50, (n) => `${n} is not between 1 and 50`),
    Flag.withDefault(5)
  ),
  recall: share("recall", "Fail where recall@k is less"),
  mrr: share("mrr", "Fail where the mean reciprocal rank is less"),
  refusedWrongly: share("refused-wrongly", "Fail where more of the questions that have an answer are refused"),
  answeredWrongly: share("answered-wrongly", "Fail where more of the questions that have none are answered"),
  verbose: Flag.Boolean("verbose").pipe(Flag.withDescription("Name each question that went wrong, and what was found instead"), Flag.withDefault(false)),
  json
}

const evaluate = Command.make("evaluate", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./evaluate-kb.ts")), ({ evaluateKb }) => evaluateKb(input))).pipe(
    Command.withDescription(
      "Ask a company's knowledge the questions of a file, by search_kb of a running service with the API key in API_KEY or of service login, and print recall@1, @k and @10, the " +
        "mean reciprocal rank (MRR), and how many were answered and refused rightly and wrongly. The exit code is 1 where a threshold is not kept to. " +
        "What it asks does not count in get_kb_analytics."
    ),
    Command.withExamples([{
      command: "API_KEY=sk_service_test_... service kb evaluate questions.csv --recall 0.9 --answered-wrongly 0.1 --verbose",
      description: "Fails where less than nine tenths are found, or more than a tenth of what nobody wrote down is answered"
    }])
  )

export const kbCommand = Command.make("kb").pipe(
  Command.withDescription("Look after what companies know."),
  Command.withSubcommands([evaluate])
)
