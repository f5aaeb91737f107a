import { Effect, Layer, Option, Redacted, References, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"

/** Addresses hold the tokens of links to somebody's own booking or invoice: spans have the route instead. */
const withheld = new Set(["url.full", "url.path", "url.query"])

/** Spans named as OpenTelemetry asks for those of servers: the method and the route (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). */
const named = (span: Tracer.Span): Tracer.Span => {
  const { attribute } = span
  return Object.assign(span, {
    attribute(key: string, value: unknown) {
      if (key === "http.route") Object.assign(span, { name: `${span.name} ${String(value)}` })
      if (!withheld.has(key)) attribute.call(span, key, value)
    }
  })
}

/** Spans of requests, statements, durable runs, their steps and webhooks, sent to an OpenTelemetry collector by its protocol over HTTP. */
export const tracing = (endpoint: Redacted.Redacted, headers: Option.Option<Redacted.Redacted<Readonly<Record<string, string>>>>) =>
  Layer.effect(Tracer.Tracer, Effect.map(
    OtlpTracer.make({
      url: `${Redacted.value(endpoint).replace(/\/$/u, "")}/v1/traces`,
      headers: Option.match(headers, { onNone: () => ({}), onSome: Redacted.value }),
      resource: { serviceName: "business-platform" }
    }),
    (exported) => Tracer.make({ ...exported, span: (options) => named(exported.span(options)) })
  )).pipe(
    Layer.merge(Layer.succeed(References.TracerEnabled, true)),
    Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer])
  )
