import { useEffect, useSyncExternalStore } from "react";
import { watchLine } from "../../platform/browser/line-back.ts";
import { chosenPictures } from "./chosen-pictures.ts";
import { withPicture } from "./goods-pictures.ts";
import { PictureQueue, type QueueState } from "./picture-queue.ts";
import { preparePicture } from "./prepare-picture.ts";
import { savePictures } from "./save-pictures.ts";
import { sendFile } from "./send-file.ts";
import type { OnTheirWay } from "./sending-list.tsx";

/** A queue whose pictures come to be `save`d. */
export function openPictureQueue(save: ConstructorParameters<typeof PictureQueue>[0]["save"]): PictureQueue {
  return new PictureQueue({
    chosen: chosenPictures,
    prepare: preparePicture,
    send: (file, watch) => sendFile(file, watch),
    save,
    // neither Safari before 15.4 nor plain http has locks: there each tab sends for itself
    alone: (name, work) => navigator.locks?.request(name, work) ?? work(),
    watchLine,
  });
}

/** One for all screens: it goes on while somebody looks at another one. */
const goods = openPictureQueue((productId, url) =>
  savePictures(productId, (pictures) => (url ? withPicture({ url, alt: "" })(pictures) : pictures)),
);

const NOTHING: QueueState = { sendings: [], said: { productId: "", words: "" }, unkept: false };

/** A product's pictures on their way, those of an earlier visit too. */
export function usePictureQueue(productId: string, queue: PictureQueue = goods): OnTheirWay {
  const { sendings, said, unkept } = useSyncExternalStore(queue.subscribe, queue.state, () => NOTHING);
  useEffect(() => void queue.resume(productId), [queue, productId]);
  return {
    queue,
    sendings: sendings.filter((each) => each.productId === productId),
    said: said.productId === productId ? said.words : "",
    unkept,
  };
}
