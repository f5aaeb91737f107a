import { assert, describe, it } from "@effect/vitest"
import { passwordFault } from "#layers/auth/password-fault"
import { goal } from "../support/goals.ts"

const about = { email: "grace.hopper@navy.example", name: "Grace Hopper", company: "Juniper & Vale Studio" }
const faultOf = (password: string) => passwordFault(password, about)

describe("a password that is to be kept", () => {
  it("is none of the most common ones, however they are written", () => {
    for (const password of [
      "password123", "Password123!", "P@ssw0rd123", "p4ssw0rd2024", "passwordpassword", "qwertyuiop", "Qwerty123456", "1q2w3e4r5t",
      "iloveyou123", "iloveyou2024!", "welcome2024", "Welcome_2024", "letmein1234", "administrator", "admin123456", "changeme123",
      "superman123", "football2020", "monkey123456", "dragon123456", "sunshine2023", "princess1234", "trustno1trustno1", "abc123456789",
      "asdfghjkl123", "zaq12wsxcde3", "1qaz2wsx3edc", "qwerty-qwerty", "liverpool2019", "Summer2025!!", "michael-michael", "xXpasswordXx",
      "passwort1234", "motdepasse12", "contrasena1!", "starwars1977", "pokemon-master", "123password123", "!!!!password!!!!", "password 1 2 3 4"
    ]) assert.match(faultOf(password) ?? `${password} passed`, /common|sequence|repeats|keyboard/u)
  })

  it("does not repeat a few characters, or walk along the alphabet, the digits or the keyboard", () => {
    for (const password of [
      "aaaaaaaaaa", "abababababab", "abcabcabcabc", "1111111111", "1212121212", "          ", "abcdefghij", "zyxwvutsrq", "1234567890",
      "0987654321", "12345678910", "1234512345", "qazwsxedcrfv", "poiuytrewq", "qwertzuiop"
    ]) assert.match(faultOf(password) ?? `${password} passed`, /common|sequence|repeats|keyboard/u)
  })

  it("does not contain the address, the name or the company", () => {
    for (const [password, what] of [
      ["grace.hopper@navy.example", "the e-mail address"], ["xx-GraceHopper-99", "the e-mail address"], ["my Hopper is green", "the name"],
      ["h.o.p.p.e.r-lane-7", "the name"], ["juniper&valestudio-7", "the company's name"]
    ] as const) assert.include(faultOf(password), `contains ${what}`)
  })

  it("may be anything else", () => {
    for (const password of [
      "correct horse battery staple", "tr0ub4dor&3-and-then-some", "x7!kQ9#vLm2$", "purple monkeys eat quietly", "ein Pferd frisst keinen Gurkensalat",
      "ʕ•ᴥ•ʔ bears in the bath", "日本語のパスワードは長い", "pa ss wo rd is not the end of it", "grass hops over the navy", "7f3c9a1be04d", "la vie est un long fleuve"
    ]) assert.isUndefined(faultOf(password), password)
    assert.isUndefined(passwordFault("eleven bright lanterns", { email: "a@b.example", name: "A B" }))
  })

  it("is judged in no time, however long and odd it is", () => {
    const began = performance.now()
    for (const password of ["a".repeat(256), "ab".repeat(128), "password".repeat(32), "(".repeat(256), `${"abc".repeat(85)}x`, "0".repeat(255) + "x"]) faultOf(password)
    assert.isBelow(performance.now() - began, goal(200))
  })
})
