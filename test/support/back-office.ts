import { TOTP } from "otpauth";
import { addPerson } from "../../src/back-office/people/people.server.ts";
import type { Role } from "../../src/back-office/rights.ts";
import { COMMAND } from "../../src/platform/audit/actor.server.ts";
import type { Answer, TestShop } from "../shop.ts";

export const PASSWORD = "a long enough password";

type Sent = { body?: object; cookie?: string | undefined; headers?: Record<string, string> };
export type StaffAnswer = Answer & { cookie?: string };

/** Calls /api/staff as a browser of the back office does; a cookie that the answer sets is in `cookie`. */
export async function callStaff(
  shop: Pick<TestShop, "send">,
  call: `${"GET" | "POST" | "DELETE"} ${string}`,
  { body, cookie, headers = {} }: Sent = {},
): Promise<StaffAnswer> {
  const [method, path] = call.split(" ") as ["GET" | "POST" | "DELETE", string];
  const answer = await shop.send({
    method,
    url: `/api/staff${path}`,
    ...(body === undefined ? {} : { payload: body }),
    headers: {
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
      ...(method === "GET" ? {} : { "x-staff": "1" }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  });
  const set = [answer.headers["set-cookie"]].flat()[0];
  return typeof set === "string" ? { ...answer, cookie: set.split(";")[0] ?? "" } : answer;
}

let people = 0;

/** A new person's welcome token. */
export async function addStaff(shop: TestShop, role: Role) {
  const email = `${role}-${++people}@sauti.example`;
  const person = { name: `The ${role}`, email, role };
  const { id, link } = await addPerson(shop.db, person, { publicUrl: shop.config.PUBLIC_URL, by: COMMAND });
  return { id, email, name: person.name, token: new URL(link).searchParams.get("token") ?? "" };
}

/** The code that an authenticator app shows, `steps` half minutes from now. */
export function codeOf(setupKey: string, steps = 0): string {
  return new TOTP({ secret: setupKey }).generate({ timestamp: Date.now() + steps * 30_000 });
}

export type StaffPerson = Awaited<ReturnType<typeof signInStaff>>;

/** A person who has used the welcome link and is signed in: with their cookie, their calls, and the key of their app. */
export async function signInStaff(shop: TestShop, role: Role = "owner") {
  const { id, email, name, token } = await addStaff(shop, role);
  const opened = await callStaff(shop, "POST /welcome", { body: { token, password: PASSWORD } });
  const setupKey = String(opened.body.setupKey);
  const done = await callStaff(shop, "POST /welcome/confirm", { body: { token, code: codeOf(setupKey) } });
  if (!done.cookie) throw new Error(`nobody was signed in: ${done.text}`);
  const { cookie } = done;
  return {
    id,
    email,
    name,
    role,
    setupKey,
    cookie,
    recoveryCodes: done.body.recoveryCodes as string[],
    get: (path: string) => callStaff(shop, `GET ${path}`, { cookie }),
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      callStaff(shop, `POST ${path}`, { body, cookie, headers }),
  };
}

/** Has the person have given the code of their app so many minutes ago. */
export async function ageCode(shop: Pick<TestShop, "query">, id: string, minutes: number): Promise<void> {
  await shop.query(
    "update staff_sessions set code_at = now() - $2 * interval '1 minute' where staff_id = $1",
    [id, minutes],
  );
}
