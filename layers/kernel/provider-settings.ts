import { apps, credential, hostname, optional, type Reader, service, services, setting } from "./setting.ts"

const address = "an address like https://api.example.com"
const secret = { takes: "8 to 500 printable characters without spaces", secret: true } as const

/** A name as parties give it to models, such as `llama3:70b` or `org/model`. */
const model: Reader<string> = (text) => /^[\w./:@-]{1,100}$/u.test(text) ? text : undefined

/** Where outside parties are, and what they know this installation by. A company may have credentials of its own besides. */
export const providerSettings = {
  stripeApiUrl: optional("STRIPE_API_URL", service, {
    means: "Where Stripe's API is called, if not at https://api.stripe.com. It may be on a private network.",
    takes: address
  }),
  stripeSecretKey: optional("STRIPE_SECRET_KEY", credential, {
    means: "Stripe's secret key. Without it, payments of live keys are refused; test keys get a simulator always.", ...secret
  }),
  stripeWebhookSecret: optional("STRIPE_WEBHOOK_SECRET", credential, {
    means: "What Stripe signs its events with.", ...secret
  }),
  twilioApiUrl: optional("TWILIO_API_URL", service, {
    means: "Where Twilio's API is called, if not at https://api.twilio.com. It may be on a private network.",
    takes: address
  }),
  twilioAccountSid: optional("TWILIO_ACCOUNT_SID", credential, {
    means: "Twilio's account. Without it, messages and calls of live keys are refused; test keys get a simulator always.",
    takes: secret.takes
  }),
  twilioAuthToken: optional("TWILIO_AUTH_TOKEN", credential, {
    means: "That account's token, by which Twilio also signs what it sends.", ...secret
  }),
  telnyxApiUrl: optional("TELNYX_API_URL", service, {
    means: "Where Telnyx's API is called, if not at https://api.telnyx.com. It may be on a private network.",
    takes: address
  }),
  telnyxApiKey: optional("TELNYX_API_KEY", credential, {
    means: "Telnyx's key, for texts by numbers that are at Telnyx.", ...secret
  }),
  telnyxPublicKey: optional("TELNYX_PUBLIC_KEY", credential, {
    means: "The public key of that account, with which Telnyx's webhooks are checked.", takes: secret.takes
  }),
  telnyxAccountId: optional("TELNYX_ACCOUNT_ID", credential, {
    means: "That account's id, which calls by numbers at Telnyx need.", takes: secret.takes
  }),
  telnyxApplication: optional("TELNYX_TEXML_APPLICATION", credential, {
    means: "The id of its TeXML application, which calls leave by; its addresses are /api/v1/voice/inbound/telnyx of SITE_URL.", takes: secret.takes
  }),
  openaiBaseUrl: optional("OPENAI_BASE_URL", service, {
    means: "Where an API like OpenAI's is called, if not at https://api.openai.com/v1. It may be on a private network.",
    takes: address
  }),
  openaiModel: setting("OPENAI_MODEL", "gpt-4.1-mini", model, {
    means: "Which of its models answers for companies that set none.", takes: "the name of a model"
  }),
  openaiApiKey: optional("OPENAI_API_KEY", credential, {
    means: "Its key. With neither this nor ANTHROPIC_API_KEY, AI answers are simulated, and say so.", ...secret
  }),
  openaiEmbeddingModel: optional("OPENAI_EMBEDDING_MODEL", model, {
    means: "Which of its models makes vectors of what companies know, such as text-embedding-3-small, so that searches find by meaning too. Without it they " +
      "find by words. Companies pay with their AI tokens.",
    takes: "the name of a model"
  }),
  anthropicBaseUrl: optional("ANTHROPIC_BASE_URL", service, {
    means: "Where Anthropic's API is called, if not at https://api.anthropic.com. It may be on a private network.",
    takes: address
  }),
  anthropicModel: setting("ANTHROPIC_MODEL", "claude-haiku-4-5", model, {
    means: "Which of its models answers for companies that set none.", takes: "the name of a model"
  }),
  anthropicApiKey: optional("ANTHROPIC_API_KEY", credential, { means: "Anthropic's key.", ...secret }),
  integrationUrls: setting("INTEGRATION_URLS", "", services, {
    means: "Where other systems that companies connect are called, if not at their usual addresses. They may be on a private network.",
    takes: "keys of list_integrations and addresses with commas between them, like slack=https://proxy.internal/slack"
  }),
  integrationClients: setting("INTEGRATION_CLIENTS", "", apps, {
    means: "Apps of yours at other systems, by which companies connect that have none of their own: name SITE_URL and /api/v1/integrations/callback there as where people return to.",
    takes: "keys of list_integrations with the id and the secret of an app, and commas between them, like google=id:secret",
    secret: true
  }),
  s3Endpoint: optional("S3_ENDPOINT", service, {
    means: "Where an object storage like S3 is called, if not at Amazon's address for AWS_REGION. It may be on a private network.",
    takes: address
  }),
  s3Bucket: optional("S3_BUCKET", hostname, {
    means: "Bucket that files are kept in. Without it they are kept in `objects` in DATA_DIR.",
    takes: "the name of a bucket"
  }),
  awsRegion: setting("AWS_REGION", "us-east-1", hostname, { means: "Region of the bucket.", takes: "a region like eu-central-1" }),
  awsAccessKeyId: optional("AWS_ACCESS_KEY_ID", credential, { means: "Access key of the bucket.", takes: secret.takes }),
  awsSecretAccessKey: optional("AWS_SECRET_ACCESS_KEY", credential, { means: "The secret of that key.", ...secret })
}
