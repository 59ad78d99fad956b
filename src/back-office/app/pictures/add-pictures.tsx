import { useId } from "react";
import { ChooseFiles } from "./choose-files.tsx";
import { SendingList } from "./sending-list.tsx";
import { usePictureQueue } from "./use-picture-queue.ts";

/** Chooses pictures for a product, and shows them on their way. */
export function AddPictures({ productId }: { productId: string }) {
  const onTheirWay = usePictureQueue(productId);
  const id = useId();
  const choose = (files: File[]) => void onTheirWay.queue.add(productId, files);
  return (
    <div className="stack">
      <p className="row">
        <ChooseFiles name="Add pictures" hint={id} onChoose={choose} multiple />
        <ChooseFiles name="Take a picture" hint={id} onChoose={choose} capture="environment" />
      </p>
      <p className="field-hint" id={id}>
        JPEG, PNG, WebP or AVIF, several at once. They are made small before they are sent, and where they
        were taken is removed.
      </p>
      <SendingList {...onTheirWay} />
    </div>
  );
}
