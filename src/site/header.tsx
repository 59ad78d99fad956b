import { Link, NavLink } from "react-router";
import { useCart } from "../cart/cart-store.ts";
import { countItems } from "../cart/rules.ts";
import { shop } from "../shop.ts";

export function Header() {
  const items = countItems(useCart());
  return (
    <header>
      <Link to="/">{shop.name}</Link>
      <nav aria-label="Main">
        <NavLink to="/">Home</NavLink> <NavLink to="/collection">Collection</NavLink>{" "}
        <NavLink to="/about">About</NavLink> <NavLink to="/contact">Contact</NavLink>
      </nav>
      <Link to="/cart" aria-label={`Cart, ${items} items`}>
        Cart {items}
      </Link>
    </header>
  );
}
