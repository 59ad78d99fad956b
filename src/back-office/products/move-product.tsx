import { useState } from "react";
import { useNavigate } from "react-router";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import type * as contract from "./contract.ts";

const SAID = {
  hide: "Shoppers do not see it any more.",
  show: "Shoppers see it.",
  archive: "It is in the archive: out of the lists, and out of the shop.",
};
type Move = keyof typeof SAID;

/** Shows a product to shoppers, hides it, archives it, or begins another one like it. */
export function MoveProduct({ product }: { product: contract.StaffProduct }) {
  const { _id, status, images } = product;
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const { busy, failure, start, revalidate } = useAction();
  const move = (to: Move) =>
    start<typeof contract.hideProduct>(
      // the three calls are alike but for their last word
      { path: `/api/staff/goods/${_id}/${to}` as `/api/staff/goods/${string}/hide` },
      () => {
        setSaid(to === "show" && product.coming ? "Shoppers see it from its moment on." : SAID[to]);
        return revalidate();
      },
    );
  const duplicate = () =>
    start<typeof contract.duplicateProduct>(
      { path: `/api/staff/goods/${_id}/duplicate` },
      ({ product: copy }) => navigate(`/goods/${copy._id}`),
    );
  return (
    <section className="panel stack" aria-label="In the shop">
      {status !== "shown" && images.length === 0 && <p>It has no picture yet.</p>}
      <ActionFailure failure={failure} withFields />
      <div className="row">
        <ActionButton busy={busy} onClick={() => move(status === "shown" ? "hide" : "show")}>
          {status === "shown" ? "Hide" : "Show"}
        </ActionButton>
        {status !== "archived" && (
          <ActionButton busy={busy} onClick={() => move("archive")}>
            Archive
          </ActionButton>
        )}
        <ActionButton busy={busy} onClick={duplicate}>
          Duplicate
        </ActionButton>
      </div>
      <p role="status">{said}</p>
    </section>
  );
}
