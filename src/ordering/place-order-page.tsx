import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { useCart } from "../cart/cart-store.ts";
import { totalOf } from "../cart/rules.ts";
import { usePricedCart } from "../cart/use-priced-cart.ts";
import type { Address } from "./contract.ts";

const FIELDS: [keyof Address, string][] = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "Email address"],
  ["street", "Street"],
  ["city", "City"],
  ["state", "State"],
  ["zipCode", "Zip code"],
  ["country", "Country"],
  ["phone", "Phone"],
];

export default function PlaceOrderPage() {
  const { lines, subtotal } = usePricedCart(useCart());
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = Object.fromEntries(new FormData(event.currentTarget));
    const items = lines.map((line) => ({
      ...line.product,
      _id: line.productId,
      size: line.size,
      quantity: line.quantity,
    }));
    navigate("/mpesa-verification", { state: { order: { address, items, amount: totalOf(subtotal) } } });
  };
  return (
    <form onSubmit={submit}>
      <h1>Delivery information</h1>
      {FIELDS.map(([name, label]) => (
        <label key={name}>
          {label} <input name={name} required />
        </label>
      ))}
      <button type="submit" disabled={lines.length === 0}>
        PLACE ORDER
      </button>
    </form>
  );
}
