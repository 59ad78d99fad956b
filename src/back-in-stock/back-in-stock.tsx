import { useEffect, useRef, useState } from "react";
import type { Product } from "../catalogue/contract.ts";
import { t } from "../language/t.ts";
import { toast } from "../ui/toast.ts";
import type { BackForm } from "./back-form.tsx";

/** For sold-out sizes: a form that asks for one mail. Nothing where every size is there. */
export function BackInStock({ product }: { product: Product }) {
  const sizes = product.sizes.filter((size) => !product.stock[size]);
  if (sizes.length === 0) return null;
  return <AskForMail summary={t("Tell me when it's back")} productId={product._id} sizes={sizes} />;
}

/** The same for a drop that is announced. */
export function WhenOpen({ productId }: { productId: string }) {
  return <AskForMail summary={t("Tell me when it opens")} productId={productId} />;
}

type AskProps = Parameters<typeof BackForm>[0] & { summary: string };

/** The form is fetched when it is opened. */
function AskForMail({ summary, ...asked }: AskProps) {
  const place = useRef<HTMLDetailsElement>(null);
  const [AskForm, setForm] = useState<typeof BackForm>();
  const open = () => {
    if (!place.current?.open) return;
    import("./back-form.tsx").then(
      (loaded) => setForm(() => loaded.BackForm),
      () => {
        if (place.current) place.current.open = false;
        toast("error", t("This needs a connection. Please try again."));
      },
    );
  };
  // it may have been opened before scripts were there
  useEffect(open, []);
  return (
    <details ref={place} className="back-in-stock needs-script" onToggle={open}>
      <summary>{summary}</summary>
      {AskForm && <AskForm {...asked} />}
    </details>
  );
}
