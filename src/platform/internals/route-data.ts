import { UNSAFE_decodeViaTurboStream as decodeData } from "react-router";
import { dataAddress } from "./data-request.ts";

/**
 * In the browser, what the loader of one route gives for this page, without a move there.
 * @throws Error when nothing comes, or no data of that route
 */
export async function fetchRouteData(path: string, route: string): Promise<unknown> {
  const answer = await fetch(dataAddress(path, route), { priority: "low" });
  if (answer.status !== 200 || !answer.body) throw new Error(`The data of ${path} is not there`);
  const { value } = await decodeData(answer.body, window);
  return (value as Record<string, { data?: unknown }>)[route]?.data;
}
