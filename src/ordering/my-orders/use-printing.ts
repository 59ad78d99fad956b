import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True once the page has been printed; it stays true, as a phone may render the print after "afterprint". */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    // flushed at once: the print layout does not wait for React
    const print = () => flushSync(() => setPrinting(true));
    const change = () => paper.matches && print();
    addEventListener("beforeprint", print);
    paper.addEventListener("change", change);
    return () => {
      removeEventListener("beforeprint", print);
      paper.removeEventListener("change", change);
    };
  }, []);
  return printing;
}
