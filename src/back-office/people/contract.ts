import { z } from "zod";
import { answered, faultless, text, typed } from "../../platform/input.ts";
import { nameFault } from "../../platform/text-rules.ts";
import { ROLES } from "../rights.ts";

/** The link is shown once: nobody can read it again. */
const withLink = answered.extend({ link: z.string() });

const person = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  disabled: z.boolean(),
  /** Has opened the welcome link. */
  ready: z.boolean(),
  /** Milliseconds since 1970; null: never signed in. */
  seen: z.int().nullable(),
});

export const listPeople = {
  method: "GET",
  path: "/api/staff/people",
  summary: "Who works here",
  answer: answered.extend({ rows: z.array(person) }),
} as const;

export const addPerson = {
  path: "/api/staff/people",
  summary: "Add a person: a welcome link, good once within an hour",
  body: z.object({
    name: typed
      .normalize("NFC")
      .pipe(text(100).min(1, "Enter a name."))
      .check(faultless((name) => nameFault("name", name))),
    email: typed.pipe(text(254)).pipe(z.email("Please enter a valid email address")),
    role: z.enum(ROLES, "Choose owner, packer or support."),
  }),
  answer: withLink,
} as const;

export const disablePerson = {
  path: "/api/staff/people/:id/disable",
  summary: "Disable a person, who is signed out at once",
} as const;
export const enablePerson = {
  path: "/api/staff/people/:id/enable",
  summary: "Let a disabled person in again",
} as const;

export const changeRole = {
  path: "/api/staff/people/:id/role",
  summary: "Give a person another role",
  body: z.object({ role: z.enum(ROLES, "Choose owner, packer or support.") }),
} as const;

/** A new link for password and second factor; until it is used the old ones go on. */
export const resetPerson = {
  path: "/api/staff/people/:id/reset",
  summary: "A new welcome link, for a lost phone or a forgotten password",
  answer: withLink,
} as const;
