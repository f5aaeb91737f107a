import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "../auth/secret-store.ts"
import { currentCompany } from "../database/tenant-connection.ts"
import { execute, first } from "../kernel/sql.ts"
import { providerCredentials } from "./category.ts"
import { ProviderNotConfigured } from "./errors.ts"

const Secret = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{8,500}$/)))

/** What each party knows an account by. */
export const credentialsOf = {
  stripe: Schema.Struct({ secret_key: Secret, webhook_secret: Schema.optionalKey(Secret) }),
  twilio: Schema.Struct({ account_sid: Secret, auth_token: Secret }),
  telnyx: Schema.Struct({ api_key: Secret, public_key: Secret, account_id: Schema.optionalKey(Secret), application: Schema.optionalKey(Secret) }),
  /* Of any API like OpenAI's, where it says an address: one on the public internet, at https. */
  openai: Schema.Struct({ api_key: Secret, base_url: Schema.optionalKey(Schema.URLFromString) }),
  anthropic: Schema.Struct({ api_key: Secret })
}
export type PartyName = keyof typeof credentialsOf
export type Credentials<P extends PartyName> = typeof credentialsOf[P]["Type"]

/** Who carries out what a company asks of a party. */
export type Choice<P extends PartyName> =
  | { readonly by: "company" | "installation"; readonly credentials: Credentials<P> }
  /** Nobody outside hears of it: a test key, or the demo company. */
  | { readonly by: "simulator" }
  /** It is live, and neither the company nor the installation has an account there. */
  | { readonly by: "nobody" }

interface Row {
  readonly demo: boolean
  readonly sealed: string | null
}

/**
 * What companies are known by at outside parties, sealed. It stands in no answer, receipt or log; the installation's own is in
 * its settings.
 */
export class ProviderCredentials extends Context.Service<ProviderCredentials>()("layers/providers/ProviderCredentials", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const store = yield* SecretStore

    const opened = <P extends PartyName>(party: P, company: number, sealed: string) =>
      Option.match(providerCredentials.opened(store, { company_id: company, provider: party }, sealed), {
        onNone: () =>
          Effect.andThen(
            Effect.logError(`The credentials of company ${company} at ${party} were sealed with a SECRET_KEY that is not here.`),
            Effect.fail(new ProviderNotConfigured({
              provider: party, message: `The company's credentials at ${party} cannot be read: set them again.`
            }))
          ),
        onSome: (text) =>
          Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(credentialsOf[party]))(text)) as Effect.Effect<Credentials<P>>
      })

    return {
      /** In place of what the caller's company had at this party. */
      set: Effect.fnUntraced(function*<P extends PartyName>(party: P, credentials: Credentials<P>) {
        const { company_id } = yield* Caller
        const text = yield* Effect.orDie(Schema.encodeUnknownEffect(Schema.fromJsonString(credentialsOf[party]))(credentials))
        const sealed = providerCredentials.sealed(store, { company_id, provider: party }, text)
        yield* execute(sql`
          insert into provider_credentials (company_id, provider, sealed) values (${company_id}, ${party}, ${sealed})
          on conflict (company_id, provider) do update set sealed = excluded.sealed, updated_at = now()`)
      }),
      remove: (party: PartyName) =>
        execute(sql`delete from provider_credentials where company_id = (select current_company()) and provider = ${party}`),
      /**
       * Who carries out what the company of the fiber asks: the simulator for test mode and the demo, else the company's own account,
       * else the installation's. Fails where the company's cannot be opened, so that nothing goes to another account.
       */
      choose: Effect.fnUntraced(function*<P extends PartyName>(
        party: P, livemode: boolean, installation: Option.Option<Credentials<P>>
      ): Effect.fn.Return<Choice<P>, ProviderNotConfigured> {
        if (!livemode) return { by: "simulator" }
        const company = currentCompany(yield* Effect.context<never>())
        if (company === undefined) return yield* Effect.die(new Error(`no company asks for ${party}`))
        const row = Option.getOrThrow(yield* first(sql<Row>`
          select c.demo, p.sealed from companies c left join provider_credentials p on p.company_id = c.id and p.provider = ${party}
          where c.id = ${company}`))
        if (row.demo) return { by: "simulator" }
        if (row.sealed !== null) return { by: "company", credentials: yield* opened(party, company, row.sealed) }
        return Option.match(installation, {
          onNone: () => ({ by: "nobody" } as const),
          onSome: (credentials) => ({ by: "installation", credentials } as const)
        })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ProviderCredentials, ProviderCredentials.make).pipe(Layer.provide(SecretStore.layer))
}
