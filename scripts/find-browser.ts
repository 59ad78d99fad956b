import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Draws on no window, for a quarter less of the processor's time than the whole browser takes. */
const SHELL = "/usr/bin/chromium-headless-shell";
/** A whole browser first: it is what shoppers have. */
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  SHELL,
];

/**
 * The browser the journeys run in: one of this machine, the shell first, else Playwright's own (undefined), installed
 * when there is none: Debian's package as root where there is apt-get, otherwise Playwright's download.
 */
export function findBrowser(): string | undefined {
  if (!process.env.CHROMIUM_PATH && existsSync(SHELL)) return SHELL;
  const chosen = chosenBrowser();
  if (chosen) return chosen;
  if (existsSync(chromium.executablePath())) return undefined;
  console.log("Installing a browser for the journeys…");
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const packages = ["chromium-headless-shell", "fonts-liberation"];
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      stdio: "inherit",
    });
    if (existsSync(SHELL)) return SHELL;
  }
  spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  if (existsSync(chromium.executablePath())) return undefined;
  throw new Error("No browser could be installed. Install Chromium and set CHROMIUM_PATH to it.");
}

/** The browser that CHROMIUM_PATH names, else one of this machine, the shell last; undefined when there is neither. */
export function chosenBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
}
