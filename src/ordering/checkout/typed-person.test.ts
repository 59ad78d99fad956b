import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADDRESS } from "../../../test/people.ts";
import { stubStorage } from "../../../test/storage.ts";
import { readCheckoutDraft } from "../../cart/checkout-draft.ts";
import { personIn, saveForm } from "./address.ts";

beforeEach(() => void stubStorage());
afterEach(() => vi.unstubAllGlobals());

const known = personIn(ADDRESS);
const { firstName, phone } = ADDRESS;
const blank = personIn({});
/** Of whom the delivery form and the one to pick up know. */
const inBoth = () => {
  const { address = {}, person = {} } = readCheckoutDraft();
  return [personIn(address, person), personIn(person, address)];
};

test("who picks up is known when it is to be delivered after all, and the other way round", () => {
  saveForm({ ...known, handover: "Pick up" });
  expect(inBoth()).toEqual([known, known]);
  // no address was typed: a saved one may be offered
  expect(readCheckoutDraft().address).toBeUndefined();
  saveForm({ ...ADDRESS, phone: "0733000000" });
  expect(inBoth()).toEqual(Array(2).fill({ ...known, phone: "0733000000" }));
  saveForm(known);
  expect(readCheckoutDraft()).toEqual({ address: ADDRESS, person: known });
});

test("what was begun in one form hides nothing of the other", () => {
  saveForm({ ...blank, firstName: firstName.slice(0, 1) });
  saveForm(ADDRESS);
  expect(inBoth()).toEqual([known, known]);
  expect(personIn({ ...blank, phone }, { ...ADDRESS, phone: "0733000000" })).toEqual(known);
});

test("an address of an earlier order keeps its person, and so does a pick-up", () => {
  const saved = { ...ADDRESS, _id: "a1" };
  saveForm({ ...known, firstName: "Njeri" });
  saveForm(saved);
  saveForm({ ...known, firstName: "Njeri" });
  expect(readCheckoutDraft()).toEqual({ address: saved, person: { ...known, firstName: "Njeri" } });
});
