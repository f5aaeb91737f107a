export const roleNames = {
  viewer: "viewer",
  member: "member",
  admin: "admin",
  owner: "owner"
}
