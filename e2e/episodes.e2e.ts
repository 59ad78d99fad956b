import { expect, test } from "@playwright/test";
import { startFakeProvider } from "../test/fake-provider.ts";
import { expectSound } from "./sound.ts";
import { button, postAsStaff, signInAsStaff } from "./staff.ts";

test("Home links to the episodes with products on sale; a clip loads nothing until it is played", async ({
  page,
}) => {
  const title = `Wear it loud ${Date.now()}`;
  const feed = `<rss version="2.0"><channel><title>Mtaa</title><item><title>${title}</title>
    <guid isPermaLink="false">${title}</guid><enclosure url="https://cdn.example/33.mp3" type="audio/mpeg"/></item></channel></rss>`;
  const host = await startFakeProvider();
  host.play(
    "/feed.xml",
    (response) => void response.writeHead(200, { "content-type": "text/xml" }).end(feed),
  );
  await signInAsStaff(page, "owner");
  await page.goto("/staff/settings/podcast");
  await page.getByLabel("Feed address").fill(`${host.url}/feed.xml`);
  await button(page, "Save").click();
  await expect(page.getByText(/^Saved\./)).toBeVisible();
  await page.goto("/staff/episodes");
  await button(page, "Read the feed now").click();
  await expect(page.getByText("The feed was read.")).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  await host.close();

  await page.goto("/staff/goods");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByText("Heard on the podcast").click();
  await page.getByLabel("Add an episode").fill("wear it");
  await button(page, "Find").click();
  await button(page, `Add ${title}`).click();
  await page.getByLabel("Quote").fill("That tee is louder than the mic.");
  await page.getByLabel("Clip begins at second").fill("62");
  await page.getByLabel("Seconds", { exact: true }).fill("30");
  await button(page, "Save episodes").click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();

  const product = page.url().split("/").at(-1);
  const name = await page.getByRole("heading", { level: 1 }).textContent();
  await page.goto("/");
  await expect(
    page.getByRole("region", { name: "Heard on the podcast" }).getByRole("link", { name: title }),
  ).toHaveAttribute("href", /^\/episodes\/wear-it-loud/);
  await page.goto(`/product/${product}`);
  const episodes = page.getByRole("region", { name: "Heard on the podcast" });
  await expect(episodes).toContainText("That tee is louder than the mic.");
  const clip = episodes.getByLabel(`30 seconds of ${title}`);
  await expect(clip).toHaveAttribute("src", "https://cdn.example/33.mp3#t=62,92");
  await expect(clip).toHaveAttribute("preload", "none");
  await expectSound(page);
  await episodes.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("link", { name: name ?? "" })).toBeVisible();
  await expectSound(page);
  // the other journeys' home page shows no episode
  await postAsStaff(page.request, `/goods/${product}/episodes`, { episodes: [] });
});
