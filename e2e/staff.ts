import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { addPerson } from "../src/back-office/people/people.server.ts";
import { readConfig } from "../src/config.server.ts";
import { COMMAND } from "../src/platform/audit/actor.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { openConnection } from "../src/platform/database/open-connection.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { violations } from "./sound.ts";

export const STAFF_PASSWORD = "jembe na nyundo 7";
export type Role = "owner" | "packer" | "support";

/** Widths at which every screen is looked at, in pixels. */
const WIDTHS = [360, 768, 1440];

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
export function appCode(setupKey: string, steps = 0): string {
  return new TOTP({ secret: setupKey }).generate({ timestamp: Date.now() + steps * 30_000 });
}

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

/** Does what a screen of the back office does, as who is signed in there. */
export async function postAsStaff(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api/staff${path}`, { data, headers: { "x-staff": "1" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Fills in the two steps of signing in, on their pages or over another. */
export async function fillSignIn(page: Page, { email, code }: { email: string; code: string }) {
  await page.getByLabel("Email", { exact: true }).last().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** What a finger must hit and may miss: less than 44 pixels high. Runs in the page. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll(
    "a, button, summary, select, input, label:has([type=checkbox], [type=radio])",
  );
  return [...targets].flatMap((target) => {
    const isBox = target.matches("[type=checkbox], [type=radio], .skip");
    const { height } = target.getBoundingClientRect();
    if (isBox || !target.checkVisibility() || height === 0 || height >= 44) return [];
    return `${target.outerHTML.slice(0, 100)} is ${height} high`;
  });
}

/**
 * One h1, a title, no axe violations on a phone and a laptop, and no sideways scrolling at any width; on a phone, targets of 44 pixels. `name` is that
 * of its pictures.
 */
export async function expectSoundScreen(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/Sauti staff$/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const folder = process.env.E2E_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    // the window of a phone grows with what overflows it
    const taken = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(taken, `${name} at ${width}`).toBeLessThanOrEqual(width);
    if (width === 360) expect(await page.evaluate(smallTargets), `${name} at ${width}`).toEqual([]);
    // between the two layouts only the room changes, and looking takes a second
    if (width !== 768) expect(await violations(page), `${name} at ${width}`).toEqual([]);
  }
  await page.setViewportSize(test.info().project.use.viewport ?? { width: 360, height: 800 });
}

/** Opens a screen of the back office, and looks at it. */
export async function lookAtScreen(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`/staff${path}`, { waitUntil: "networkidle" });
  await expectSoundScreen(page, name);
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
