export { export_accounting } from "./accounting.ts"
export { check_integration } from "./checking.ts"
export { receive_integration_data } from "./inbound.ts"
export { connect_integration, disconnect_integration, get_integration, list_integrations } from "./integrations.ts"
