import { describe, expect, test } from "vitest";
import { ADDRESS } from "../../../test/people.ts";
import { PHONE_INVALID } from "../../phone-rules.ts";
import { address as contract } from "../contract.ts";
import { ADDRESS_FIELDS, addressFaults, readAddress } from "./address.ts";

describe("the delivery address (specification §5)", () => {
  test("a full one has no faults, and the server takes it", () => {
    expect(addressFaults(readAddress(ADDRESS))).toEqual({});
    expect(contract.safeParse(readAddress(ADDRESS)).success).toBe(true);
  });

  test("every field is required", () => {
    const faults = addressFaults(readAddress({}));
    expect(Object.keys(faults)).toEqual(ADDRESS_FIELDS.map((field) => field.name));
    expect(faults.firstName).toBe("Please enter your first name");
    expect(addressFaults(readAddress({ ...ADDRESS, city: "   " }))).toEqual({
      city: "Please enter your town or city",
    });
  });

  test.each([
    ["zipCode", "00100 A", "Postal code must be digits only"],
    ["zipCode", "9０1", "Postal code must be digits only"],
    ["phone", "0712-ABC", PHONE_INVALID],
    ["phone", "07123", PHONE_INVALID],
    ["phone", "+255712345678", PHONE_INVALID],
    ["email", "wanjiku", "Please enter a valid email address"],
    ["firstName", "bit.ly/x", "Please enter your first name without the link “bit.ly/x”"],
    ["street", "Tap www.win", "Please enter your street, building or landmark without the link “www.win”"],
  ])("%s %j: %s", (name, typed, fault) =>
    expect(addressFaults(readAddress({ ...ADDRESS, [name]: typed }))).toEqual({ [name]: fault }),
  );

  test("a phone may be typed as people write it", () => {
    expect(readAddress({ ...ADDRESS, phone: " +254 (712) 345-678 " }).phone).toBe("+254712345678");
    expect(addressFaults(readAddress({ ...ADDRESS, phone: "0712 345 678" }))).toEqual({});
  });

  test("fields hold no more than the server takes, and nothing that cannot be stored", () => {
    for (const { name, max } of ADDRESS_FIELDS) {
      // a phone's length is its own rule
      if (name === "email" || name === "phone") continue;
      const filler = name === "zipCode" ? "1" : "x";
      expect(contract.safeParse({ ...ADDRESS, [name]: filler.repeat(max) }).success).toBe(true);
      for (const wrong of [filler.repeat(max + 1), "a\0b", "\ud800"])
        expect(contract.safeParse({ ...ADDRESS, [name]: wrong }).success).toBe(false);
    }
  });
});
