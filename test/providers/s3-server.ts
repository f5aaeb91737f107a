import { createHash, createHmac } from "node:crypto"
import { Effect } from "effect"
import { type Answer, type Asked, providerServer } from "./provider-server.ts"

const xml = (status: number, body: string): Answer => ({ status, headers: { "content-type": "application/xml" }, body: `<?xml version="1.0"?>${body}` })
const problem = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code><Message>S3 says ${code}.</Message></Error>`)

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const sha = (text: string | Buffer) => createHash("sha256").update(text).digest("hex")
const strict = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature version 4, as Amazon's reference describes it: what the request must have been signed with. */
const signatureOf = ({ body, headers, method, path, query }: Asked, secret: string, scope: string, signed: string) => {
  const [day, region, service] = scope.split("/") as [string, string, string]
  const canonical = [
    method,
    path,
    [...query].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort().join("&"),
    ...signed.split(";").map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}`),
    "",
    signed,
    sha(body)
  ].join("\n")
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha(canonical)].join("\n")
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), "aws4_request")
  return createHmac("sha256", key).update(text).digest("hex")
}

/** S3 by paths: objects, ranges and uploads in parts. It checks every signature, and the hash of every body. */
export const s3Server = ({ access, bucket, region, secret }: { access: string; secret: string; bucket: string; region: string }) =>
  Effect.suspend(() => {
    const objects = new Map<string, Buffer>()
    const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>()
    let writes = 0

    const isSigned = (asked: Asked) => {
      const [, id, scope, signed, signature] =
        /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(asked.headers.authorization ?? "") ?? []
      return id === access && scope!.split("/").slice(1).join("/") === `${region}/s3/aws4_request` &&
        ["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed!.split(";").includes(name)) &&
        asked.headers["x-amz-content-sha256"] === sha(asked.body) && signature === signatureOf(asked, secret, scope!, signed!)
    }

    const get = (bytes: Buffer | undefined, range: string | undefined): Answer => {
      if (bytes === undefined) return problem(404, "NoSuchKey")
      if (range === undefined) return { status: 200, headers: { "content-length": String(bytes.length) }, body: bytes }
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range)!
      const [first, last] = [Number(from), to === "" ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)]
      if (first >= bytes.length) return problem(416, "InvalidRange")
      return { status: 206, headers: { "content-range": `bytes ${first}-${last}/${bytes.length}` }, body: bytes.subarray(first, last + 1) }
    }

    const inParts = ({ body, method, query }: Asked, key: string): Answer => {
      const upload = uploads.get(query.get("uploadId") ?? "")
      if (upload === undefined || upload.key !== key) return problem(404, "NoSuchUpload")
      if (method === "PUT") {
        upload.parts.set(Number(query.get("partNumber")), body)
        return { status: 200, headers: { etag: `"${sha(body).slice(0, 32)}"` } }
      }
      uploads.delete(query.get("uploadId")!)
      if (method === "DELETE") return { status: 204 }
      const listed = [...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>&#34;(\w+)&#34;<\/ETag><\/Part>/g)]
      const parts = listed.map(([, number, etag]) => {
        const part = upload.parts.get(Number(number))
        return part !== undefined && sha(part).startsWith(etag!) ? part : undefined
      })
      if (parts.length !== upload.parts.size || parts.includes(undefined)) return xml(200, "<Error><Code>InvalidPart</Code></Error>")
      objects.set(key, Buffer.concat(parts as ReadonlyArray<Buffer>))
      return xml(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
    }

    const protocol = (asked: Asked): Answer => {
      if (!isSigned(asked)) return problem(403, "SignatureDoesNotMatch")
      if (!asked.path.startsWith(`/${bucket}/`)) return problem(404, "NoSuchBucket")
      const key = asked.path.slice(bucket.length + 2)
      if (asked.query.has("uploads")) {
        const id = `upload/${uploads.size + 1}+x=`
        uploads.set(id, { key, parts: new Map() })
        return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
      }
      if (asked.query.has("uploadId")) return inParts(asked, key)
      if (asked.method === "PUT") {
        writes++
        objects.set(key, asked.body)
        return { status: 200, headers: { etag: `"${sha(asked.body).slice(0, 32)}"` } }
      }
      if (asked.method === "DELETE") {
        objects.delete(key)
        return { status: 204 }
      }
      return get(objects.get(key), asked.headers.range)
    }

    return Effect.map(providerServer(protocol), (server) => ({ ...server, objects, uploads, writes: () => writes }))
  })
