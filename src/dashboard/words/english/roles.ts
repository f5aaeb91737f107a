export const roles = {
  viewer: "Viewer: sees everything, changes nothing",
  member: "Member: works with contacts, deals and all else from day to day",
  admin: "Admin: also manages people, keys and connections, and approves what agents ask",
  owner: "Owner: also decides who owns the company",
  role: "Role"
}
