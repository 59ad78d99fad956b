import { shop } from "../shop.ts";

export function Footer() {
  return (
    <footer>
      {shop.name}, {shop.phone}
    </footer>
  );
}
