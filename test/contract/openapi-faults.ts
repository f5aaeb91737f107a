import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"

/** Where the components are, for schemas that refer to them from outside. */
const AT = "https://openapi.example/"

/** What is wrong with a value by a schema of an OpenAPI document. Its components are read once, which takes longer than a schema does. */
export const faultsBy = (components: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: AT, components })
  const compiled = new Map<string, ValidateFunction>()

  return (schema: unknown, value: unknown): ReadonlyArray<string> => {
    const text = JSON.stringify(schema).replaceAll("\"$ref\":\"#/", `"$ref":"${AT}#/`)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
