import { addPerson } from "../../../src/back-office/people/people.server.ts";
import type { Role } from "../../../src/back-office/rights.ts";
import { COMMAND } from "../../../src/platform/audit/actor.server.ts";
import { codeOf } from "../../support/back-office.ts";
import type { Environment } from "../environment.ts";
import type { Random } from "../random.ts";

/** A person of the shop, signed in. */
export type Member = { id: string; name: string; role: Role; cookie: string };

/** What was answered; undefined when the process died over it, or nobody was there. */
export type Answer = { status: number; body: Record<string, unknown>; cookie?: string } | undefined;

type StaffRequest = { cookie?: string; body?: object; key?: string | undefined };

const PASSWORD = "jembe na nyundo 7";
const PEOPLE: readonly [string, Role][] = [
  ["Wambui", "owner"],
  ["Kamau", "owner"],
  ["Otieno", "packer"],
  ["Achieng", "support"],
];

/** Everybody who works at the counter; each has used a welcome link, and signed in with password and code since. */
export async function openCrew(environment: Environment, random: Random): Promise<Member[]> {
  const members: Member[] = [];
  for (const [name, role] of PEOPLE) {
    const person = { name, email: `${name.toLowerCase()}@sauti.example`, role };
    const link = members[0]
      ? String((await answered(environment, random, "POST /people", { ...members[0], body: person })).link)
      : (await addPerson(environment.db, person, { publicUrl: environment.config.PUBLIC_URL, by: COMMAND }))
          .link;
    members.push({ name, role, ...(await signIn(environment, random, person.email, link)) });
  }
  return members;
}

async function signIn(environment: Environment, random: Random, email: string, link: string) {
  const token = new URL(link).searchParams.get("token");
  const ask = (call: string, asked: StaffRequest) => answered(environment, random, call, asked);
  const { setupKey } = await ask("POST /welcome", { body: { token, password: PASSWORD } });
  await ask("POST /welcome/confirm", { body: { token, code: codeOf(String(setupKey)) } });
  const half = await callStaff(environment, random, "POST /sign-in", { body: { email, password: PASSWORD } });
  // the code of now was used by the welcome
  const whole = await callStaff(environment, random, "POST /second-factor", {
    body: { code: codeOf(String(setupKey), 1) },
    ...(half?.cookie ? { cookie: half.cookie } : {}),
  });
  const { _id } = (whole?.body.staff ?? {}) as { _id?: string };
  if (!whole?.cookie || !_id) throw new Error(`${email} could not sign in: ${JSON.stringify(whole)}`);
  return { id: _id, cookie: whole.cookie };
}

async function answered(environment: Environment, random: Random, call: string, asked: StaffRequest) {
  const answer = await callStaff(environment, random, call, asked);
  if (answer?.status !== 200) throw new Error(`${call}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Asks whichever process stands, as a browser of the back office does. */
export async function callStaff(
  { shops }: Pick<Environment, "shops">,
  random: Random,
  call: string,
  { cookie, body, key }: StaffRequest = {},
): Promise<Answer> {
  const [method = "GET", path = ""] = call.split(" ");
  const shop = shops[random.below(shops.length)];
  try {
    const answer = await fetch(`${shop?.url}/api/staff${path}`, {
      method,
      headers: {
        ...(method === "GET" ? {} : { "x-staff": "1", "content-type": "application/json" }),
        ...(cookie ? { cookie } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(15_000),
    });
    const set = answer.headers.getSetCookie()[0]?.split(";")[0];
    return { status: answer.status, body: JSON.parse(await answer.text()), ...(set ? { cookie: set } : {}) };
  } catch {
    return undefined;
  }
}
