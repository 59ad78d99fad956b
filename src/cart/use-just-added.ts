import { useEffect, useState } from "react";

/** For so long the button leads to the cart after an addition; until then a second tap is the first one's: milliseconds. */
const LEADS = 5_000;
const SAME_TAP = 600;

/** Whether something was put into the cart a moment ago, so that the next step is the cart. */
export function useJustAdded() {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setAt(0), LEADS);
    return () => clearTimeout(timer);
  }, [at]);
  return {
    justAdded: at > 0,
    isSameTap: () => Date.now() - at < SAME_TAP,
    begin: () => setAt(Date.now()),
    end: () => setAt(0),
  };
}
