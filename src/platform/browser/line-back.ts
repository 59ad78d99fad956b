/** ms after which a device that claims a connection tries it again. */
const TRY_EVERY = 2_000;

/** Resolves once it is worth trying the connection again: as soon as the device says so, or in a while if it never said no. */
export function lineBack(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearInterval(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setInterval(() => navigator.onLine && done(), TRY_EVERY);
    window.addEventListener("online", done);
  });
}
