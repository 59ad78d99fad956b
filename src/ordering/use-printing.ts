import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True from the first time the page goes to paper; it stays so, as a phone may draw the paper after saying it is done. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    // before the paper is laid out, which waits for nobody
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
