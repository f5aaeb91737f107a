export { create_api_key, list_api_keys, revoke_api_key, rotate_api_key } from "./api-keys.ts"
export { login } from "./signing-in.ts"
export { set_standing_consents } from "./standing-consents.ts"
