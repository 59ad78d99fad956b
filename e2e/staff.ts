import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { type APIRequestContext, expect, type Page, request, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { violations } from "./sound.ts";

export const STAFF_PASSWORD = "jembe na nyundo 7";
export type Role = "owner" | "packer" | "support";

/** Widths at which every screen is looked at, in pixels. */
const WIDTHS = [360, 768, 1440];

/** Adds a person as the owner does at the terminal; gives the welcome link. */
export async function inviteStaff(
  role: Role,
  name = "Amina Wambui",
): Promise<{ email: string; link: string }> {
  const email = `${role}-${randomUUID()}@sauti.example`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "scripts/staff-create.ts", "--name", name, "--email", email, "--role", role],
    {
      // it takes two seconds beside the open shop, more on a busy machine; this ends one that hangs
      timeout: 60_000,
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: "warn",
        DATA_DIR: process.env.E2E_DATA_DIR,
        PUBLIC_URL: `http://localhost:${process.env.E2E_PORT}`,
      },
    },
  );
  return { email, link: /http\S+/.exec(stdout)?.[0] ?? "" };
}

/** The code that an authenticator app shows, `steps` half minutes from now: each is taken once. */
export function appCode(setupKey: string, steps = 0): string {
  return new TOTP({ secret: setupKey }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Signs this browser in as somebody new, without the forms; two more codes of their app are unused. */
export async function signInAsStaff(page: Page, role: Role, name = "Amina Wambui") {
  const email = `${role}-${randomUUID()}@sauti.example`;
  owner ??= openOwner();
  const { link } = await postAsStaff(await owner, "/people", { name, email, role });
  return { email, ...(await acceptWelcome(page, link)) };
}

/** Whoever adds all others, once in each process of journeys: adding somebody at the terminal takes seconds. */
let owner: Promise<APIRequestContext> | undefined;

async function openOwner(): Promise<APIRequestContext> {
  const { link } = await inviteStaff("owner");
  const session = await request.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
  await accept(session, link);
  return session;
}

/** Signs this browser in by a welcome link, without the forms. */
export async function acceptWelcome(page: Page, link: string) {
  return accept(page.request, link);
}

async function accept(session: APIRequestContext, link: string) {
  const token = new URL(link).searchParams.get("token");
  const { setupKey } = await postAsStaff(session, "/welcome", { token, password: STAFF_PASSWORD });
  await postAsStaff(session, "/welcome/confirm", { token, code: appCode(setupKey, -1) });
  return { setupKey: String(setupKey) };
}

async function postAsStaff(session: APIRequestContext, path: string, data: object) {
  const answer = await session.post(`/api/staff${path}`, { data, headers: { "x-staff": "1" } });
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

/** Goes through the queue of codes by the key until this one is shown, however many of other journeys wait. */
export async function walkToCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
  const typed = page.locator(".code-typed");
  for (let shown = await typed.innerText(); shown !== code; shown = await typed.innerText()) {
    await page.keyboard.press("j");
    await expect(typed).not.toHaveText(shown);
  }
}
