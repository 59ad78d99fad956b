import { TOTP } from "otpauth";
import { addPerson } from "../../src/back-office/people/people.server.ts";
import { COMMAND } from "../../src/platform/audit/actor.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { newId } from "../../src/platform/id.server.ts";
import { ask, connections } from "./load.ts";
import type { Running, Stage } from "./stage.ts";

/** What a shop is started with so that staff can sign in. */
export const STAFF_SETTINGS = { STAFF_SECRET: "a secret of benchmarks, 32 characters" };

/** An owner who has followed the welcome link and is signed in: the headers of their browser. */
export async function signInOwner(stage: Stage, { url }: Running): Promise<Record<string, string>> {
  const database = connectDatabase(stage.connection, { warn: () => {} });
  const person = { name: "Njeri Mwangi", email: `${newId()}@example.com`, role: "owner" as const };
  const { link } = await addPerson(database.db, person, { publicUrl: url, by: COMMAND });
  await database.close();
  const token = new URL(link).searchParams.get("token");
  const agent = connections(1);
  const post = async (path: string, body: object) => {
    const headers = { "x-staff": "1", "accept-encoding": "identity" };
    const answer = await ask(url, agent, { path: `/api/staff${path}`, headers, body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    return answer;
  };
  const opened = await post("/welcome", { token, password: "a long enough password" });
  const code = new TOTP({ secret: JSON.parse(opened.body).setupKey }).generate();
  const { headers } = await post("/welcome/confirm", { token, code });
  agent.destroy();
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0];
  if (!cookie) throw new Error("nobody was signed in");
  return { cookie };
}
