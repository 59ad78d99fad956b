import { type KeyboardEvent, useState } from "react";
import { formatPrice } from "../../../catalogue/rules.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { Field } from "../../../ui/field.tsx";
import { type Goods, searchGoods } from "./goods.ts";

/** Finds a product by its name, to put it into an order. */
export function AddGoods({ onAdd }: { onAdd: (goods: Goods) => void }) {
  const [busy, run] = useBusy();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Goods[]>();
  const search = () =>
    run(async () => {
      if (typed.trim()) setFound(await searchGoods(typed.trim()));
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // it is a search, not yet the preview
    event.preventDefault();
    search();
  };
  const add = (goods: Goods) => {
    onAdd(goods);
    setTyped("");
    setFound(undefined);
  };
  return (
    <div className="stack">
      <div className="add-goods">
        <Field
          label="Add a product"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" aria-disabled={busy} onClick={search}>
          Find
        </button>
      </div>
      <div role="status">
        {found?.length === 0 && <p>Nothing on sale has this name.</p>}
        {found && found.length > 0 && (
          <ul>
            {found.map((goods) => (
              <li key={goods._id}>
                <button type="button" className="link-button" onClick={() => add(goods)}>
                  Add {goods.name}, {formatPrice(goods.price)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
