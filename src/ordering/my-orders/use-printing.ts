import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * What is being printed: the order whose receipt was asked for, or "all" for the browser's own command. It stays once the
 * page has been printed, as a phone may render the print after "afterprint". `print` prints one receipt alone.
 */
export function usePrinting(): { printing: string | undefined; print: (orderId: string) => void } {
  const [printing, setPrinting] = useState<string>();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const paper = matchMedia("print");
    // flushed at once: the print layout does not wait for React
    const begin = () => flushSync(() => setPrinting(asked.current ?? "all"));
    const change = () => paper.matches && begin();
    // whoever taps or types again has done with it: phones render the print after print() has returned
    const done = () => {
      asked.current = undefined;
    };
    addEventListener("pointerdown", done, true);
    addEventListener("keydown", done, true);
    addEventListener("beforeprint", begin);
    paper.addEventListener("change", change);
    return () => {
      removeEventListener("pointerdown", done, true);
      removeEventListener("keydown", done, true);
      removeEventListener("beforeprint", begin);
      paper.removeEventListener("change", change);
    };
  }, []);
  const print = (orderId: string) => {
    asked.current = orderId;
    flushSync(() => setPrinting(orderId));
    window.print();
  };
  return { printing, print };
}
