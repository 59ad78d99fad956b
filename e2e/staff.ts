import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { addPerson } from "../src/back-office/people/people.server.ts";
import { readConfig } from "../src/config.server.ts";
import { COMMAND } from "../src/platform/audit/actor.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { codeOf } from "../test/support/back-office.ts";

export const STAFF_PASSWORD = "jembe na nyundo 7";
type Role = "owner" | "packer" | "support";

/** Adds a person in the shop's database, as the owner does at the terminal; gives the welcome link. */
export async function inviteStaff(
  role: Role,
  name = "Amina Wambui",
): Promise<{ email: string; link: string }> {
  const email = `${role}-${randomUUID()}@sauti.example`;
  const config = readConfig({ DATA_DIR: process.env.E2E_DATA_DIR });
  const log = createLog("warn");
  const connection = await openConnection(config, log);
  const database = connectDatabase(connection.settings, log);
  try {
    const publicUrl = `http://localhost:${process.env.E2E_PORT}`;
    const { link } = await addPerson(database.db, { name, email, role }, { publicUrl, by: COMMAND });
    return { email, link };
  } finally {
    await database.close();
    await connection.close();
  }
}

/**
 * The code that an authenticator app shows, or shows `steps` half minutes from now. Each is taken once, and none after a
 * later one: the first is that of now, another that of the next half minute, which the shop takes already.
 */
export const appCode = codeOf;

/** As the welcome page shows it, for who cannot scan its picture. */
export async function readSetupKey(page: Page): Promise<string> {
  return /[A-Z2-7]{16,}/.exec(await page.getByText(/^Setup key/).innerText())?.[0] ?? "";
}

/** Signs this browser in as somebody new, without the forms; the next code of their app is unused. */
export async function signInAsStaff(page: Page, role: Role, name?: string) {
  const { email, link } = await inviteStaff(role, name);
  return { email, ...(await acceptWelcome(page, link)) };
}

/** Signs this browser in by a welcome link, without the forms. */
export async function acceptWelcome({ request }: Page, link: string) {
  const token = new URL(link).searchParams.get("token");
  const { setupKey } = await postAsStaff(request, "/welcome", { token, password: STAFF_PASSWORD });
  await postAsStaff(request, "/welcome/confirm", { token, code: appCode(setupKey) });
  return { setupKey: String(setupKey) };
}

/** What stands on a page by its whole name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** Saves a change of what this page is about, as a colleague does on another device. */
export async function changeElsewhere(page: Page, data: object): Promise<void> {
  await postAsStaff(page.request, new URL(page.url()).pathname.replace("/staff", ""), data);
}

/** Does what a screen of the back office does, as who is signed in there. */
export async function postAsStaff(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/staff${path}`, { data, headers: { "x-staff": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Adds a product of these fields, hidden, otherwise a plain one of no pieces; gives its id. */
export async function addGoods(request: APIRequestContext, fields: object): Promise<string> {
  const plain = { category: "Unisex", subCategory: "Topwear", price: 1500, sizes: ["M"] };
  return (await postAsStaff(request, "/goods", { ...plain, ...fields })).product._id;
}

/** Fills in the two steps of signing in, on their pages or over another. */
export async function fillSignIn(page: Page, { email, code }: { email: string; code: string }) {
  await page.getByLabel("Email", { exact: true }).last().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Goes through the queue of codes by the key until this one is shown, however many of other journeys wait. */
export async function walkToCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
  const typed = page.locator(".code-typed");
  for (let shown = await typed.innerText(); shown !== code; shown = await typed.innerText()) {
    await page.keyboard.press("j");
    await expect(typed).not.toHaveText(shown);
  }
}
